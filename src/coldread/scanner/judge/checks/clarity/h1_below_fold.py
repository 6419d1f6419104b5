"""The headline starts below the first screen."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Evidence,
    Layer,
    Meta,
    NotApplicable,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.judge.windows import window_words
from coldread.scanner.page.observations import Drawn, Viewport
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words

#: share of the headline's first line that is above the fold if the headline counts as visible
LEAST = 0.5
#: fewest and most words of another line that visitors take for the headline
FEWEST_WORDS, MOST_WORDS = 2, 16

META = Meta(
    id="clarity.h1-below-fold",
    measured=True,
    needs=(Layer.DESKTOP, Layer.MOBILE, Layer.STYLES),
    sources=(Source.NNG,),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    en=Text(
        title="The headline is visible without scrolling",
        failure="The headline (h1) begins {top} px down {where}, and the first screen ends at {fold} px",
        why="Measured before anybody scrolls. Nielsen Norman Group (2018) measured more than half of the viewing time on the first screen.",
        fix="If it should be on the first screen, shorten or move what is above it.",
    ),
    sv=Text(
        title="Rubriken syns utan att man rullar",
        failure="Rubriken (h1) börjar {top} px ner {where}, och första skärmen slutar vid {fold} px",
        why="Mätt innan någon rullar. Nielsen Norman Group (2018) mätte mer än hälften av tittandet på första skärmen.",
        fix="Ska den synas på första skärmen: korta eller flytta det som ligger ovanför.",
    ),
)


def check(page: Page) -> Verdict:
    if not page.measured_headlines:
        return NotApplicable("no-headline")
    low = [
        item
        for view in (page.seen.desktop, page.seen.mobile)
        if view and (item := _evidence_if_too_low(page, view))
    ]
    if not low:
        return None
    return build_finding(
        META,
        page.brief,
        Severity.P1,
        low,
        top=low[0].value,
        fold=low[0].threshold,
        where=window_words(low[0].viewport, page.brief.lang),
    )


def _evidence_if_too_low(page: Page, view: Viewport) -> Evidence | None:
    boxes = page.desktop if view.name == "desktop" else page.mobile
    tops = [
        (boxes[h1.selector].box[1], h1)
        for h1 in page.measured_headlines
        if h1.selector in boxes and boxes[h1.selector].visible
    ]
    if not tops:
        return None
    top, h1 = min(tops, key=lambda pair: pair[0])
    own = boxes[h1.selector]
    if top + LEAST * own.painted_size <= view.height or page.was_on_first_screen(h1.selector, view):
        return None
    if any(_reads_as_headline(item, own, view) for item in boxes.values()):
        return None  # visitors take that line for the headline, whatever its markup is
    return evidence.of(page, h1, viewport=view.name, value=round(top), threshold=view.height)


def _reads_as_headline(item: Drawn, h1: Drawn, view: Viewport) -> bool:
    return (
        item.visible
        and bool(item.own_chars)
        and item.box[1] + LEAST * item.painted_size <= view.height
        and item.painted_size >= h1.painted_size
        and FEWEST_WORDS <= len(words(item.text)) <= MOST_WORDS
    )
