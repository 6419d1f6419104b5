"""No word about what it costs."""

from __future__ import annotations

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.calls import path_words
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.prices import asks_for_quote, says_free
from coldread.scanner.reading.read import reading_of

META = Meta(
    id="trust.price-absent",
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS, Source.NNG),
    confidence=0.7,
    effort="M",
    fix="spec_only",
    language_bound=True,
    goals=(PrimaryGoal.PAID_SIGNUP, PrimaryGoal.BOOK_CALL),
    en=Text(
        title="Visitors learn what it costs",
        failure="Nothing says what it costs",
        why="Who finds no price guesses a high one, or leaves to compare. A range, a starting price or an example is enough; practitioner consensus.",
        fix="State the price, or how it is worked out, with one true example.",
    ),
    sv=Text(
        title="Besökaren får veta vad det kostar",
        failure="Inget säger vad det kostar",
        why="Den som inte hittar något pris gissar på ett högt, eller går och jämför. Ett spann, ett från-pris eller ett exempel räcker; praktikers samlade erfarenhet.",
        fix="Skriv priset, eller hur det räknas ut, med ett verkligt exempel.",
    ),
)


def check(page: Page) -> Verdict:
    if reading_of(page).prices:
        return None
    paid = page.brief.goal == PrimaryGoal.PAID_SIGNUP
    if _elsewhere(page) or (not paid and (says_free(page) or asks_for_quote(page))):
        return None
    severity = Severity.P1 if paid and not says_free(page) else Severity.P2
    return found(META, page.brief, severity, [evidence.searched(page, "body")], count=1)


def _elsewhere(page: Page) -> bool:
    """A page of its own for prices; a place on this one would have been read."""
    links = [link for link in page.dom.shown("a") if not link.attr("href").startswith("#")]
    return any(
        phrases("reading.price_pages").search(f"{link.text} {path_words(link.attr('href'))}")
        for link in links
    )
