"""Amounts that do not say for what."""

from __future__ import annotations

import re

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.judge.quoted import quoted
from coldread.scanner.page.page import Page
from coldread.scanner.reading.read import reading_of

META = Meta(
    id="trust.price-unclear",
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

#: what is bought for a time or by head, somewhere on the page
_LASTS = re.compile(
    r"\b(?:month|monthly|year|yearly|annual|subscri|member|plan|licen[cs]e|per person|per user|månad|årsavgift|abonnemang|prenumer|medlem|licens)",
    re.IGNORECASE,
)


def check(page: Page) -> Verdict:
    reading = reading_of(page)
    if not reading.prices:
        return NotApplicable("no-price")
    if any(price.unit for price in reading.prices) or reading.risk_reversal or len(reading.prices) < 2:
        return None
    if not any(_LASTS.search(block.text[:2_000]) for block in page.blocks):
        return None  # goods and single services are paid once, as everybody expects
    proof = [quoted(page, at, value=price.amount) for price in reading.prices for at in price.evidence]
    amounts = ", ".join(dict.fromkeys(price.amount for price in reading.prices[:3]))
    return found(META, page.brief, Severity.P2, proof, amounts=amounts)
