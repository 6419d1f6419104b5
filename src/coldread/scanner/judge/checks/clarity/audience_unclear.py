"""Nothing on the first screen says whom it is for."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.answers import Answer, is_it_for_me
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
from coldread.scanner.reading.read import reading_of

META = Meta(
    id="clarity.audience-unclear",
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.6,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="Visitors see that they are meant",
        failure="Nothing says whom this is for",
        why="No group of people, no place and not even “you” stands where a visitor looks first, so nobody feels meant. Practitioner consensus.",
        fix="Name the people it is for, as they call themselves, in the headline or the line below it.",
    ),
    sv=Text(
        title="Besökaren ser att den är menad",
        failure="Inget säger vem det här är till för",
        why="Ingen grupp, ingen ort och inte ens ett ”du” står där besökaren tittar först, så ingen känner sig menad. Praktikers samlade erfarenhet.",
        fix="Nämn dem det är till för, med deras eget ord, i rubriken eller raden under.",
    ),
)


def check(page: Page) -> Verdict:
    if page.brief.audience:
        return NotApplicable("counted-elsewhere")  # clarity.audience-absent
    if page.headline is None:
        return NotApplicable("no-headline")
    if is_it_for_me(page, reading_of(page)).answer is not Answer.NO:
        return None
    return found(META, page.brief, Severity.P2, [evidence.of(page, page.headline)], count=1)
