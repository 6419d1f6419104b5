"""What a stranger sees in five seconds: the first screen read aloud, and the three questions that it must answer."""

from __future__ import annotations

from collections.abc import Iterator

from coldread.drafts.say import say
from coldread.scanner.page.observations import Drawn, Viewport
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.report.plain import prose

MOST_LINES = 9
LONGEST_LINE = 110


def five_seconds(page: Page, lang: str) -> list[str]:
    """The first screen of each width, read aloud."""
    return list(_screens(page, lang))


def _screens(page: Page, lang: str) -> Iterator[str]:
    for view, key in ((page.seen.desktop, "desktop"), (page.seen.mobile, "mobile")):
        shown = first_screen(page, view) if view is not None else []
        if view is None or not shown:
            continue
        yield say(lang, f"five.{key}", width=view.width, height=view.height)
        yield ""
        yield from (f"> {prose(text)}  " for text in shown[:-1])
        yield f"> {prose(shown[-1])}"
        yield ""


def first_screen(page: Page, view: Viewport) -> list[str]:
    """The words above the fold, from top to bottom, each once; the menu in one line."""
    menu: list[str] = []
    lines: list[str] = []
    inside = [item for item in view.drawn if item.visible and _words_of(item) and item.box[1] < view.height]
    for item in sorted(inside, key=lambda item: (round(item.box[1] / 12), item.box[0])):
        text, element = _words_of(item), page.dom.by_selector.get(item.selector)
        if element is not None and region_of(element) in ("nav", "header"):
            menu.append(text)
        elif not any(text in line for line in lines):
            lines = [line for line in lines if line not in text] + [text]
    return [*([" · ".join(dict.fromkeys(menu))[: 2 * LONGEST_LINE]] if menu else []), *lines[:MOST_LINES]]


def _words_of(item: Drawn) -> str:
    if not item.own_chars or item.tag in ("option", "label"):
        return ""
    text = " ".join(item.text.split())
    if not any(sign.isalpha() for sign in text):
        return ""  # arrows and counters of a carousel
    return text if len(text) <= LONGEST_LINE else text[:LONGEST_LINE].rsplit(" ", 1)[0] + "…"
