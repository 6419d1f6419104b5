"""Nothing to press on the first screen."""

from __future__ import annotations

from coldread.scanner.judge.finding import Evidence, Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observations import Viewport
from coldread.scanner.page.observe.actions import can_be_seen
from coldread.scanner.page.page import Page

META = Meta(
    id="cta.none",
    needs=(Layer.DESKTOP, Layer.MOBILE),
    sources=(Source.NNG,),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    en=Text(
        title="The first screen offers something to do",
        failure="No button stands on the first screen, neither on desktop nor on mobile",
        why="Most attention stays on the first screen (Nielsen Norman Group, 2018). Whoever is convinced there finds nothing to press.",
        fix="Put one button with the goal's next step under the headline.",
    ),
    sv=Text(
        title="Första skärmen erbjuder något att göra",
        failure="Ingen knapp finns på första skärmen, varken på dator eller mobil",
        why="Den mesta uppmärksamheten stannar på första skärmen (Nielsen Norman Group, 2018). Den som blir övertygad där hittar inget att trycka på.",
        fix="Sätt en knapp med målets nästa steg under rubriken.",
    ),
)


def check(page: Page) -> Verdict:
    views = [view for view in (page.seen.desktop, page.seen.mobile) if view is not None]
    if any(_pressable_above_fold(page, view) for view in views):
        return None
    return found(META, page.brief, Severity.P0, [_first_screen(page, view) for view in views], count=1)


def _pressable_above_fold(page: Page, view: Viewport) -> bool:
    """By whatever paints it; what stood there before anybody scrolled counts too."""
    wanted = {action.selector for action in page.actions} | {call.selector for call in page.calls}
    if any(page.stood_on_first_screen(selector, view) for selector in wanted):
        return True
    if any(one.selector in wanted and one.box[1] < view.height for one in view.inner):
        return True
    drawn = [item for item in view.drawn if item.selector in wanted and can_be_seen(item)]
    return any((item.area or item.box)[1] < view.height for item in drawn)


def _first_screen(page: Page, view: Viewport) -> Evidence:
    return Evidence(
        layer="rendered",
        selector="body",
        snippet="body",
        viewport=view.name,
        box=(0, 0, view.width, view.height),
        value=0,
        threshold=1,
    )
