"""Nothing on the first screen says whom it is for."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.languages import Language
from coldread.base.texts.said import Said
from coldread.scanner.judge import evidence
from coldread.scanner.judge.answers import Answer, Answered, is_it_for_me
from coldread.scanner.judge.checks.clarity import place_absent
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
from coldread.scanner.judge.quoted import quoted
from coldread.scanner.page.page import Page
from coldread.scanner.reading.read import reading_of

#: how sure it is that a page which only implies its people would gain by naming them
UNSAID = 0.5

META = Meta(
    id="clarity.audience-unclear",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.6,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="Visitors can see it is for them",
        failure="We found no line on the first screen that says who this is for",
        why="Visitors stay when they can see at once that something is meant for people like them, or for where they live.",
        fix="Name the people it is for, in the words they use about themselves, in the headline or the line below it.",
    ),
    sv=Text(
        title="Besökarna ser att det är till för dem",
        failure="Vi hittade ingen rad på första skärmen som säger vem det här är till för",
        why="Besökare stannar när de genast ser att något är till för sådana som dem, eller för där de bor.",
        fix="Nämn dem det är till för, så som de själva skulle säga det, i rubriken eller raden under.",
    ),
)


def check(page: Page) -> Verdict:
    if page.brief.audience:
        return NotApplicable("counted-elsewhere")  # clarity.audience-absent
    if page.headline is None and not page.rendered:
        return NotApplicable("no-headline")
    told = is_it_for_me(page, reading_of(page))
    # without a browser nobody knows what the first screen shows: only where nobody is named at all
    unsaid = told.answer is Answer.NO or (told.answer is Answer.PARTLY and page.rendered)
    if not unsaid:
        return None
    if isinstance(place_absent.check(page), Finding):
        return NotApplicable("counted-elsewhere")  # clarity.place-absent
    sure = META.confidence if told.answer is Answer.NO else UNSAID
    later = [quoted(page, at) for at in told.evidence] if told.because == "for_me_later" else []
    own = evidence.of(page, page.headline) if page.headline else evidence.searched(page, "body")
    proof = [own, *later]
    only = found(META, page.brief, Severity.P2, proof, count=1, confidence=sure)
    return _worded(only, told, page.brief.lang)


def _worded(only: Finding, told: Answered, lang: Language) -> Finding:
    """As much as the page says of it."""
    if told.because == "for_me_little":  # readers found half of such hints to be enough
        return replace(only, severity=Severity.INFO, title=_LITTLE(lang), why=_LITTLE_WHY(lang))
    return only


_LITTLE = Said(
    en="The first screen hints at who this is for, but does not say so",
    sv="Första skärmen antyder vem det här är till för, men säger det inte",
)
_LITTLE_WHY = Said(
    en="It names a group or a place, but visitors cannot tell whether it is meant for them.",
    sv="Där nämns en grupp eller en ort, men besökaren kan inte veta om det är till för just dem.",
)
