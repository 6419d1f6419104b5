"""Text that lies on other text."""

from __future__ import annotations

from coldread.scanner.judge.finding import Layer, Meta, NotMeasured, Severity, Source, Text, Verdict, found
from coldread.scanner.judge.painted_evidence import in_both, place_of, was_scrolled
from coldread.scanner.page.page import Page

META = Meta(
    id="visual.text-overlap",
    needs=(Layer.DESKTOP,),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="Texts do not lie on each other",
        failure="Text that lies on other text: {count}",
        why="Two texts in one place cannot be read, neither of them.",
        fix="Take the fixed heights, negative margins or absolute positions off that push them together.",
    ),
    sv=Text(
        title="Texter ligger inte på varandra",
        failure="Text som ligger på annan text: {count}",
        why="Två texter på samma plats går inte att läsa, ingen av dem.",
        fix="Ta bort de fasta höjder, negativa marginaler eller absoluta positioner som trycker ihop dem.",
    ),
)


def check(page: Page) -> Verdict:
    if not was_scrolled(page):
        return NotMeasured("not-scrolled")
    lying = in_both(page, lambda painted: painted.overlapping)
    if not lying:
        return None
    proof = [place_of(page, one, view, value=one.other) for one, view in lying]
    return found(META, page.brief, Severity.P1, proof)
