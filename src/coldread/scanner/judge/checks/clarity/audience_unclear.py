"""Nothing on the first screen says whom it is for."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.answers import Answer, is_it_for_me
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
from coldread.scanner.reading.read import reading_of

#: how sure it is that a page which only implies its people would gain by naming them
UNSAID = 0.5

META = Meta(
    id="clarity.audience-unclear",
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.6,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="Visitors can see it is for them",
        failure="The first screen does not say who this is for",
        why="Where visitors look first, no group of people and no place is named, so nobody feels addressed.",
        fix="Name the people it is for, in the words they use about themselves, in the headline or the line below it.",
    ),
    sv=Text(
        title="Besökarna ser att det är till för dem",
        failure="Första skärmen säger inte vem det här är till för",
        why="Där besökaren tittar först nämns varken någon målgrupp eller någon ort, så ingen känner sig tilltalad.",
        fix="Nämn dem det är till för, så som de själva skulle säga det, i rubriken eller raden under.",
    ),
)


def check(page: Page) -> Verdict:
    if page.brief.audience:
        return NotApplicable("counted-elsewhere")  # clarity.audience-absent
    if page.headline is None:
        return NotApplicable("no-headline")
    told = is_it_for_me(page, reading_of(page))
    if told.answer is not Answer.NO and told.because != "for_me_offer":
        return None
    sure = META.confidence if told.answer is Answer.NO else UNSAID
    return found(META, page.brief, Severity.P2, [evidence.of(page, page.headline)], count=1, confidence=sure)
