"""Where on the page something stands, as a visitor meets it: in screens from the top, at both widths.

Everything here is measured by the browser; what was not drawn has no place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from coldread.drafts.say import say
from coldread.scanner.judge.files_kept import lacks_styles
from coldread.scanner.page.observations import Drawn, Viewport
from coldread.scanner.page.observe.actions import can_be_seen
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.page import Page

#: elements inside of one that are asked for their box where it has none of its own
MOST_INSIDE = 12
#: px that something takes up which is drawn at all
LEAST_BOX = 2


@dataclass(frozen=True, kw_only=True)
class Place:
    """Screens from the top, at each width; None where it is not drawn there."""

    desktop: float | None
    phone: float | None
    #: no browser looked, or a style sheet was kept from it: only whether it opens the page can be told
    opens: bool | None = None

    @property
    def is_seen(self) -> bool:
        return self.opens is not None or self.desktop is not None or self.phone is not None

    @property
    def is_first(self) -> bool:
        """Before anybody scrolls, on a computer."""
        return self.opens is True or (self.desktop is not None and self.desktop < 1)

    @property
    def is_first_on_phone(self) -> bool:
        return self.phone is not None and self.phone < 1


def place(page: Page, element: Element) -> Place:
    if not page.seen.rendered or lacks_styles(page.seen):
        return Place(desktop=None, phone=None, opens=page.in_hero(element))
    return Place(
        desktop=_screens(element, page.desktop, page.seen.desktop),
        phone=_screens(element, page.mobile, page.seen.mobile),
    )


def _screens(element: Element, drawn: dict[str, Drawn], view: Viewport | None) -> float | None:
    box = box_of(element, drawn)
    if box is None or view is None or not view.height:
        return None
    # a drawer that waits beside the screen is not on it
    beside = box[0] >= view.width or box[0] + box[2] <= 0
    return None if beside else max(box[1], 0) / view.height


def box_of(element: Element, drawn: dict[str, Drawn]) -> tuple[float, float, float, float] | None:
    """Its own, else that of the first thing inside of it that is drawn; None where a visitor sees neither."""
    own = drawn.get(element.selector)
    if own is not None:
        return own.box if _has_room(own) else None
    for inside in _inside(element):
        found = drawn.get(inside.selector)
        if found is not None and _has_room(found):
            return found.box
    return None


def _has_room(item: Drawn) -> bool:
    """It takes up room; what fades in while one scrolls is seen by then."""
    return can_be_seen(item) or (item.box[2] >= LEAST_BOX and item.box[3] >= LEAST_BOX)


def _inside(element: Element) -> Iterator[Element]:
    yield from list(element.walk())[1 : MOST_INSIDE + 1]


def said_where(found: Place, lang: str) -> str:
    """“first screen”, “2.4 screens down; 3.1 on a phone”, “not seen until something is opened”."""
    if found.opens is not None:
        return say(lang, "where.first_first") if found.opens else ""
    on = {True: "first", False: "below", None: "none"}
    desktop = on[None if found.desktop is None else found.desktop < 1]
    phone = on[None if found.phone is None else found.phone < 1]
    return say(
        lang,
        f"where.{desktop}_{phone}",
        desktop=screens(found.desktop or 0, lang),
        phone=screens(found.phone or 0, lang),
    )


def screens(number: float, lang: str) -> str:
    """One decimal, as the language writes it."""
    told = f"{number:.1f}"
    return told.replace(".", ",") if lang == "sv" else told


#: what a counting figure ends at, as the scripts that make it count write it
_COUNTS_TO = (
    "data-target",
    "data-count",
    "data-to",
    "data-end",
    "data-value",
    "data-number",
    "data-count-to",
)


def settled_text(element: Element, lang: str) -> str:
    """Its text, with a counting figure as it stands when it has counted."""
    counters = [(one, _counts_to(one)) for one in element.walk()[: MOST_INSIDE + 1]]
    text = element.text
    for one, end in counters:
        if end and one.text and not any(True for _ in one.elements):
            text = text.replace(one.text, f"{int(end):,}".replace(",", "\u00a0" if lang == "sv" else ","), 1)
    return _GAP.sub(lambda match: match[1] or match[2], text) if any(end for _, end in counters) else text


#: “5,000 +”, “$ 38”: parts of one figure, which stand apart in the markup only
_GAP = re.compile(r"(?<=\d)\s(\+|%)|([$€£])\s(?=\d)")


def _counts_to(element: Element) -> str:
    told = (element.attr(name) for name in _COUNTS_TO)
    return next((value for value in told if value.isdigit() and len(value) <= 9), "")
