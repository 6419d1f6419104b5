"""What a change does to the page besides what it is meant to do: places on the first screen, the page's width. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coldread.scanner.page.observe.element_tree import Element
    from coldread.scanner.page.page import Page
    from coldread.scanner.visit.render.redraw import Redrawn

#: px by which a page may become wider: rounding
TOLERANCE = 8


def today(page: Page, parts: Mapping[str, Element | None]) -> dict[str, Any]:
    """Elements to look at again, by part of the first screen, and for each window what is seen today without scrolling."""
    known = {part: element.selector for part, element in parts.items() if element is not None}
    views = {"desktop": (page.seen.desktop, page.desktop), "mobile": (page.seen.mobile, page.mobile)}
    return {
        "watched": known,
        "windows": {
            window: {
                "wide": view.scroll_width,
                "seen": [
                    part
                    for part, selector in known.items()
                    if (drawn := boxes.get(selector)) is not None
                    and drawn.visible
                    and 0 <= drawn.box[1] < view.height
                ],
            }
            for window, (view, boxes) in views.items()
            if view is not None
        },
    }


def worse(looked: Mapping[str, Any], drawn: Mapping[str, Redrawn]) -> Iterator[tuple[str, str]]:
    """Pairs of a window and what became worse in it: `wide`, or the part that is no longer on the first screen."""
    for window, before in looked["windows"].items():
        now = drawn.get(window)
        if now is None:
            continue
        if now.wide > before["wide"] + TOLERANCE:
            yield window, "wide"
        for part, outcome in zip(looked["watched"], now.watched, strict=False):
            if outcome == "below" and part in before["seen"]:
                yield window, part
