"""The edge of a phone's screen cuts buttons off."""

from __future__ import annotations

from collections.abc import Iterator

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotApplicable,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.judge.page_width import window_page_overflows
from coldread.scanner.page.main_control import main_controls
from coldread.scanner.page.observations import Drawn, Viewport
from coldread.scanner.page.page import Page

#: px, and share of its width, that a cut button loses; shadows and round corners lose less
LEAST_PX, LEAST_SHARE = 8.0, 0.15
#: px; smaller items are marks, not buttons
SMALLEST = 8.0
#: so many cut buttons are a P1
MANY = 3

META = Meta(
    id="cta.cut-off",
    measured=True,
    needs=(Layer.MOBILE, Layer.STYLES),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="No button goes beyond the edge of a phone's screen",
        failure="On a screen 390 px wide, the right edge cuts {count:a button|{count} buttons}: “{label}”",
        why="Measured by their boxes. The page itself is not wider than the screen, so it does not scroll sideways.",
        fix="Let the row wrap, or give its parts less room, so that the whole button is on the screen.",
    ),
    sv=Text(
        title="Ingen knapp går utanför mobilskärmens kant",
        failure="På en skärm som är 390 px bred skär högerkanten av {count:en knapp|{count} knappar}: ”{label}”",
        why="Mätt med deras rutor. Sidan själv är inte bredare än skärmen, så den rullar inte i sidled.",
        fix="Låt raden brytas, eller ge delarna mindre plats, så att hela knappen ryms på skärmen.",
    ),
)


def check(page: Page) -> Verdict:
    view = page.seen.mobile
    if view is None or window_page_overflows(page) is not None:
        return NotApplicable("counted-elsewhere")
    cut = list(_cut_off_buttons(page, view))
    if not cut:
        return None
    proof = [
        evidence.of_drawn(
            page, item, "mobile", value=f"{round(_pixels_cut_off(item, view))} px", threshold="0 px"
        )
        for item in cut
    ]
    main = {action.selector for action in main_controls(page)}
    serious = len(cut) >= MANY or any(item.selector in main for item in cut)
    return build_finding(
        META, page.brief, Severity.P1 if serious else Severity.P2, proof, label=_name(page, cut[0])
    )


def _name(page: Page, item: Drawn) -> str:
    element = page.dom.by_selector.get(item.selector)
    label = item.text or (element.attr("aria-label") if element is not None else "")
    return evidence.shortened(label or "☰")


def _cut_off_buttons(page: Page, view: Viewport) -> Iterator[Drawn]:
    """Buttons that begin on the screen and end beyond it. A row that continues off-screen is meant to be swiped."""
    pressed = {action.selector for action in page.actions}
    wide = [item for item in view.drawn if item.visible and item.box[0] >= view.width and item.box[2] > 0]
    for item in view.drawn:
        pressable = item.tag == "button" or item.selector in pressed
        if (
            pressable
            and item.visible
            and _is_cut(item, view)
            and not any(_is_beside(item, other) for other in wide)
        ):
            yield item


def _is_cut(item: Drawn, view: Viewport) -> bool:
    left, _, wide, high = item.box
    lost = _pixels_cut_off(item, view)
    if min(wide, high) < SMALLEST or wide > view.width or not 0 < left < view.width:
        return False
    return lost >= LEAST_PX and lost >= LEAST_SHARE * wide


def _pixels_cut_off(item: Drawn, view: Viewport) -> float:
    return item.box[0] + item.box[2] - view.width


def _is_beside(item: Drawn, other: Drawn) -> bool:
    return other.box[1] < item.box[1] + item.box[3] and other.box[1] + other.box[3] > item.box[1]
