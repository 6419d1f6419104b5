"""A trade that is bought near by, and no place on the first screen."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
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
    if not reading.local:
        return NotApplicable("not-local")
    if any(item.where in ("title", "first-screen") for fact in reading.place for item in fact.evidence):
        return None
    proof = [evidence.of(page, page.headline)] if page.headline else [evidence.searched(page, "body")]
    return found(META, page.brief, Severity.P1, proof, count=1)
