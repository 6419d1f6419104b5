"""Nothing to press on the first screen."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.texts.said import Said
from coldread.scanner.judge import evidence
from coldread.scanner.judge.checks.cta import goal_mismatch
from coldread.scanner.judge.finding import (
    Evidence,
    Finding,
    Layer,
    Meta,
    NotApplicable,
    Severity,
    Source,
    Text,
    Verdict,
    found,
)
from coldread.scanner.page.observations import Drawn, Viewport
from coldread.scanner.page.observe.actions import can_be_seen, is_slider_dot
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases, whole_phrases, words
from coldread.scanner.reading.read import reading_of

#: a fill that one sees, and the sides of a box
OPAQUE, BOXED = 0.5, 3

META = Meta(
    id="cta.none",
    measured=False,
    needs=(Layer.DESKTOP, Layer.MOBILE, Layer.STYLES),
    sources=(Source.NNG,),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    en=Text(
        title="The first screen offers something to do",
        failure="We found no button for the next step on the first screen, on a computer or a phone",
        why="Most attention stays on the first screen (Nielsen Norman Group, 2018). Somebody who is convinced there should not have to look for the way on.",
        fix="Put one button for the next step below the headline.",
    ),
    sv=Text(
        title="Första skärmen erbjuder något att göra",
        failure="Vi hittade ingen knapp för nästa steg på första skärmen, varken på dator eller mobil",
        why="Den mesta uppmärksamheten stannar på första skärmen (Nielsen Norman Group, 2018). Den som blir övertygad där ska inte behöva leta efter vägen vidare.",
        fix="Lägg en knapp för nästa steg under rubriken.",
    ),
)


def check(page: Page) -> Verdict:
    views = [view for view in (page.seen.desktop, page.seen.mobile) if view is not None]
    if any(_pressable_above_fold(page, view) for view in views):
        return None
    if not page.calls and isinstance(goal_mismatch.verdict(page), Finding):
        return NotApplicable("counted-elsewhere")  # nothing on the whole page serves the goal
    severity = Severity.P1 if page.calls or _reaches_somebody(page) else Severity.P0
    away = [item for view in views for item in _dressed(page, view)]
    proof = away[:MOST_AWAY] or [_first_screen(page, view) for view in views]
    told = found(META, page.brief, severity, proof, count=1)
    return replace(told, title=_AWAY(page.brief.lang)) if away else told


#: buttons are there, and none of them is the step
_AWAY = Said(
    en="We found buttons on the first screen, but none for the step the page is for",
    sv="Vi hittade knappar på första skärmen, men ingen för steget som sidan finns till för",
)
MOST_AWAY = 5


def _reaches_somebody(page: Page) -> bool:
    """A number, an address or a page for it: late or hidden is not never."""
    links = page.dom.shown("a")
    return bool(reading_of(page).contacts) or any(
        phrases("contact.links").search(link.text) for link in links
    )


def _dressed(page: Page, view: Viewport) -> list[Evidence]:
    """What looks like a button on the first screen, wherever it leads."""
    return [
        evidence.of_drawn(page, item, view.name)
        for item in view.drawn
        if item.tag in ("a", "button")
        and item.visible
        and words(item.text)
        and not is_slider_dot(item.text)
        and not whole_phrases("labels.controls").fullmatch(item.text.strip())
        and item.box[1] + item.box[3] / 2 <= view.height
        and _is_filled(item)
        and not _is_menu(page, item.selector)
    ]


def _is_filled(item: Drawn) -> bool:
    filled = item.background_image or item.background[3] > OPAQUE
    return filled or item.border_sides >= BOXED or bool(item.drawn_by)


def _is_menu(page: Page, selector: str) -> bool:
    element = page.dom.by_selector.get(selector)
    return element is None or region_of(element) in ("nav", "header")


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
