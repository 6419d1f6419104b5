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
        title="Paragraphs are short",
        failure="One paragraph is {words} words long",
        why="People skim (Nielsen Norman Group): they skip blocks that look like hard work, and everything in them.",
        fix="Split it after each thought, or turn it into a short list.",
    ),
    sv=Text(
        title="Styckena är korta",
        failure="Ett stycke är {words} ord långt",
        why="Folk skummar (Nielsen Norman Group): de hoppar över block som ser jobbiga ut, och därmed allt som står i dem.",
        fix="Dela upp det efter varje tanke, eller gör om det till en kort lista.",
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
