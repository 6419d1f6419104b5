"""The page has no visible h1."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words

#: text of this size above the fold, or a picture of this width with that many words as alternative text, replaces a headline
BIG_TEXT_PX, BIG_PICTURE_PX, FEWEST_WORDS = 24, 300, 2

META = Meta(
    id="clarity.h1-missing",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.WCAG, Source.LIGHTHOUSE),
    confidence=1.0,
    effort="S",
    fix="spec_only",
    en=Text(
        title="One headline says what the page is about",
        failure="No visible text is marked as the main headline (h1)",
        why="Screen readers and search engines look for it to learn what the page offers, and a page without one often lacks the line that tells visitors, too.",
        fix="Make the largest text at the top of the page its only h1, and let it say what you offer and to whom.",
    ),
    sv=Text(
        title="En rubrik säger vad sidan handlar om",
        failure="Ingen synlig text är märkt som huvudrubrik (h1)",
        why="Skärmläsare och sökmotorer letar efter den för att få veta vad sidan erbjuder, och ofta saknas då också raden som säger det till besökaren.",
        fix="Gör den största texten högst upp till sidans enda h1, och låt den säga vad du erbjuder och till vem.",
    ),
)


def check(page: Page) -> Verdict:
    if page.headlines:
        return None
    invisible = [h1 for h1 in page.dom.all("h1") if h1.text]
    proof = [evidence.of(page, h1) for h1 in invisible] or [evidence.of_searched_place(page, "body")]
    blocks_goal = page.rendered and not _big_text_above_fold(page) and not _picture_of_words(page)
    return build_finding(META, page.brief, Severity.P0 if blocks_goal else Severity.P2, proof)


def _big_text_above_fold(page: Page) -> bool:
    view = page.seen.desktop
    return view is not None and any(
        item.visible and item.own_chars and item.font_size >= BIG_TEXT_PX and item.box[1] < view.height
        for item in view.drawn
    )


def _picture_of_words(page: Page) -> bool:
    """A banner above the fold whose alternative text says something."""
    view = page.seen.desktop
    return view is not None and any(
        (item := page.desktop.get(image.selector)) is not None
        and item.visible
        and item.box[1] < view.height
        and item.box[2] >= BIG_PICTURE_PX
        and len(words(image.attr("alt"))) >= FEWEST_WORDS
        for image in page.dom.shown("img")
    )
