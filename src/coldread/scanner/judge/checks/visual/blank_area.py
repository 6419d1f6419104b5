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
        title="No large part of our picture of the page is empty",
        failure="In our picture of the page, {height} px from top to bottom show only background",
        why="The picture was taken after we had scrolled through the page. What needs more than that to appear is not in it.",
        fix="If something belongs there, show it without waiting for a script; else close the gap.",
    ),
    sv=Text(
        title="Ingen stor del av vår bild av sidan är tom",
        failure="I vår bild av sidan visar {height} px uppifrån och ner bara bakgrund",
        why="Bilden togs efter att vi hade rullat igenom sidan. Det som kräver mer än så för att visas är inte med.",
        fix="Hör något hemma där: visa det utan att vänta på ett skript, stäng annars luckan.",
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
