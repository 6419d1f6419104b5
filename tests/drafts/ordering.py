"""An order on the desk, made of a page's markup."""

from __future__ import annotations

import dataclasses
from typing import Any

from coldread.base.languages import Language
from coldread.drafts.assignment import Assignment
from coldread.drafts.case import Case
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.page import Page
from tests.scanner.seeing import seen


def assignment(**more: Any) -> Assignment:
    plain = Assignment(
        order_id="",
        url="https://page.example/",
        goal="More tastings booked",
        audience="owners of small cafés",
        primary_goal=PrimaryGoal.BOOK_CALL,
        final_by=0,
    )
    if "primary_goal" in more:
        more["primary_goal"] = PrimaryGoal(more["primary_goal"])
    if "lang" in more:
        more["lang"] = Language(more["lang"])
    return dataclasses.replace(plain, **more)


def made(html: str, **more: Any) -> Case:
    asked = assignment(**more)
    record = dataclasses.replace(seen(html), url=asked.url, final_url=asked.url)
    return Case(assignment=asked, report=review(record, asked.brief))


def page_of(case: Case) -> Page:
    assert case.page is not None
    return case.page
