"""Phones get a shrunken desktop page."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.judge.page_width import adapts_to_phones
from coldread.scanner.page.observe.head import metas
from coldread.scanner.page.page import Page

META = Meta(
    id="mobile.viewport-missing",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.LIGHTHOUSE,),
    confidence=1.0,
    effort="S",
    fix="safe",
    content=False,
    en=Text(
        title="The page adapts to phones",
        failure="The page does not adapt to phones",
        why="Without the viewport meta tag, a phone draws the page at about 980 px and shrinks it: text and buttons of the usual size become small, unless styles for that width enlarge them.",
        fix="Add a viewport meta tag with width=device-width, initial-scale=1 to the head.",
    ),
    sv=Text(
        title="Sidan anpassar sig till mobiler",
        failure="Sidan anpassar sig inte till mobiler",
        why="Utan metataggen viewport ritar mobilen upp sidan på cirka 980 px och krymper den: text och knappar av vanlig storlek blir små, om inte stilregler för den bredden förstorar dem.",
        fix="Lägg till metataggen viewport med width=device-width, initial-scale=1 i head.",
    ),
)


def check(page: Page) -> Verdict:
    declared = metas(page.dom, "viewport")
    if adapts_to_phones(page):
        return None
    proof = [evidence.of(page, meta, value=meta.attr("content")) for meta in declared]
    return build_finding(META, page.brief, Severity.P0, proof or [evidence.of_searched_place(page, "head")])
