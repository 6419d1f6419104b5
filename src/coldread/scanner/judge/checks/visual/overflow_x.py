"""The page is wider than its window."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.texts.inline_text import InlineText
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Evidence,
    Finding,
    Layer,
    Meta,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    found,
)
from coldread.scanner.judge.page_width import PLAIN_PX, SLIGHT_PX, TOLERANCE_PX, laid_out, runs_over
from coldread.scanner.page.observations import Viewport
from coldread.scanner.page.page import Page

META = Meta(
    id="visual.overflow-x",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.LIGHTHOUSE,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="The page fits the width of a phone",
        failure="On a phone, the page is {over} px wider than the screen",
        why="Text and buttons run off the edge, and the page slides sideways when people scroll.",
        fix="Give the widest element max-width:100%, or let its row wrap.",
    ),
    sv=Text(
        title="Sidan ryms på mobilskärmens bredd",
        failure="I mobilen är sidan {over} px bredare än skärmen",
        why="Text och knappar sticker ut utanför kanten, och sidan glider i sidled när man rullar.",
        fix="Ge det bredaste elementet max-width:100%, eller låt raden brytas.",
    ),
)


def check(page: Page) -> Verdict:
    view = runs_over(page)
    if view is None:
        unseen = "phone-shrinks" if page.is_shrunk else "no-mobile"
        return NotMeasured(unseen) if page.seen.mobile is None else None
    over = view.scroll_width - view.width
    if view.name == "desktop":
        return replace(
            _finding_of_view(page, view, Severity.P2), title=_DESKTOP(page.brief.lang).format(over=over)
        )
    return (
        _finding_of_view(page, view, _weight(over))
        if over > TOLERANCE_PX
        else _widened(page, view, laid_out(view))
    )


_DESKTOP = InlineText(
    en="On a computer, the page is {over} px wider than the window",
    sv="På datorn är sidan {over} px bredare än fönstret",
)


def _weight(over: int) -> Severity:
    return Severity.INFO if over <= SLIGHT_PX else Severity.P2 if over < PLAIN_PX else Severity.P1


def _finding_of_view(page: Page, view: Viewport, severity: Severity) -> Finding:
    proof = [
        evidence.of_drawn(page, item, view.name, value=round(item.box[0] + item.box[2]), threshold=view.width)
        for item in view.overflowing
    ] or [evidence.searched(page, "body", value=view.scroll_width, threshold=view.width)]
    return found(META, page.brief, severity, proof, over=view.scroll_width - view.width)


def _widened(page: Page, view: Viewport, wide: int) -> Finding:
    proof = [
        Evidence(
            layer="rendered",
            viewport="mobile",
            selector=layer.selector,
            snippet=evidence.shortened(layer.text) or layer.selector,
            box=layer.box,
            value=round(layer.box[0] + layer.box[2]),
            threshold=view.width,
        )
        for layer in view.overlays
        if layer.box[0] + layer.box[2] > view.width + SLIGHT_PX
    ]
    return found(META, page.brief, _weight(wide - view.width), proof, over=wide - view.width)
