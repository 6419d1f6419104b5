"""A paragraph is too long."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.page import Page

MAX_WORDS = 90
#: fewest parts of a ticker
FEWEST_PARTS = 3
#: line breaks of a text that is a list of lines, such as addresses
FEWEST_BREAKS = 3

META = Meta(
    id="copy.wall-of-text",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.NNG,),
    confidence=1.0,
    effort="S",
    fix="spec_only",
    en=Text(
        title="No paragraph has more than 90 words",
        failure="A paragraph has {words} words",
        why="Our limit is 90 words. It is a convention, not a standard.",
        fix="If you want it shorter, split it, or make a list of it.",
    ),
    sv=Text(
        title="Inget stycke har mer än 90 ord",
        failure="Ett stycke har {words} ord",
        why="Vår gräns är 90 ord. Den är en konvention, ingen standard.",
        fix="Vill du ha det kortare: dela upp det, eller gör en lista av det.",
    ),
)


def check(page: Page) -> Verdict:
    walls = [
        (len(block.text.split()), block)
        for block in page.copy
        if not _runs_past(page, block)
        and not page.is_quotation(block.element)
        and block.element.count("br") < FEWEST_BREAKS
    ]
    walls = sorted((pair for pair in walls if pair[0] > MAX_WORDS), key=lambda pair: -pair[0])
    if not walls:
        return None
    proof = [
        evidence.of(page, block.element, snippet=block.text, value=size, threshold=MAX_WORDS)
        for size, block in walls
    ]
    return build_finding(META, page.brief, Severity.P2, proof, words=walls[0][0])


def _runs_past(page: Page, block: Block) -> bool:
    """A ticker: its parts are in one line that is wider than the window."""
    parts = [item for element in block.element.elements if (item := page.desktop.get(element.selector))]
    wide = page.seen.desktop.width if page.seen.desktop else 0
    return len(parts) >= FEWEST_PARTS and any(item.box[0] + item.box[2] > wide for item in parts)
