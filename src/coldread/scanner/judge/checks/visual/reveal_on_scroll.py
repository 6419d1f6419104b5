"""Text appears only when visitors scroll."""

from __future__ import annotations

from coldread.scanner.judge import evidence
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
from coldread.scanner.judge.painted_evidence import was_scrolled
from coldread.scanner.page.page import Page

META = Meta(
    id="visual.reveal-on-scroll",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="Text can be seen before visitors scroll to it",
        failure="{count:One part of the page was|{count} parts of the page were} invisible until we scrolled",
        why="After scrolling we saw the content, so nothing else is said about it. This does not affect the score.",
        fix="If it should show without scripts too, make it visible from the start, and animate its position instead.",
    ),
    sv=Text(
        title="Text kan ses innan man rullar till den",
        failure="{count:En del av sidan var osynlig|{count} delar av sidan var osynliga} tills vi rullade",
        why="Efter rullningen såg vi innehållet, så inget mer sägs om det. Det påverkar inte poängen.",
        fix="Ska det visas även utan skript: låt det synas från början, och animera läget i stället.",
    ),
)


def check(page: Page) -> Verdict:
    if not was_scrolled(page):
        return NotMeasured("not-scrolled")
    view = page.seen.desktop
    waiting = view.painted.revealed if view and view.painted else ()
    elements = [page.dom.by_selector[selector] for selector in waiting if selector in page.dom.by_selector]
    proof = [evidence.of(page, element, viewport="desktop") for element in elements]
    return build_finding(META, page.brief, Severity.INFO, proof) if proof else None
