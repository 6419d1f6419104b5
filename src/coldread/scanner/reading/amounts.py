"""Amounts of money that a page names as the price of something, with the words that say of what. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.contacts import with_labels
from coldread.scanner.reading.prices import AMOUNT, NUMBER, free_places, is_no_price, sentence_around

#: characters of a block beside its amount that leave the label to the block before, and of such a label
LONGEST_REST, LONGEST_LABEL = 25, 60
#: characters of the words that are quoted
LONGEST_WORDS = 140
#: characters of the first figure of a range
LONGEST_FIGURE = 24
#: the first half of a range: “7 500–12 000 kr”, “£10 to £20” has both
_FROM = re.compile(rf"(?<![\d.,])(?:{NUMBER})\s?[–-]\s?$")
_TO = re.compile(rf"\s?[–-]\s?(?:{NUMBER})(?![\d.,]*\d)")
#: words beside a sum that say it is a price
_PRICED = re.compile(
    r"\b(?:\w{0,20}pris(?:et|er|erna|lista)?|kostar?|\w{0,20}kostnad\w*|\w{0,20}avgift\w*|\w{0,12}hyra|hyran|biljett\w*|entré\w*|inträde\w*|medlem\w*|betala\w*|timpris|från"
    r"|prices?|priced|costs?|fees?|fares?|rates?|charges?|tickets?|subscriptions?|memberships?|members?|entry|admission|pay|from)\b"
    r"|(?:\bper\b|/)\s?(?!cent\b)\w",
    re.IGNORECASE,
)
#: words of a sentence; “Free Zone” is a name
LEAST_WORDS = 3
#: of a page that offers to make other people's websites
_MAKES_SITES = re.compile(
    r"\b(?:webb?(?:lösning|utveckling|plats|design|byrå|sid|site)\w*|hemsid\w*|web ?(?:design|development|sites?|hosting))",
    re.IGNORECASE,
)


@dataclass(frozen=True, kw_only=True)
class NamedAmount:
    """An amount as written, a range whole, and the page's words around it."""

    amount: str
    words: str
    #: words beside it say that it is a price
    is_priced: bool


def named_amounts(page: Page) -> list[NamedAmount]:
    """Each amount once, in the page's order, without those that are no price by the words around them."""
    found: dict[str, NamedAmount] = {}
    for block, label in with_labels(page.blocks):
        for one in _amounts_of(block, label):
            found.setdefault(one.amount, one)
    return list(found.values())


def holds_amount(page: Page) -> bool:
    """The text that the page shows has a figure with a currency, of whatever it is."""
    return any(AMOUNT.search(block.text) for block in page.blocks)


def _amounts_of(block: Block, label: str) -> Iterator[NamedAmount]:
    text = block.text
    for match in AMOUNT.finditer(text):
        if is_no_price(text, match):
            continue
        amount = _whole_range(text, match)
        sentence = sentence_around(text, *match.span())
        around = sentence
        if len(text) <= len(amount) + LONGEST_REST and len(label) <= LONGEST_LABEL:
            around = f"{label} {sentence}"
            if (beside := AMOUNT.search(around, len(label) + 1)) is None or is_no_price(around, beside):
                continue  # the cell before says of what it is: “Deductible”, “£300”
        yield NamedAmount(
            amount=amount, words=_near(sentence, amount), is_priced=bool(_PRICED.search(around))
        )


def _whole_range(text: str, match: re.Match[str]) -> str:
    nearest = max(0, match.start() - LONGEST_FIGURE)
    before, after = _FROM.search(text[nearest : match.start()]), _TO.match(text, match.end())
    start = nearest + before.start() if before is not None else match.start()
    return text[start : after.end() if after is not None else match.end()].strip()


def _near(sentence: str, amount: str) -> str:
    """The sentence; of a long one the part around the amount."""
    if len(sentence) <= LONGEST_WORDS:
        return sentence
    at = max(0, sentence.find(amount) - LONGEST_WORDS // 2)
    part = sentence[at : at + LONGEST_WORDS]
    head = part.partition(" ")[2] if at else part
    tail = head if at + LONGEST_WORDS >= len(sentence) else head.rpartition(" ")[0]
    return f"{'…' if at else ''}{tail}{'…' if tail != head or at + LONGEST_WORDS < len(sentence) else ''}"


def is_of_another_firm(page: Page, home: Page) -> bool:
    """It offers to make websites, and the home page does not: an advertisement of the site's maker."""
    return bool(_MAKES_SITES.search(_head(page))) and not _MAKES_SITES.search(_head(home))


def _head(page: Page) -> str:
    return " ".join((page.title, *map(heading_text, page.headlines)))


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


def free_sentences(page: Page) -> list[str]:
    """The page's sentences that say that something costs nothing, each once."""
    found = (
        _near(sentence_around(block.text, *match.span()), match[0]) for block, match in free_places(page)
    )
    return list(dict.fromkeys(one for one in found if len(words(one)) >= LEAST_WORDS))


def is_free_itself(page: Page) -> bool:
    """The page says that what it offers costs nothing, not only a quote, a delivery or a first visit."""
    told = (sentence_around(block.text, *match.span()) for block, match in free_places(page))
    return any(_FREE_ITSELF.search(one) and not _FIRST_STEP.search(one) for one in told)
