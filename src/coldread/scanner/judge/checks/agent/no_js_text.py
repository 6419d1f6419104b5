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
        title="The text is in the HTML",
        failure="Only {share}% of the words are there before scripts run",
        why="AI assistants and many crawlers read the HTML as it is sent. Text that scripts add later does not exist for them.",
        fix="Render the page on the server or at build time.",
    ),
    sv=Text(
        title="Texten finns i HTML-koden",
        failure="Bara {share} % av orden finns innan skript har körts",
        why="AI-assistenter och många sökrobotar läser HTML-koden som den skickas. Text som skript lägger till senare finns inte för dem.",
        fix="Rendera sidan på servern eller när den byggs.",
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
