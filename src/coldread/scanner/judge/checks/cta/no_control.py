"""A first screen has no button and no field."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.texts.inline_text import InlineText
from coldread.scanner.judge.finding import Evidence, Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.judge.windows import window_words
from coldread.scanner.page.observations import Viewport
from coldread.scanner.page.observe.actions import can_be_seen
from coldread.scanner.page.page import Page

META = Meta(
    id="cta.no-control",
    measured=True,
    needs=(Layer.DESKTOP, Layer.MOBILE, Layer.STYLES),
    sources=(Source.NNG,),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    en=Text(
        title="The first screen offers something to press",
        failure="There is no button and no field on the first screen {where}",
        why="Most attention stays on the first screen (Nielsen Norman Group, 2018). Somebody who is convinced there should not have to look for the way on.",
        fix="Put one button for the next step below the headline.",
    ),
    sv=Text(
        title="Första skärmen har något att trycka på",
        failure="Det finns ingen knapp och inget fält på första skärmen {where}",
        why="Den mesta uppmärksamheten stannar på första skärmen (Nielsen Norman Group, 2018). Den som blir övertygad där ska inte behöva leta efter vägen vidare.",
        fix="Lägg en knapp för nästa steg under rubriken.",
    ),
)

_BOTH = InlineText(
    en="There is no button and no field on the first screen, on a computer or a phone",
    sv="Det finns ingen knapp och inget fält på första skärmen, varken på datorn eller i mobilen",
)


def check(page: Page) -> Verdict:
    views = [view for view in (page.seen.desktop, page.seen.mobile) if view is not None]
    bare = [view for view in views if not _has_control(page, view)]
    if not bare:
        return None
    both = len(bare) == len(views)
    proof = [_first_screen(view) for view in bare]
    where = window_words(bare[0].name, page.brief.lang)
    finding = found(META, page.brief, Severity.P1 if both else Severity.P2, proof, count=1, where=where)
    return replace(finding, title=_BOTH(page.brief.lang)) if both else finding


def _has_control(page: Page, view: Viewport) -> bool:
    """A control is on the first screen, by any element that paints it, now or before the scan scrolled."""
    fields = {field.element.selector for form in page.forms for field in form.fields}
    wanted = {action.selector for action in page.actions} | fields
    if any(page.was_on_first_screen(selector, view) for selector in wanted):
        return True
    if any(inner.selector in wanted and inner.box[1] < view.height for inner in view.inner):
        return True
    drawn = [item for item in view.drawn if item.selector in wanted and can_be_seen(item)]
    return any((item.area or item.box)[1] < view.height for item in drawn)


def _first_screen(view: Viewport) -> Evidence:
    return Evidence(
        layer="rendered",
        selector="body",
        snippet="body",
        viewport=view.name,
        box=(0, 0, view.width, view.height),
        value=0,
        threshold=1,
    )
