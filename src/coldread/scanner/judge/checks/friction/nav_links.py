"""The header has many links."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page

MAX_LINKS = 7
#: a header is at the top; a side menu or a second navigation further down is not
HEADER_PX = 250

META = Meta(
    id="friction.nav-links",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    en=Text(
        title="The header does not lead visitors away",
        failure="The header has {count} links",
        why="Every link that leads away competes with the main button. This does not affect the score.",
        fix="Keep the links a buyer needs and move the others to the footer.",
    ),
    sv=Text(
        title="Sidhuvudet leder inte bort besökaren",
        failure="Sidhuvudet har {count} länkar",
        why="Varje länk som leder bort konkurrerar med huvudknappen. Det påverkar inte poängen.",
        fix="Behåll de länkar en köpare behöver och flytta de andra till sidfoten.",
    ),
)


def check(page: Page) -> Verdict:
    unmarked = not page.dom.shown("header", "nav")
    links = [
        link
        for link in page.dom.shown("a")
        if (unmarked or region_of(link) in ("header", "nav"))
        and link.text
        and (item := page.desktop.get(link.selector))
        and item.visible
        and item.box[1] < HEADER_PX
    ]
    if len(links) <= MAX_LINKS:
        return None
    proof = [evidence.of(page, link, viewport="desktop") for link in links]
    return found(META, page.brief, Severity.INFO, proof, count=len(links))
