"""A part of the page is empty."""

from __future__ import annotations

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
from coldread.scanner.judge.painted_evidence import faults_in_both_windows, place_of, was_scrolled
from coldread.scanner.page.page import Page
from coldread.scanner.page.painted import EmptyPart

#: px: a lower empty part may be intended
SCREEN = 640.0

META = Meta(
    id="visual.blank-area",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="M",
    fix="spec_only",
    en=Text(
        title="No part of the page is empty",
        failure="{height} px of the page is empty",
        why="Visitors who scroll into nothing think that the page has ended or is broken. We scrolled through the page first, so content that only appears then counts as there.",
        fix="Show the content without waiting for a script, or remove the empty part.",
    ),
    sv=Text(
        title="Ingen del av sidan är tom",
        failure="{height} px av sidan är tom yta",
        why="Den som rullar in i ett tomrum tror att sidan är slut eller trasig. Vi rullade igenom sidan först, så det som visas först då räknas som synligt.",
        fix="Visa innehållet utan att vänta på ett skript, eller ta bort den tomma delen.",
    ),
)


def check(page: Page) -> Verdict:
    if not was_scrolled(page):
        return NotMeasured("not-scrolled")
    if page.seen.cut_off:
        return NotMeasured("cut-off")
    empty = faults_in_both_windows(page, lambda painted: (part for part in painted.empty if is_fault(part)))
    if not empty:
        return None
    empty.sort(key=lambda place: (not place[0].silent, -place[0].box[3]))
    proof = [place_of(page, part, view, value=round(part.box[3])) for part, view in empty]
    # text that never appears is certainly a fault; empty space may be intended
    severity = Severity.P1 if empty[0][0].silent else Severity.P2
    return build_finding(META, page.brief, severity, proof, height=round(empty[0][0].box[3]))


def is_fault(part: EmptyPart) -> bool:
    """The screenshot is blank there, and the part has text that never appears or is nearly as high as a screen."""
    return part.blank is True and (bool(part.silent) or part.box[3] >= SCREEN)
