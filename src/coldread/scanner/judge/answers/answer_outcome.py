"""One question's answer before it has the question's name, and which words of the page may be shown under it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from coldread.scanner.judge.answers.weigh_traits import Outcome
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.reading.record import Quote


class RawAnswer(NamedTuple):
    """An answer before it has a question's name."""

    outcome: Outcome | Literal["does_not_apply"]
    evidence: tuple[Quote, ...] = ()


def certain_quotes(page: Page, quotes: Iterable[Quote]) -> tuple[Quote, ...]:
    """Those whose words a visitor sees outside of the menu. A menu's entry names a page, it answers nothing."""
    return tuple(dict.fromkeys(item for item in quotes if _is_certain(page, item)))


def _is_certain(page: Page, item: Quote) -> bool:
    element = page.dom.by_selector.get(item.selector)
    if element is None or item.snippet == item.selector:
        return False
    return element.tag == "title" or (page.is_drawn(element) and region_of(element) != "nav")
