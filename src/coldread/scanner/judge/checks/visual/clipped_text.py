"""Text is cut off."""

from __future__ import annotations

from collections.abc import Iterator

from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.judge.painted_evidence import (
    faults_in_both_windows,
    is_in_heading_or_control,
    place_of,
    was_scrolled,
)
from coldread.scanner.page.observations import Drawn, Viewport
from coldread.scanner.page.page import Page

#: so many cut texts are a P1
MANY = 3
#: px beyond the window's edge from which on wrapped text is cut; less is uneven line ends
LEAST_PX = 24
#: px that a page may be wider than its window without scrolling sideways
SCROLLED_PX = 2
#: line heights of text that wraps; most windows wide, since wider text moves; fewest characters
WRAPPED, WIDEST, FEWEST_CHARS = 1.9, 1.5, 12

META = Meta(
    id="visual.clipped-text",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="No text is cut off",
        failure="At least {count:one text is|{count} texts are} cut off by a box or by the edge of the window",
        why="Measured on the page as our browser drew it, after we had scrolled through it. A text that is cut on purpose counts too.",
        fix="Let the text wrap and its box grow with it: no fixed width or height and no overflow:hidden around text. On a phone nothing should be wider than the screen.",
    ),
    sv=Text(
        title="Ingen text är avklippt",
        failure="Minst {count:en text är avskuren|{count} texter är avskurna} av en ruta eller av fönstrets kant",
        why="Mätt på sidan som vår webbläsare ritade den, efter att vi hade rullat igenom den. En text som är avskuren med avsikt räknas också.",
        fix="Låt texten radbrytas och rutan växa med den: ingen fast bredd eller höjd och inget overflow:hidden runt text. I mobilen ska inget vara bredare än skärmen.",
    ),
)


def check(page: Page) -> Verdict:
    if not was_scrolled(page):
        return NotMeasured("not-scrolled")
    over = list(_over_the_edge(page))
    known = {item.selector for item, _ in over}
    cut = [
        place
        for place in faults_in_both_windows(page, lambda painted: painted.clipped)
        if place[0].selector not in known
    ]
    if not cut and not over:
        return None
    cut.sort(key=lambda place: not is_in_heading_or_control(page, place[0].selector))
    proof = [
        place_of(page, item, view, value=_pixels_outside_text(item, view), threshold="0 px")
        for item, view in over
    ]
    proof += [
        place_of(page, clipped, view, value=f"{round(100 * clipped.share)} %", threshold="0 %")
        for clipped, view in cut
    ]
    first = any(item.box[1] < view.height for item, view in over)
    serious = (
        first or len(proof) >= MANY or any(is_in_heading_or_control(page, item.selector) for item in proof)
    )
    return build_finding(META, page.brief, Severity.P1 if serious else Severity.P2, proof, glaring=first)


def _over_the_edge(page: Page) -> Iterator[tuple[Drawn, Viewport]]:
    """Texts with lines outside the window where nobody can scroll to them, from the top of the page down."""
    reported: set[str] = set()
    for view in filter(None, (page.seen.mobile, page.seen.desktop)):
        for item in sorted(view.drawn, key=lambda one: one.box[1]):
            if (
                item.selector not in reported
                and _pixels_outside_window(item, view) >= LEAST_PX
                and _is_text(item, view)
            ):
                reported.add(item.selector)
                yield item, view


def _pixels_outside_window(item: Drawn, view: Viewport) -> float:
    """Pixels of its lines that are outside of the window."""
    x, _, wide, _ = item.box
    _, right, _, left = item.padding
    behind = x + wide - right - view.width if view.scroll_width <= view.width + SCROLLED_PX else 0.0
    return max(behind, -(x + left))


def _pixels_outside_text(item: Drawn, view: Viewport) -> str:
    return f"{round(_pixels_outside_window(item, view))} px"


def _is_text(item: Drawn, view: Viewport) -> bool:
    """Wrapped lines in the middle of the window. Text that comes in from the side is a carousel."""
    x, _, wide, high = item.box
    top, _, bottom, _ = item.padding
    wraps = high - top - bottom >= WRAPPED * item.painted_size
    middle = x < view.width / 2 < x + wide
    flows = item.position in ("static", "relative") and wide <= view.width * WIDEST
    return item.visible and item.own_chars >= FEWEST_CHARS and wraps and middle and flows
