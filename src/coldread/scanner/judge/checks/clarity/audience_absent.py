"""The people whom the page is for are not named where they look first."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
from coldread.scanner.reading.audience import names_audience, wanted_words

META = Meta(
    id="clarity.audience-absent",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.5,
    effort="S",
    fix="needs_review",
    language_bound=True,
    nowhere=True,
    en=Text(
        title="The audience recognises itself",
        failure="We found nothing in headline, subhead or title that names the people you told us of",
        why="Visitors stay when they recognise themselves. Name them, or their situation, in the first lines.",
        fix="Name the audience, or the situation they are in, in the headline or the sentence below it.",
    ),
    sv=Text(
        title="Målgruppen känner igen sig",
        failure="Vi hittade inget i rubrik, underrubrik eller titel som nämner dem ni sa att sidan är till för",
        why="Besökare stannar när de känner igen sig. Nämn dem, eller deras situation, i de första raderna.",
        fix="Nämn målgruppen, eller situationen den befinner sig i, i rubriken eller i meningen under.",
    ),
)


def check(page: Page) -> Verdict:
    if not wanted_words(page.brief.audience):
        return NotApplicable("no-audience")
    if names_audience(page):
        return None
    proof = [evidence.of(page, h1) for h1 in page.headlines[:1]] or [evidence.searched(page, "body")]
    return found(META, page.brief, Severity.P1, proof)
