"""What a repair of the markup is held against: where the site leads already, and what it and the order say. Pure."""

from __future__ import annotations

from coldread.drafts.case import Case
from coldread.drafts.worded.leads import linked_address
from coldread.drafts.worded.material import words_of
from coldread.drafts.worded.repaired import Known
from coldread.scanner.page.page import Page

MOST_LINKS = 1_000


def known_of(case: Case, page: Page) -> Known:
    asked = case.assignment
    led = {
        linked_address(page.absolute(one.attr("href")))
        for one in page.dom.all("a")[:MOST_LINKS]
        if one.attr("href")
    }
    read = {one["url"] for one in case.around if "record" in one}
    missing = {one["url"] for one in case.around if "missing" in one}
    text = "\n".join((words_of(case), case.linked, asked.goal, asked.pain_point, asked.constraints))
    return Known(page=page, addresses=frozenset((led | read) - missing), text=text)
