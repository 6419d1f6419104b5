"""A trade that is bought near by, and no place on the first screen."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.texts.said import Said
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
from coldread.scanner.reading.people import is_done_from_afar, is_used_anywhere, names_local_trade
from coldread.scanner.reading.read import reading_of
from coldread.scanner.reading.whom import whom

META = Meta(
    id="clarity.place-absent",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.7,
    effort="S",
    fix="spec_only",
    language_bound=True,
    nowhere=True,
    en=Text(
        title="A local business says where it works",
        failure="We found no town or area on the first screen or in the page title",
        why="People buy this locally: the first thing visitors need to know is whether you are nearby or serve their area.",
        fix="Name the town or area in the headline or right below it, and in the page title.",
    ),
    sv=Text(
        title="En lokal verksamhet säger var den finns",
        failure="Vi hittade ingen ort och inget område på första skärmen eller i titeln",
        why="Det här köper man lokalt: det första besökaren behöver veta är om ni finns i närheten eller tar uppdrag där.",
        fix="Nämn orten eller området i rubriken eller direkt under den, och i titeln.",
    ),
)


def check(page: Page) -> Verdict:
    reading = reading_of(page)
    if page.brief.goal in (PrimaryGoal.DEMO, PrimaryGoal.NEWSLETTER):
        return NotApplicable("not-local")  # what is shown on a screen, or sent, is used anywhere
    named = whom(page).anywhere
    if not (reading.local or _is_near_by(page, named)):
        return NotApplicable("not-local")
    told = {item.where for fact in reading.place for item in fact.evidence}
    if "first-screen" in told or whom(page).placed:
        return None
    proof = [evidence.of(page, page.headline)] if page.headline else [evidence.searched(page, "body")]
    if "title" in told:  # whoever looks at the page does not read the browser's tab
        only = found(META, page.brief, Severity.P2, proof, count=1)
        return replace(only, title=_TITLE_ONLY(page.brief.lang))
    sure = reading.local or names_local_trade(page)
    absent = found(META, page.brief, Severity.P1 if sure else Severity.P2, proof, count=1)
    return absent if named else replace(absent, title=_NOWHERE(page.brief.lang))


def _is_near_by(page: Page, named: bool) -> bool:
    """A trade that one goes to or that comes; or anything one talks about before buying, where no town is named at all."""
    goal = page.brief.goal
    if goal == PrimaryGoal.PAID_SIGNUP:
        return not named and names_local_trade(page)
    if names_local_trade(page):
        return True
    far = is_used_anywhere(page) or is_done_from_afar(page)
    return goal == PrimaryGoal.BOOK_CALL and page.rendered and not named and not far


_TITLE_ONLY = Said(
    en="Where you work is in the browser tab, but not on the first screen",
    sv="Var ni finns står i webbläsarfliken, men inte på första skärmen",
)
_NOWHERE = Said(
    en="We found no town, area or address on the page, although people buy this locally",
    sv="Vi hittade ingen ort, inget område och ingen adress på sidan, trots att det här är något man köper lokalt",
)
