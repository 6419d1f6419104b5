"""Words that are written otherwise."""

from __future__ import annotations

import re

from coldread.base.languages import JUDGED, quoted
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.dictionary import common_words
from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.quotes import read_blocks
from coldread.scanner.reading.spelling import page_slips

META = Meta(
    id="copy.spelling",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="Words are spelled correctly",
        failure="Misspelled: {samples}",
        why="A spelling mistake is small, but visitors remember it when they decide whether to trust a page. We list words that no dictionary has and that are one slip away from a common word; names are left out.",
        fix="Correct it, and ask someone else to proofread the page.",
    ),
    sv=Text(
        title="Orden är rättstavade",
        failure="Felstavat: {samples}",
        why="Ett stavfel är en liten sak, men besökare minns det när de avgör om en sida går att lita på. Vi tar upp ord som inte finns i någon ordlista och som ligger ett slarvfel från ett vanligt ord; namn räknas inte.",
        fix="Rätta det, och låt någon annan korrekturläsa sidan.",
    ),
)


def check(page: Page) -> Verdict:
    found_at = [
        *_known_slips(page),
        *_doubled(page),
        *((block, slip.start, slip.word) for block, slip in page_slips(page)),
    ]
    each = {word.lower(): (block, start, word) for block, start, word in reversed(found_at)}
    if not each:
        return None
    rows = sorted(each.values(), key=lambda row: (row[0].element.number, row[1]))
    proof = [
        evidence.of(page, block.element, snippet=_from(block.text, start), value=word)
        for block, start, word in rows
    ]
    samples = ", ".join(quoted(word, page.brief.lang) for _, _, word in rows[:4])
    return found(META, page.brief, Severity.P2, proof, samples=samples)


def _known_slips(page: Page) -> list[tuple[Block, int, str]]:
    """Those of the list, which may be more than one letter off; "successfully" begins like one and is none."""
    pattern = phrases("reading.misspelled", page.language)
    return [
        (block, match.start(), match[0])
        for block in read_blocks(page)
        if not page.is_quotation(block.element)
        for match in pattern.finditer(block.text)
        if match[0].lower() not in page.names
        and match[0].lower() not in common_words(page.language)
        and not _is_of_another(match[0].lower(), page.language)
    ]


#: small words that never follow themselves, and a stop after a stop
_TWICE = re.compile(
    r"\b(the|an|to|of|and|with|our|your|och|att|ett|av|med)\s\1\b|\b[^\W\d_]{2,20}\s?\.\s\.(?=\s|$)",
    re.IGNORECASE,
)


def _doubled(page: Page) -> list[tuple[Block, int, str]]:
    """“to to”, “. .”."""
    return [
        (block, match.start(), match[0])
        for block in read_blocks(page)
        if block.kind == "paragraph" and not page.is_quotation(block.element)
        for match in _TWICE.finditer(block.text)
    ]


def _is_of_another(word: str, language: str) -> bool:
    """ "Adress" is no slip where the line, whatever the page says, is Swedish."""
    return any(word in common_words(other) for other in JUDGED if other != language)


def _from(text: str, start: int) -> str:
    return text if start < evidence.MAX_SNIPPET - 30 else text[start:]
