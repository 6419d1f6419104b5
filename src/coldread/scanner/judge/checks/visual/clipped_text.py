"""Text that is cut through."""

from __future__ import annotations

from coldread.scanner.judge.finding import Layer, Meta, NotMeasured, Severity, Source, Text, Verdict, found
from coldread.scanner.judge.painted_evidence import in_both, matters, place_of, was_scrolled
from coldread.scanner.page.page import Page

#: so many cut texts cost more than care
MANY = 3

META = Meta(
    id="visual.clipped-text",
    needs=(Layer.DESKTOP,),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="No text is cut off",
        failure="{count:One text is|{count} texts are} cut off",
        why="Half a line is harder to read than none, and the page looks unfinished. Measured on the rendered page after scrolling through it.",
        fix="Let the box grow with its text (no fixed height, no overflow:hidden around text), or give the text room to wrap.",
    ),
    sv=Text(
        title="Ingen text är avklippt",
        failure="{count:En text är avklippt|{count} texter är avklippta}",
        why="En halv rad är svårare att läsa än ingen alls, och sidan ser ofärdig ut. Mätt på den renderade sidan efter att den rullats igenom.",
        fix="Låt rutan växa med texten (ingen fast höjd, inget overflow:hidden runt text), eller ge texten plats att radbrytas.",
    ),
)


def check(page: Page) -> Verdict:
    if not was_scrolled(page):
        return NotMeasured("not-scrolled")
    cut = in_both(page, lambda painted: painted.clipped)
    if not cut:
        return None
    cut.sort(key=lambda row: not matters(page, row[0].selector))
    proof = [
        place_of(page, one, view, value=f"{round(100 * one.share)} %", threshold="0 %") for one, view in cut
    ]
    serious = len(cut) >= MANY or matters(page, cut[0][0].selector)
    return found(META, page.brief, Severity.P1 if serious else Severity.P2, proof)
