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
from coldread.scanner.reading.prices import asks_for_quote, counts_price, is_letter, next_step, says_free
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
    en=Text(
        title="Visitors learn what it costs",
        failure="No price stands on the page",
        why="Who finds no price guesses a high one, or leaves to compare. A range, a starting price or an example is enough.",
        fix="State the price, or how it is worked out, with one true example.",
    ),
    sv=Text(
        title="Besökaren får veta vad det kostar",
        failure="Inget pris står på sidan",
        why="Den som inte hittar något pris gissar på ett högt, eller går och jämför. Ett spann, ett från-pris eller ett exempel räcker.",
        fix="Skriv priset, eller hur det räknas ut, med ett verkligt exempel.",
    ),
)


def check(page: Page) -> Verdict:
    if reading_of(page).prices or counts_price(page) is not None:
        return None
    goal, free = page.brief.goal, says_free(page)
    if goal == PrimaryGoal.NEWSLETTER and is_letter(page):
        return NotApplicable(
            "no-price"
        )  # a letter costs an address; trust.privacy-link and the next step tell
    if free and goal in (PrimaryGoal.OTHER, PrimaryGoal.NEWSLETTER):
        return None
    paid = goal == PrimaryGoal.PAID_SIGNUP
    told = bool(free or (not paid and asks_for_quote(page)) or (goal == PrimaryGoal.DEMO and next_step(page)))
    severity = Severity.P1 if paid and not told and not _elsewhere(page) else Severity.P2
    if goal == PrimaryGoal.DEMO and next_step(page):
        severity = Severity.INFO  # whoever says how the demo goes may tell the price there
    sure = META.confidence if not told else TOLD
    absent = found(META, page.brief, severity, [evidence.searched(page, "body")], count=1, confidence=sure)
    return replace(absent, title=_TOLD(page.brief.lang)) if told else absent


#: readers of 11 such pages missed the figure on all of them
_TOLD = Said(
    en="A quote or a free start is spoken of, but no price, not even an example",
    sv="En offert eller en gratis början nämns, men inget pris, inte ens ett exempel",
)


def _elsewhere(page: Page) -> bool:
    """A page of its own for prices; a place on this one would have been read."""
    links = [link for link in page.dom.shown("a") if not link.attr("href").startswith("#")]
    return any(
        phrases("reading.price_pages").search(f"{link.text} {path_words(link.attr('href'))}")
        for link in links
    )
