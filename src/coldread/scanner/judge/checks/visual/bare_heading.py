"""A heading has nothing below it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.page import Page

#: px: smallest empty gap between two headings that is a fault
GAP = 160.0
#: if more headings are bare, the page uses headings for another purpose
MOST = 2
_CONTENT = frozenset(
    ["img", "svg", "iframe", "video", "audio", "canvas", "form", "input", "button", "picture", "object", "embed", "table"]
)  # fmt: skip

META = Meta(
    id="visual.bare-heading",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    en=Text(
        title="No large gap without text and pictures follows a heading",
        failure="Between the heading “{said}” and the next one, we saw {gap} px without text or picture",
        why="Measured at 1366 × 768, after the page's scripts had run.",
        fix="If something is missing there, add it; else remove the heading.",
    ),
    sv=Text(
        title="Ingen stor lucka utan text och bilder följer på en rubrik",
        failure="Mellan rubriken ”{said}” och nästa såg vi {gap} px utan text eller bild",
        why="Mätt vid 1366 × 768, efter att sidans skript hade körts.",
        fix="Fattas något där: lägg till det, ta annars bort rubriken.",
    ),
)


def check(page: Page) -> Verdict:
    bare = list(_bare_headings(page))
    if not bare or len(bare) > MOST:
        return None
    proof = [evidence.of(page, element, value=round(gap), threshold=GAP) for element, gap in bare]
    heading = evidence.shortened(bare[0][0].text)
    return build_finding(META, page.brief, Severity.P2, proof, said=heading, gap=proof[0].value)


def _bare_headings(page: Page) -> Iterator[tuple[Element, float]]:
    """Each h2 with an empty gap before the next heading, and the gap in px."""
    marks = sorted(
        [heading for heading in page.dom.shown("h1", "h2", "footer") if heading.text],
        key=lambda heading: heading.number,
    )
    for heading, after in pairwise(marks):
        if heading.tag != "h2" or heading.closest("footer") is not None:
            continue
        between = page.dom.elements[heading.end : after.number]
        if any(not part.hidden and (part.tag in _CONTENT or part.text) for part in between):
            continue
        own, other = page.desktop.get(heading.selector), page.desktop.get(after.selector)
        dressed = any(
            item.background_image
            for part in between
            if (item := page.desktop.get(part.selector)) is not None and item.visible
        )
        if own is None or other is None or not own.visible or dressed:
            continue
        gap = other.box[1] - own.box[1] - own.box[3]
        if gap >= GAP:
            yield heading, gap
