"""Amounts of money as a page writes them, the sentences that hold them, and whether the thing itself is free. Pure."""

from __future__ import annotations

import re
from itertools import islice

from coldread.scanner.page.page import Page
from coldread.scanner.page.painted_lines import painted_lines
from coldread.scanner.reading.prices import AMOUNT, GOES_ON, NUMBER, free_places, sentence_around

#: characters of a page that are searched for a sentence, and of one text; sentences of a page
LONGEST_PAGE, LONGEST_TEXT, MOST_SENTENCES = 300_000, 10_000, 200
#: characters of the words that are quoted
LONGEST_WORDS = 140
#: between the ends of a range
_TO = r"(?:\s?[–-]\s?|\s(?:to|till)\s)"
#: a range whole: “7 500–12 000 kr”, “£950 – £1,080”, “1 500 till 3 000 kr”
_RANGE = re.compile(
    rf"(?:(?<![\d.,]){NUMBER}{_TO})?{AMOUNT.pattern}(?:{_TO}{AMOUNT.pattern}|\s?[–-]\s?{NUMBER}(?![\d.,]*\d))?",
    re.IGNORECASE,
)


def amounts_in(text: str) -> list[str]:
    """Amounts as they are written, without those that go on, as “£10 million” does."""
    return [
        match[0].strip()
        for match in _RANGE.finditer(text[:LONGEST_TEXT])
        if not GOES_ON.match(text, match.end())
    ]


def holds_amount(page: Page) -> bool:
    """The text that the page shows has a figure with a currency, of whatever it is."""
    return any(AMOUNT.search(block.text) for block in page.blocks)


def sentences_with_amounts(page: Page) -> list[str]:
    """The page's sentences with an amount of money, each once, and only words that it paints in one line or paragraph."""
    named = ((line, amount) for line in painted_lines(page) for amount in dict.fromkeys(amounts_in(line)))
    found = (
        part_around(sentence_around(line, *_span_of_part(line, amount)), amount)
        for line, amount in islice(named, MOST_SENTENCES)
    )
    return list(dict.fromkeys(found))


def _span_of_part(text: str, part: str) -> tuple[int, int]:
    at = text.index(part)
    return at, at + len(part)


def part_around(sentence: str, amount: str) -> str:
    """The sentence; of a long one the whole words around the amount."""
    if len(sentence) <= LONGEST_WORDS:
        return sentence
    at = max(0, sentence.find(amount) - LONGEST_WORDS // 2)
    part = sentence[at : at + LONGEST_WORDS]
    head = part.partition(" ")[2] if at else part
    tail = head if at + LONGEST_WORDS >= len(sentence) else head.rpartition(" ")[0]
    return f"{'…' if at else ''}{tail}{'…' if tail != head or at + LONGEST_WORDS < len(sentence) else ''}"


#: “free and open source”, “är helt gratis”: the thing itself, beside a first step that is free (`_FIRST_STEP`)
_FREE_ITSELF = re.compile(
    r"\b(?:free and open[- ]source|(?:is|are|it['’]s|completely|totally|entirely|absolutely|always) free|free of charge|at no (?:cost|charge)"
    r"|free (?:for (?:all|everyone|everybody|anyone)|to (?:join|use|attend|download|play|enter|come|take part|visit)|admission|entry|entrance|membership|software|app)|costs? nothing"
    r"|(?:helt|är|alltid) (?:gratis|kostnadsfri\w*)|(?:gratis|kostnadsfri\w*) (?:att|för alla|inträde|medlemskap|entré)|kostar (?:inget|ingenting)|fri entré|fritt inträde)\b",
    re.IGNORECASE,
)
_FIRST_STEP = re.compile(
    r"\b(?:quot\w+|estimat\w+|consult\w+|trial\w*|surveys?|assess\w+|calls?|deliver\w+|shipping|returns?|parking|wi-?fi|first|cancel\w*"
    r"|\w*offert\w*|\w*rådgivning\w*|konsultation\w*|hembesök\w*|besiktning\w*|värdering\w*|parkering\w*|\w*frakt\w*|leverans\w*|retur\w*|prov\w*|första|samtal\w*|avbok\w*|kvällar)\b",
    re.IGNORECASE,
)


def is_free_itself(page: Page) -> bool:
    """The page says that what it offers costs nothing, not only a quote, a delivery or a first visit."""
    told = (sentence_around(block.text, *match.span()) for block, match in free_places(page))
    return any(_FREE_ITSELF.search(one) and not _FIRST_STEP.search(one) for one in told)
