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
        title="Text is there before visitors scroll to it",
        failure="{count:One part of the page appears|{count} parts of the page appear} only when visitors scroll",
        why="We scrolled and saw the content, so nothing else is held against the page. Until then its place is empty.",
        fix="Make the text visible from the start, and animate its position or a shadow instead.",
    ),
    sv=Text(
        title="Texten finns innan man rullar till den",
        failure="{count:En del av sidan|{count} delar av sidan} visas först när man rullar",
        why="Vi rullade och såg innehållet, så inget annat läggs sidan till last. Fram till dess är dess plats tom.",
        fix="Låt texten synas från början, och animera i stället läget eller en skugga.",
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
