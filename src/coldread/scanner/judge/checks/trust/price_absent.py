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
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS, Source.NNG),
    confidence=0.7,
    effort="M",
    fix="spec_only",
    in_source=True,
    language_bound=True,
    nowhere=True,
    en=Text(
        title="Visitors learn what it costs",
        failure="We found no price on the page",
        why="Most visitors want to know roughly what it costs before they get in touch. Where the price differs from case to case, how you work it out is enough.",
        fix="State the price, a range, or how you work it out, and whether asking costs anything.",
    ),
    sv=Text(
        title="Besökaren får veta vad det kostar",
        failure="Vi hittade inget pris på sidan",
        why="De flesta vill veta ungefär vad det kostar innan de hör av sig. Är priset olika från fall till fall räcker det att säga hur ni räknar.",
        fix="Ange priset, ett spann eller hur ni räknar, och om det kostar något att fråga.",
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
    lang = page.brief.lang
    if goal != PrimaryGoal.BOOK_CALL:  # nobody asks an app shop or a box office for a quote
        absent = replace(
            absent, why=_NO_CALL["why"](lang), fix=replace(absent.fix, summary=_NO_CALL["fix"](lang))
        )
    return replace(absent, title=_TOLD(lang)) if spoken else absent


_NO_CALL = {
    "why": Said(
        en="Most visitors want to know what it costs before they go on.",
        sv="De flesta vill veta vad det kostar innan de går vidare.",
    ),
    "fix": Said(
        en="State the price, or that it costs nothing.", sv="Ange priset, eller att det inte kostar något."
    ),
}


#: readers of 11 such pages missed the figure on all of them
_TOLD = Said(
    en="We found no price on the page, only that visitors can ask or begin without paying",
    sv="Vi hittade inget pris på sidan, bara att man kan fråga eller börja utan att betala",
)


def _elsewhere(page: Page) -> bool:
    """A page of its own for prices; a place on this one would have been read."""
    links = [link for link in page.dom.shown("a") if not link.attr("href").startswith("#")]
    return any(
        phrases("reading.price_pages").search(f"{link.text} {path_words(link.attr('href'))}")
        for link in links
    )
