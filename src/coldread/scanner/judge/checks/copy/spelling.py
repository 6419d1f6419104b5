"""Words that are written otherwise."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.quotes import read_blocks

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
        why="A slip in spelling is small, and yet it is what visitors remember when they weigh whether to trust a page. Known slips only; names are left alone.",
        fix="Correct it, and let somebody else read the page once.",
    ),
    sv=Text(
        title="Orden stavas som i ordlistan",
        failure="Felstavat: {samples}",
        why="Ett stavfel är litet, men det är sådant besökaren minns när den väger om sidan går att lita på. Bara kända fel räknas; namn lämnas i fred.",
        fix="Rätta det, och låt någon annan läsa sidan en gång.",
    ),
)


def check(page: Page) -> Verdict:
    pattern = phrases("reading.misspelled", page.language)
    slips = [
        (block, match)
        for block in read_blocks(page)
        if not page.is_quotation(block.element)
        for match in pattern.finditer(block.text)
        if match[0].lower() not in page.names
    ]
    if not slips:
        return None
    loud = any(block.kind == "heading" or page.in_hero(block.element) for block, _ in slips)
    proof = [
        evidence.of(page, block.element, snippet=_from(block.text, match.start()), value=match[0])
        for block, match in slips
    ]
    samples = ", ".join(f"“{word}”" for word in dict.fromkeys(match[0] for _, match in slips[:4]))
    return found(META, page.brief, Severity.P1 if loud else Severity.P2, proof, samples=samples)


def _from(text: str, start: int) -> str:
    return text if start < evidence.MAX_SNIPPET - 30 else text[start:]
