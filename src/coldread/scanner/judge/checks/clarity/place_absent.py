"""A trade that is bought near by, and no place on the first screen."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.texts.said import Said
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
from coldread.scanner.reading.people import names_local_trade
from coldread.scanner.reading.read import reading_of

META = Meta(
    id="clarity.place-absent",
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.7,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="A local trade says where it works",
        failure="Neither title nor first screen says where you work",
        why="This trade is bought near by: the first thing a visitor has to know is whether you are near, or work where they live.",
        fix="Name the town or the area in the headline or right under it, and in the title.",
    ),
    sv=Text(
        title="En lokal verksamhet säger var den finns",
        failure="Varken titeln eller första skärmen säger var ni finns",
        why="Det här köper man i närheten: det första en besökare måste veta är om ni finns, eller arbetar, nära dem.",
        fix="Nämn orten eller området i rubriken eller direkt under den, och i titeln.",
    ),
)


def check(page: Page) -> Verdict:
    reading = reading_of(page)
    nowhere = not reading.place and names_local_trade(page)
    if not reading.local and not nowhere:
        return NotApplicable("not-local")
    told = {item.where for fact in reading.place for item in fact.evidence}
    if "first-screen" in told:
        return None
    proof = [evidence.of(page, page.headline)] if page.headline else [evidence.searched(page, "body")]
    if "title" in told:  # whoever looks at the page does not read the browser's tab
        only = found(META, page.brief, Severity.P2, proof, count=1)
        return replace(only, title=_TITLE_ONLY(page.brief.lang))
    absent = found(META, page.brief, Severity.P1, proof, count=1)
    return replace(absent, title=_NOWHERE(page.brief.lang)) if nowhere else absent


_TITLE_ONLY = Said(
    en="Where you work stands in the browser's tab, but not on the first screen",
    sv="Var ni finns står i webbläsarens flik, men inte på första skärmen",
)
_NOWHERE = Said(
    en="The page names no town, area or address, though this is bought near by",
    sv="Sidan nämner ingen ort, inget område och ingen adress, fast det här köps i närheten",
)
