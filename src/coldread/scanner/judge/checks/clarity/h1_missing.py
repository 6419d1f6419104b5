"""No headline: nothing tells a stranger where they are."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page

#: text of this size above the fold can still carry the message, though no heading does
BIG_TEXT_PX = 28

META = Meta(
    id="clarity.h1-missing",
    needs=(Layer.STATIC,),
    sources=(Source.WCAG, Source.LIGHTHOUSE),
    confidence=1.0,
    effort="S",
    fix="spec_only",
    en=Text(
        title="One headline says what the page is about",
        failure="No visible text is marked as the main headline (h1)",
        why="Visitors decide within seconds whether to stay. Without an h1, neither people nor screen readers nor search engines are told what the page offers.",
        fix="Make the largest text at the top of the page its only h1, and let it say what you offer and to whom.",
    ),
    sv=Text(
        title="En rubrik säger vad sidan handlar om",
        failure="Ingen synlig text är märkt som huvudrubrik (h1)",
        why="Besökaren bestämmer sig på några sekunder. Utan h1 får varken människor, skärmläsare eller sökmotorer veta vad sidan erbjuder.",
        fix="Gör den största texten högst upp till sidans enda h1, och låt den säga vad ni erbjuder och till vem.",
    ),
)


def check(page: Page) -> Verdict:
    if page.headlines:
        return None
    invisible = [h1 for h1 in page.dom.all("h1") if h1.text]
    proof = [evidence.of(page, h1) for h1 in invisible] or [evidence.searched(page, "body")]
    blocks_goal = page.rendered and not _big_text_above_fold(page)
    return found(META, page.brief, Severity.P0 if blocks_goal else Severity.P2, proof)


def _big_text_above_fold(page: Page) -> bool:
    view = page.seen.desktop
    return view is not None and any(
        item.visible and item.own_chars and item.font_size >= BIG_TEXT_PX and item.box[1] < view.height
        for item in view.drawn
    )
