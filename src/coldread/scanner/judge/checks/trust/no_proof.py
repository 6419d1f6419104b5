"""Nobody but the page itself vouches for the page."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.texts.said import Said
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.read import reading_of

#: of these the page's customers are read
MOST_BLOCKS = 200

META = Meta(
    id="trust.no-proof",
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="L",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="Others vouch for the offer",
        failure="The page shows no proof: no testimonial, rating, customer logo, case or number of customers",
        why="New visitors look for someone who has tried it before them. What others say is the strongest answer to doubt.",
        fix="Add real proof near the first button: a quote with a name, customer logos, a rating with its source, or how many customers you have. Never invent it.",
    ),
    sv=Text(
        title="Andra går i god för erbjudandet",
        failure="Sidan visar inga bevis: inget kundcitat, betyg, kundlogotyp, kundexempel eller antal kunder",
        why="Nya besökare vill veta vilka som har provat före dem. Vad andra säger är det starkaste svaret på tvekan.",
        fix="Lägg till äkta bevis nära första knappen: ett citat med namn, kundlogotyper, ett betyg med källa eller hur många kunder ni har. Hitta aldrig på.",
    ),
)


def check(page: Page) -> Verdict:
    if page.proofs or reading_of(page).proofs:
        return None
    if _is_club(page):
        return NotApplicable("no-customers")
    told = found(META, page.brief, Severity.P1, [evidence.searched(page, "body", value=0, threshold=1)])
    if _sells_to_firms(page):
        return told
    lang = page.brief.lang
    return replace(told, title=_PLAIN["title"](lang), fix=replace(told.fix, summary=_PLAIN["fix"](lang)))


#: a beekeeper has neither customers' logos nor cases
_PLAIN = {
    "title": Said(
        en="The page shows no proof: nothing from a customer, no rating, nobody else's word",
        sv="Sidan visar inget som styrker den: inget från en kund, inget betyg, ingen annans ord",
    ),
    "fix": Said(
        en="Add something true near the first button: a customer's words with a name, a rating with its source, or how many have bought or come. Never invent it.",
        sv="Lägg till något sant nära första knappen: en kunds ord med namn, ett betyg med källa eller hur många som har köpt eller kommit. Hitta aldrig på.",
    ),
}


def _sells_to_firms(page: Page) -> bool:
    """The page says whom it is for, and they are firms."""
    if page.brief.goal == PrimaryGoal.DEMO:
        return True
    told = " ".join([page.title, *(block.text for block in page.blocks[:MOST_BLOCKS])])
    return phrases("reading.firms").search(told) is not None


def _is_club(page: Page) -> bool:
    """Something that one joins, by its own name: it has members, and nobody asks them for a reference."""
    headline = reading_of(page).headline
    named = f"{page.title} · {headline.text if headline else ''}"
    return page.brief.goal == PrimaryGoal.OTHER and phrases("reading.clubs").search(named) is not None
