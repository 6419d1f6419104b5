"""No word about what it costs."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.texts.said import Said
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.calls import path_words
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.people import sells_nothing
from coldread.scanner.reading.prices import (
    asks_for_quote,
    counts_price,
    is_letter,
    next_step,
    rate,
    says_free,
)
from coldread.scanner.reading.read import reading_of

#: how sure, where a quote or a free first step is spoken of
TOLD = 0.5

META = Meta(
    id="trust.price-absent",
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS, Source.NNG),
    confidence=0.7,
    effort="M",
    fix="spec_only",
    language_bound=True,
    nowhere=True,
    en=Text(
        title="Visitors learn what it costs",
        failure="There is no price on the page",
        why="Visitors who find no price assume that it is high, or leave to compare. A range, a starting price or an example is enough.",
        fix="State the price, or how you work it out, with one true example.",
    ),
    sv=Text(
        title="Besökaren får veta vad det kostar",
        failure="Det finns inget pris på sidan",
        why="Den som inte hittar något pris utgår från att det är dyrt, eller går vidare och jämför. Ett spann, ett från-pris eller ett exempel räcker.",
        fix="Ange priset, eller hur det räknas ut, med ett verkligt exempel.",
    ),
)


def check(page: Page) -> Verdict:
    if reading_of(page).prices or counts_price(page) is not None or rate(page) is not None:
        return None
    if sells_nothing(page):
        return NotApplicable("no-price")
    goal, free = page.brief.goal, says_free(page)
    if goal == PrimaryGoal.NEWSLETTER and is_letter(page):
        return NotApplicable(
            "no-price"
        )  # a letter costs an address; trust.privacy-link and the next step tell
    if free and goal in (PrimaryGoal.OTHER, PrimaryGoal.NEWSLETTER):
        return None
    paid = goal == PrimaryGoal.PAID_SIGNUP
    spoken = bool(free or (not paid and asks_for_quote(page)))
    told = spoken or (goal == PrimaryGoal.DEMO and bool(next_step(page)))
    severity = Severity.P1 if paid and not told and not _elsewhere(page) else Severity.P2
    if goal == PrimaryGoal.DEMO and next_step(page):
        severity = Severity.INFO  # whoever says how the demo goes may tell the price there
    sure = META.confidence if not told else TOLD
    absent = found(META, page.brief, severity, [evidence.searched(page, "body")], count=1, confidence=sure)
    return replace(absent, title=_TOLD(page.brief.lang)) if spoken else absent


#: readers of 11 such pages missed the figure on all of them
_TOLD = Said(
    en="The page mentions a quote or a free start, but no price, not even an example",
    sv="Sidan nämner en offert eller en kostnadsfri start, men inget pris, inte ens ett exempel",
)


def _elsewhere(page: Page) -> bool:
    """A page of its own for prices; a place on this one would have been read."""
    links = [link for link in page.dom.shown("a") if not link.attr("href").startswith("#")]
    return any(
        phrases("reading.price_pages").search(f"{link.text} {path_words(link.attr('href'))}")
        for link in links
    )
