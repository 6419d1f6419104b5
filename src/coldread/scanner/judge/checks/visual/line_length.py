"""Lines are too long."""

from __future__ import annotations

import math

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.page import Page

MAX_CHARS = 95

META = Meta(
    id="visual.line-length",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="No line has more than 95 characters",
        failure="The fullest lines of a paragraph have about {chars} characters",
        why="Counted at 1366 × 768. Guides for reading advise 75 to 95. This does not affect the score.",
        fix="If you want them shorter, limit the column, for instance to max-width: 70ch.",
    ),
    sv=Text(
        title="Ingen rad har mer än 95 tecken",
        failure="De längsta raderna i ett stycke har ungefär {chars} tecken",
        why="Räknat vid 1366 × 768. Råd om läsning nämner 75 till 95. Det påverkar inte poängen.",
        fix="Vill du ha dem kortare: begränsa spalten, till exempel till max-width: 70ch.",
    ),
)


def check(page: Page) -> Verdict:
    wide = [
        (chars, item) for item in page.desktop.values() if (chars := characters_per_line(item)) > MAX_CHARS
    ]
    if not wide:
        return None
    wide.sort(key=lambda pair: -pair[0])
    proof = [
        evidence.of_drawn(page, item, "desktop", value=chars, threshold=MAX_CHARS) for chars, item in wide
    ]
    return build_finding(META, page.brief, Severity.INFO, proof, chars=wide[0][0])


def characters_per_line(item: Drawn) -> int:
    """Characters of its fullest line; 0 for a single line, which is no column.

    Old records do not have them: at least one line has the average.
    """
    if not item.visible or item.lines < 2:
        return 0
    if item.line_chars:
        return item.line_chars
    blanks = item.text.count(" ")
    return math.ceil((item.own_chars + min(blanks, item.own_chars)) / item.lines)
