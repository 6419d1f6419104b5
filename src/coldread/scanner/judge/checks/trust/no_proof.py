"""Nobody but the page itself vouches for the page."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.texts.said import Said
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Finding,
    Layer,
    Meta,
    NotApplicable,
    Severity,
    Source,
    Text,
    Verdict,
    found,
)
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.clubs import is_club
from coldread.scanner.reading.read import reading_of
from coldread.scanner.reading.unready import is_to_come

#: of these the page's customers are read
MOST_BLOCKS = 200

META = Meta(
    id="trust.no-proof",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="L",
    fix="spec_only",
    in_source=True,
    language_bound=True,
    nowhere=True,
    en=Text(
        title="Others vouch for the offer",
        failure="We found nobody else who vouches for you: no words with a name, no rating, no customer that can be looked up",
        why="New visitors look for someone who has tried it before them. What others say is the strongest answer to doubt.",
        fix="Add real proof near the first button: a quote with a name, customer logos, a rating with its source, or how many customers you have. Never invent it.",
    ),
    sv=Text(
        title="Andra går i god för erbjudandet",
        failure="Vi hittade ingen annan som går i god för er: inga ord med ett namn, inget betyg, ingen kund som går att slå upp",
        why="Nya besökare vill veta vilka som har provat före dem. Vad andra säger är det starkaste svaret på tvekan.",
        fix="Lägg till äkta bevis nära första knappen: ett citat med namn, kundlogotyper, ett betyg med källa eller hur många kunder ni har. Hitta aldrig på.",
    ),
)


def check(page: Page) -> Verdict:
    if page.proofs or reading_of(page).proofs:
        return None
    if is_club(page):
        return NotApplicable("no-customers")
    told = found(META, page.brief, Severity.P1, [evidence.searched(page, "body", value=0, threshold=1)])
    if is_to_come(page):
        return _in_words(told, _NOT_OUT_YET, page)
    return told if _sells_to_firms(page) else _in_words(told, _PLAIN, page)


def _in_words(told: Finding, said: dict[str, Said], page: Page) -> Finding:
    lang = page.brief.lang
    why = said["why"](lang) if "why" in said else told.why
    return replace(told, title=said["title"](lang), why=why, fix=replace(told.fix, summary=said["fix"](lang)))


#: a beekeeper has neither customers' logos nor cases, a charity no buyers, a school no ratings
_PLAIN = {
    "title": Said(
        en="We found nobody else who vouches for you: no words with a name, no rating, no figure with a source",
        sv="Vi hittade ingen annan som går i god för er: inga ord med ett namn, inget betyg, ingen siffra med källa",
    ),
    "fix": Said(
        en="Add something true near the first button: the words of somebody who knows you, with their name, a rating with its source, or a figure that can be checked. Never invent it.",
        sv="Lägg till något sant nära första knappen: några ord från någon som känner er, med namn, ett betyg med källa eller en siffra som går att kontrollera. Hitta aldrig på.",
    ),
}
#: nobody can have praised what nobody has had
_NOT_OUT_YET = {
    "why": Said(
        en="Visitors are asked for their address in return for a promise, so they look for who makes it.",
        sv="Besökaren ombeds lämna sin adress mot ett löfte, och undrar därför vem som ger det.",
    ),
    "title": Said(
        en="It is not out yet, and we found nobody else who vouches for it",
        sv="Det har inte kommit än, och vi hittade ingen annan som går i god för det",
    ),
    "fix": Said(
        en="Nobody can praise what is not out yet. Show the thing itself in a picture or a short film, and say who makes it, with a name. Never invent praise.",
        sv="Ingen kan berömma det som inte har kommit än. Visa själva saken i en bild eller en kort film, och säg vem som gör den, med namn. Hitta aldrig på beröm.",
    ),
}


def _sells_to_firms(page: Page) -> bool:
    """The page says whom it is for, and they are firms."""
    if page.brief.goal == PrimaryGoal.DEMO:
        return True
    told = " ".join([page.title, *(block.text for block in page.blocks[:MOST_BLOCKS])])
    return phrases("reading.firms").search(told) is not None
