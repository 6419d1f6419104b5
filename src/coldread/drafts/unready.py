"""Sure signs that a page was put up too early: words that say so themselves, a form that goes nowhere, a list that says it is empty.

Each is quoted from the page; nothing is concluded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote

from coldread.drafts.business.acts import Control
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.suggest.wording import sentences

_MARKED = re.compile(r"\b(?:placeholder|platshållare)\b", re.IGNORECASE)
_PROTOTYPE = re.compile(r"\bprototyp(?:e|en)? v?\d|^\W*(?:prototyp|prototype)\b", re.IGNORECASE)
_SWITCH = re.compile(r"V\d(?:\.\d)?(?:\s\w+)?")
#: versions side by side that make a switcher of a design
LEAST_SWITCHES = 3
#: words of a label; a longer text speaks about such things
MOST_LABEL = 14
_THANKS = re.compile(r"thank|(?<![a-z])tack(?![a-z])", re.IGNORECASE)
_EMPTY = re.compile(
    r"\binga (?:inplanerade|kommande|planerade)\b|\bno (?:upcoming|scheduled|planned) \w+|\bnothing (?:planned|scheduled)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class Unready:
    """One sign, in the page's words."""

    #: key of `[point]`
    kind: Literal["marked", "prototype", "thanks", "unmade", "empty", "circle"]
    said: str
    target: str = ""


def signs(page: Page, control: Control | None) -> Iterator[Unready]:
    """The most harmful first; pure."""
    yield from _forms(page)
    if control is not None and _is_circle(page, control):
        yield Unready(kind="circle", said=control.label)
    marked = [block.text for block in page.blocks if _is_short(block.text) and _MARKED.search(block.text)]
    if marked:
        yield Unready(kind="marked", said=" ".join(marked[0].split()))
    yield from _prototype(page)
    yield from _empty(page)


def _is_short(text: str) -> bool:
    return 0 < len(words(text)) <= MOST_LABEL


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


def _prototype(page: Page) -> Iterator[Unready]:
    for block in page.blocks:
        if _is_short(block.text) and _PROTOTYPE.search(block.text):
            yield Unready(kind="prototype", said=" ".join(block.text.split()))
            return
    shown = [" ".join(one.text.split()) for one in page.dom.shown("a", "button")]
    switches = [text for text in shown if _SWITCH.fullmatch(text)]
    if len(set(switches)) >= LEAST_SWITCHES:
        yield Unready(kind="prototype", said=" ".join(switches[:LEAST_SWITCHES]))


def _place(page: Page, href: str) -> Element | None:
    if not href.startswith("#") or len(href) < 2:
        return None
    return next(iter(page.dom.by_id.get(unquote(href[1:]), ())), None)


def _empty(page: Page) -> Iterator[Unready]:
    """The page's first button leads to a list that says that there is nothing in it."""
    first = page.primary
    element = page.dom.by_selector.get(first.selector) if first is not None else None
    place = _place(page, element.attr("href").strip()) if element is not None else None
    if first is None or place is None:
        return
    for sentence in sentences(" ".join(place.text[:2_000].split())):
        if _EMPTY.search(sentence) and _is_short(sentence):
            yield Unready(kind="empty", said=first.label.strip(" →›»>"), target=sentence)
            return


def _is_circle(page: Page, control: Control) -> bool:
    """The button leads to a section whose own button leads to that section, and to nothing else to go on by."""
    place = _place(page, control.href.strip())
    if place is None or place.all("form", "input", "iframe", "button"):
        return False
    links = [link.attr("href").strip() for link in place.all("a")]
    return bool(links) and all(link == control.href.strip() for link in links)
