"""Amounts that do not say for what."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.judge.quoted import quoted
from coldread.scanner.page.page import Page
from coldread.scanner.reading.read import reading_of
from coldread.scanner.reading.record import Price

META = Meta(
    id="trust.price-unclear",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.6,
    effort="S",
    fix="spec_only",
    language_bound=True,
    goals=(PrimaryGoal.PAID_SIGNUP,),
    en=Text(
        title="Prices say what they cover and how often",
        failure="The prices do not say whether they are one-off, per month or per person: {amounts}",
        why="An amount without a unit raises a question, and a question beside the button costs sign-ups.",
        fix="Write the period, for how many, and whether tax is included, right beside the amount.",
    ),
    sv=Text(
        title="Priserna säger vad de gäller och hur ofta",
        failure="Priserna säger inte om de gäller per gång, per månad eller per person: {amounts}",
        why="Ett belopp utan enhet väcker en fråga, och en fråga vid knappen kostar köp.",
        fix="Skriv perioden, för hur många och om moms ingår, direkt vid beloppet.",
    ),
)

#: elements around a price, and characters of each, in which its card and the row of cards say what it is for
LEVELS, CARD = 2, 300
#: what is bought for a time or by head
_LASTS = re.compile(
    r"\b(?:month|monthly|year|yearly|annual|subscri|member|plans?\b|licen[cs]e|per person|per user|månad|årsavgift|abonnemang|prenumer|medlem|licens)",
    re.IGNORECASE,
)
#: an hour with somebody is paid by the hour that it says
_ONCE = re.compile(
    r"\d{1,3}[ -]?(?:min\b|mins\b|minut|hours?\b|timm)|\b(?:session|lesson|behandling|lektion)\b",
    re.IGNORECASE,
)


def check(page: Page) -> Verdict:
    reading = reading_of(page)
    if not reading.prices:
        return NotApplicable("no-price")
    if any(price.unit for price in reading.prices) or reading.risk_reversal or len(reading.prices) < 2:
        return None
    beside = list(_beside(page, reading.prices))
    if not any(_LASTS.search(said) for said in beside) or any(_ONCE.search(said) for said in beside):
        return None  # goods and single services are paid once, as everybody expects
    proof = [quoted(page, at, value=price.amount) for price in reading.prices for at in price.evidence]
    amounts = ", ".join(dict.fromkeys(price.amount for price in reading.prices[:3]))
    return found(META, page.brief, Severity.P2, proof, amounts=amounts)


def _beside(page: Page, prices: Iterable[Price]) -> Iterator[str]:
    """What the card of a price says, and the words before the row of them."""
    for price in prices:
        element = page.dom.by_selector.get(price.evidence[0].selector)
        if element is not None:
            yield from (above.begins(CARD) for above in (element, *islice(element.ancestors(), LEVELS)))
