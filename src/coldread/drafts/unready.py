"""Sure signs that a page was put up too early: words that say so themselves, a form that goes nowhere, a list that says it is empty.

Most are read by the scanner; here they are put into the order in which a buyer hears of them. Each is quoted from the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from coldread.drafts.business.control import Control
from coldread.scanner.page.page import Page
from coldread.scanner.reading.unready import MarkKind, empty_lists, is_circle, marks, place_of

_THANKS = re.compile(r"thank|(?<![a-z])tack(?![a-z])", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Unready:
    """One sign, in the page's words."""

    #: key of `[point]`
    kind: Literal["marked", "prototype", "exercise", "thanks", "unmade", "empty", "circle"]
    said: str
    target: str = ""


#: words to the maker and digits to come are told as what calls itself a placeholder
_KINDS: dict[MarkKind, Literal["marked", "prototype", "exercise"]] = {
    "marked": "marked",
    "note": "marked",
    "masked": "marked",
    "prototype": "prototype",
    "exercise": "exercise",
}


def signs(page: Page, control: Control | None) -> Iterator[Unready]:
    """The most harmful first; pure."""
    yield from _forms(page)
    if control is not None and is_circle(page, control.href):
        yield Unready(kind="circle", said=control.label)
    for mark in marks(page):
        yield Unready(kind=_KINDS[mark.kind], said=mark.said)
    yield from _empty(page)


def _forms(page: Page) -> Iterator[Unready]:
    """What is typed goes to a page that says thanks, in its address; or the form is called a placeholder."""
    for form in page.lead_forms[:1]:
        action, method = form.element.attr("action").strip(), form.element.attr("method").strip().lower()
        if action and method in ("", "get") and _THANKS.search(action):
            yield Unready(kind="thanks", said=action, target=action)
            return
        near = [form.element, *list(form.element.ancestors())[:3]]
        if any("placeholder" in f"{one.attr('class')} {one.attr('id')}".lower() for one in near):
            yield Unready(kind="unmade", said="placeholder")


def _empty(page: Page) -> Iterator[Unready]:
    """The page's first button leads to a list that says that there is nothing in it."""
    first = page.primary
    element = page.dom.by_selector.get(first.selector) if first is not None else None
    place = place_of(page, element.attr("href").strip()) if element is not None else None
    if first is None or place is None:
        return
    for part, sentence in empty_lists(page):
        if place.contains(part):
            yield Unready(kind="empty", said=first.label.strip(" →›»>"), target=sentence)
            return
