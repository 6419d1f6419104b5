"""Headlines without a single fact."""

from __future__ import annotations

import re

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.page.phrases import phrases

FIRST_HEADINGS = 3

META = Meta(
    id="copy.no-specifics",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.6,
    effort="M",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="The first lines contain a fact",
        failure="Headline, subhead and first headings contain no number, unit or name",
        why="A number or a name is easier to believe than an adjective. This does not affect the score.",
        fix="Put one true figure, time or name in the first lines.",
    ),
    sv=Text(
        title="De första raderna innehåller ett faktum",
        failure="Rubrik, underrubrik och de första mellanrubrikerna saknar siffror, enheter och namn",
        why="En siffra eller ett namn är lättare att tro på än ett adjektiv. Det påverkar inte poängen.",
        fix="Lägg in en sann siffra, en tid eller ett namn i de första raderna.",
    ),
)

#: no year, no digit inside a name
_FIGURE = re.compile(r"(?<!\w)(?!(?:19|20)\d\d(?!\d))\d{1,12}(?!\w{0,12}[A-Z])")
_NAME = re.compile(r"(?<=[a-zåäö,] )[A-ZÅÄÖ][a-zåäö]{2,}")


def check(page: Page) -> Verdict:
    if page.headline is None:
        return NotApplicable("no-headline")
    headings = [h2.text for h2 in page.dom.shown("h2")][:FIRST_HEADINGS]
    said = " . ".join([heading_text(page.headline), *(block.text for block in page.subheads[:2]), *headings])
    if _FIGURE.search(said) or phrases("units.words").search(said) or _NAME.search(said):
        return None
    return found(META, page.brief, Severity.INFO, [evidence.of(page, page.headline)])
