"""Sentences and words are too long for people who skim."""

from __future__ import annotations

import re
from collections.abc import Sequence

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words

FEWEST_WORDS = 60
HARD, VERY_HARD = 50, 60
LONG_WORD = 6

META = Meta(
    id="copy.readability",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.READABILITY, Source.LIX),
    confidence=0.6,
    effort="M",
    fix="spec_only",
    en=Text(
        title="The copy has a LIX of at most 50",
        failure="By our count, paragraphs and list items have a readability index (LIX) of {lix}",
        why="LIX is the mean number of words in a sentence plus the percentage of words of more than six letters. Its usual scale calls 50 to 60 difficult.",
        fix="Shorter sentences and shorter words lower it.",
    ),
    sv=Text(
        title="Texten har ett LIX på högst 50",
        failure="Enligt vår räkning har stycken och listpunkter läsbarhetsindexet LIX {lix}",
        why="LIX är antalet ord per mening i snitt plus andelen ord med mer än sex bokstäver i procent. Den vanliga skalan kallar 50 till 60 svårt.",
        fix="Kortare meningar och kortare ord sänker det.",
    ),
)

_SENTENCE_END = re.compile(r"[.!?:…]+(?:\s|$)")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def check(page: Page) -> Verdict:
    counted = sum([len(_words(block.text)) for block in page.copy])
    if counted < FEWEST_WORDS:
        return NotMeasured("too-little-text")
    index = lix([block.text for block in page.copy])
    if index <= HARD:
        return None
    hardest = sorted(page.copy, key=_hardness, reverse=True)[:3]
    proof = [evidence.of(page, block.element, snippet=block.text) for block in hardest]
    return build_finding(
        META,
        page.brief,
        Severity.P2,
        proof,
        count=1,
        confidence=0.9 if index > VERY_HARD else 0.6,
        lix=round(index),
    )


def _hardness(block: Block) -> float:
    return lix([block.text]) if len(block.text) > 80 else 0


def _words(text: str) -> Sequence[str]:
    """The words of a text; ASCII text uses the shared, cached split."""
    return words(text) if text.isascii() else _WORD.findall(text)


def lix(texts: list[str]) -> float:
    """Words per sentence plus the share of words longer than six letters; every block ends a sentence."""
    found_words = [word for text in texts for word in _words(text)]
    if not found_words:
        return 0.0
    sentences = sum(
        max(1, sum(1 for part in _SENTENCE_END.split(text) if _WORD.search(part))) for text in texts
    )
    long_words = sum([len(word) > LONG_WORD for word in found_words])
    return len(found_words) / sentences + 100 * long_words / len(found_words)
