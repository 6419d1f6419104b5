"""The header has many links."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
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
        title="The header has few links",
        failure="The header has {count} links",
        why="Each of them is one more choice beside the main step. This does not affect the score.",
        fix="Keep the links a visitor needs and move the others to the footer.",
    ),
    sv=Text(
        title="Sidhuvudet har få länkar",
        failure="Sidhuvudet har {count} länkar",
        why="Var och en är ett val till bredvid det viktigaste steget. Det påverkar inte poängen.",
        fix="Behåll de länkar en besökare behöver och flytta de andra till sidfoten.",
    ),
)


def check(page: Page) -> Verdict:
    links = [
        link
        for link in page.dom.shown("a")
        if region_of(link) in ("header", "nav")
        and link.attr("href")
        and link.text
        and (item := page.desktop.get(link.selector))
        and item.visible
        and item.box[1] < HEADER_PX
    ]
    if len(links) <= MAX_LINKS:
        return None
    proof = [evidence.of(page, link, viewport="desktop") for link in links]
    return build_finding(META, page.brief, Severity.INFO, proof, count=len(links))
