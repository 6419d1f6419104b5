"""What one part of a report says, no other part denies."""

from __future__ import annotations

import itertools

import pytest

from coldread.base.languages import Language
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.finding import Severity
from coldread.scanner.judge.report import Report
from coldread.scanner.report.markdown import report_md, verdict
from coldread.scanner.report.words import say

from .render.hard_pages import PAGES
from .seeing import BAD, ENGLISH, GOLD, document, report, seen, seen_site

SITES = (*GOLD, *BAD)
ASKED = list(itertools.product(SITES, PrimaryGoal, Language))


def judged(name: str, goal: PrimaryGoal, lang: Language) -> Report:
    return review(seen_site(name), Brief(goal=goal, lang=lang))


@pytest.mark.parametrize(("name", "goal", "lang"), ASKED, ids=str)
def test_the_verdict_and_the_reviewers_say_the_same(name: str, goal: PrimaryGoal, lang: Language) -> None:
    must_agree(judged(name, goal, lang))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_nor_on_hard_pages(page: object) -> None:
    must_agree(report(seen(page.html)))  # type: ignore[attr-defined]


def must_agree(told: Report) -> None:
    if verdict(told) == say(told.brief.lang, "verdict_clear"):
        assert all(one.worst is None or one.worst.severity is Severity.P2 for one in told.reviews)
    if any(one.worst is not None and one.worst.severity is Severity.P0 for one in told.reviews):
        assert verdict(told) == say(told.brief.lang, "verdict_blocked")


def test_the_list_of_facts_says_amount_of_money_and_not_price() -> None:
    """What an amount is for was guessed; that figures with a currency stand there is measured."""
    body = f"<main><h1>Bread for free spirits</h1>{ENGLISH}<p>Customers saved $900.</p><a href='/buy'>Buy bread</a></main>"
    text = report_md(report(document(body.replace("free", "glad")), "paid_signup"))
    assert "An amount of money in the text: yes" in text
