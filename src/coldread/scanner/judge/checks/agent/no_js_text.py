"""Most of the text appears only after scripts have run."""

from __future__ import annotations

from collections import Counter

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotApplicable,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words

SMALLEST_SHARE = 0.4
#: with fewer words the share is not meaningful
FEWEST_WORDS = 20

META = Meta(
    id="agent.no-js-text",
    measured=True,
    needs=(Layer.STATIC, Layer.DESKTOP),
    sources=(Source.LIGHTHOUSE,),
    confidence=0.9,
    effort="L",
    fix="spec_only",
    en=Text(
        title="At least 40% of the words are in the HTML that the server sends",
        failure="{share}% of the words that our browser showed are in the HTML that the server sent",
        why="The others come from scripts. Programs that read only the HTML do not get them.",
        fix="If they should, render the page on the server or when it is built.",
    ),
    sv=Text(
        title="Minst 40 % av orden finns i HTML-koden som servern skickar",
        failure="{share} % av orden som vår webbläsare visade finns i HTML-koden som servern skickade",
        why="De andra kommer från skript. Program som bara läser HTML-koden får dem inte.",
        fix="Ska de få dem: rendera sidan på servern eller när den byggs.",
    ),
)


def check(page: Page) -> Verdict:
    drawn_words = Counter(word.lower() for word in words(page.dom.body.text))
    if drawn_words.total() < FEWEST_WORDS:
        return NotApplicable("no-text")
    source_words = Counter(word.lower() for word in words(page.seen.source.body.text))
    share = (drawn_words & source_words).total() / drawn_words.total()
    if share >= SMALLEST_SHARE:
        return None
    proof = [evidence.of_searched_place(page, "body", value=round(share, 2), threshold=SMALLEST_SHARE)]
    return build_finding(META, page.brief, Severity.P1, proof, share=round(100 * share))
