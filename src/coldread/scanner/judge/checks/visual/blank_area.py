"""A part of the page where nothing is."""

from __future__ import annotations

from coldread.scanner.judge.finding import Layer, Meta, NotMeasured, Severity, Source, Text, Verdict, found
from coldread.scanner.judge.painted_evidence import in_both, place_of, was_scrolled
from coldread.scanner.page.page import Page
from coldread.scanner.page.painted import EmptyPart

#: less may be meant
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
    empty = in_both(page, lambda painted: (one for one in painted.empty if is_fault(one)))
    if not empty:
        return None
    empty.sort(key=lambda row: (not row[0].silent, -row[0].box[3]))
    proof = [place_of(page, one, view, value=round(one.box[3])) for one, view in empty]
    # text that is there and never shows is certain to be a fault; mere room may be meant
    severity = Severity.P1 if empty[0][0].silent else Severity.P2
    return found(META, page.brief, severity, proof, height=round(empty[0][0].box[3]))


def is_fault(part: EmptyPart) -> bool:
    """The picture shows nothing there; without text that stays away it must be nearly a whole screen."""
    return part.blank is True and (bool(part.silent) or part.box[3] >= SCREEN)
