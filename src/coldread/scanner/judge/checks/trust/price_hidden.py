"""The only price stands behind a closed question."""

from __future__ import annotations

from coldread.scanner.judge.costs import is_closed
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.judge.quoted import quoted
from coldread.scanner.page.page import Page
from coldread.scanner.reading.read import reading_of

META = Meta(
    id="trust.price-hidden",
    measured=False,
    needs=(Layer.DESKTOP,),
    sources=(Source.NNG, Source.CONSENSUS),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    en=Text(
        title="The price can be seen without opening anything",
        failure="The only price, {amount}, is behind a question that has to be opened first",
        why="Visitors look for the price, and few open one question after another to find it. Those who do not find it think that there is none.",
        fix="Say it in the open as well, near the first button or in a part of its own.",
    ),
    sv=Text(
        title="Priset syns utan att man öppnar något",
        failure="Det enda priset, {amount}, ligger bakom en fråga som måste öppnas först",
        why="Besökare letar efter priset, och få öppnar fråga efter fråga för att hitta det. Den som inte hittar det tror att det saknas.",
        fix="Skriv det öppet också, nära första knappen eller i ett eget avsnitt.",
    ),
)


def check(page: Page) -> Verdict:
    prices = reading_of(page).prices
    if not prices:
        return NotApplicable("no-price")
    if not all(is_closed(page, price) for price in prices):
        return None
    proof = [quoted(page, at, value=price.amount) for price in prices for at in price.evidence]
    return found(META, page.brief, Severity.P2, proof, count=1, amount=prices[0].amount)
