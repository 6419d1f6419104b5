"""Words that are written otherwise."""

from __future__ import annotations

from coldread.base.languages import JUDGED
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
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="Words are spelled as in a dictionary",
        failure="Misspelled: {samples}",
        why="A slip in spelling is small, and yet it is what visitors remember when they weigh whether to trust a page. Counted are words that no dictionary has and that are one slip away from a common one; names are left alone.",
        fix="Correct it, and let somebody else read the page once.",
    ),
    sv=Text(
        title="Orden stavas som i ordlistan",
        failure="Felstavat: {samples}",
        why="Ett stavfel är litet, men det är sådant besökaren minns när den väger om sidan går att lita på. Här räknas ord som ingen ordlista har och som ligger ett slarvfel från ett vanligt ord; namn lämnas i fred.",
        fix="Rätta det, och låt någon annan läsa sidan en gång.",
    ),
)


def check(page: Page) -> Verdict:
    found_at = [*_known_slips(page), *((block, slip.start, slip.word) for block, slip in page_slips(page))]
    each = {word.lower(): (block, start, word) for block, start, word in reversed(found_at)}
    if not each:
        return None
    rows = sorted(each.values(), key=lambda row: (row[0].element.number, row[1]))
    proof = [
        evidence.of(page, block.element, snippet=_from(block.text, start), value=word)
        for block, start, word in rows
    ]
    samples = ", ".join(f"“{word}”" for _, _, word in rows[:4])
    return found(META, page.brief, Severity.P2, proof, samples=samples)


def _known_slips(page: Page) -> list[tuple[Block, int, str]]:
    """Those of the list, which may be more than one letter off."""
    pattern = phrases("reading.misspelled", page.language)
    return [
        (block, match.start(), match[0])
        for block in read_blocks(page)
        if not page.is_quotation(block.element)
        for match in pattern.finditer(block.text)
        if match[0].lower() not in page.names and not _is_of_another(match[0].lower(), page.language)
    ]


def _is_of_another(word: str, language: str) -> bool:
    """ "Adress" is no slip where the line, whatever the page says, is Swedish."""
    return any(word in common_words(other) for other in JUDGED if other != language)


def _from(text: str, start: int) -> str:
    return text if start < evidence.MAX_SNIPPET - 30 else text[start:]
