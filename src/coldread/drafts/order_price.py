"""What the order says about money: its prices, or that nothing is sold. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from coldread.drafts.assignment import Assignment
from coldread.scanner.page.page import Page
from coldread.scanner.reading.prices import AMOUNT, free_in, is_no_price, sentence_around

#: “vi säljer ingenting”, “everything is free”, “no sales language”
_SELLS_NOTHING = re.compile(
    r"\b(?:säljer (?:ju |faktiskt )?(?:ingenting|inget|inte)|inget (?:är )?till salu|(?:allt|det|den|de) är (?:helt )?(?:gratis|kostnadsfri\w*)|kostar (?:inget|ingenting)"
    r"|sell(?:s|ing)? nothing|(?:don['’]t|doesn['’]t|do not|does not) sell|nothing (?:is )?(?:for sale|sold)|(?:everything|it|all(?: of it)?|(?:the|our) (?:app|software|service|site|club|membership|tool|event|course))(?:['’]s| is| are| will be| stays) (?:completely |entirely |all )?free|costs? nothing|no charge)\b",
    re.IGNORECASE,
)
#: words of a sum that somebody wants to reach, needs or spends
_NO_PRICE = re.compile(
    r"\b(?:upp (?:i|till)|nå(?:r|tt)?|behöver|budget\w*|går loss|kostar oss|omsätt\w*|drar in|lägger|diesel\w*|reach|target|goal of|budget|costs us|spend|earn|make|worth)\b",
    re.IGNORECASE,
)
#: words of somebody who does not want the price to be printed, or has not decided it
_UNDECIDED = re.compile(
    r"\b(?:inte (?:är )?(?:bestäm\w+|klart|velat|vill)|lutar åt|vågar|kanske|ändras|lova"
    r"|not (?:yet )?(?:decided|sure|final)|undecided|might|maybe|changes|don['’]t want|do not want|rather not)\b",
    re.IGNORECASE,
)
#: characters before an amount in which such words count
_BEFORE = 40


@dataclass(frozen=True, kw_only=True)
class OrderPrice:
    """The order's own sentences, verbatim."""

    #: sentences with a price
    priced: tuple[str, ...] = ()
    #: their amounts as written
    amounts: tuple[str, ...] = ()
    #: sentences that say that it is free or that nothing is sold
    free: tuple[str, ...] = ()

    @property
    def is_nothing_sold(self) -> bool:
        return not self.amounts and any(_SELLS_NOTHING.search(one) for one in self.free)

    def amounts_not_on(self, page: Page) -> tuple[str, ...]:
        """Those whose figure no text of the page has, in whatever spacing."""
        figures = {
            _figure(match[0])
            for text in (page.title, *(block.text for block in page.blocks))
            for match in _FIGURE.finditer(text)
        }
        return tuple(one for one in self.amounts if _figure(one) not in figures)


_FIGURE = re.compile(r"\d{1,3}(?:[ \u00a0\u202f.,]\d{3})+|\d+")


def _figure(text: str) -> str:
    match = _FIGURE.search(text)
    return re.sub(r"\D", "", match[0]) if match is not None else ""


def order_price(asked: Assignment) -> OrderPrice:
    """By the words of the goal, the trouble and the constraints, in this order."""
    priced: dict[str, None] = {}
    amounts: dict[str, None] = {}
    free: dict[str, None] = {}
    for written in (asked.goal, asked.pain_point, asked.constraints):
        text = " ".join(written.split())
        for match in AMOUNT.finditer(text):
            before = text[max(0, match.start() - _BEFORE) : match.start()]
            sentence = _sentence(text, match)
            if (
                not is_no_price(text, match)
                and not _NO_PRICE.search(before)
                and not _UNDECIDED.search(sentence)
            ):
                priced[sentence] = None
                amounts[match[0].strip()] = None
        steps = free_in(text) if written is asked.goal else ()
        for match in (*_SELLS_NOTHING.finditer(text), *steps):
            free[_sentence(text, match)] = None
    return OrderPrice(priced=tuple(priced), amounts=tuple(amounts), free=tuple(free))


def _sentence(text: str, match: re.Match[str]) -> str:
    return sentence_around(text, *match.span()).rstrip(".")
