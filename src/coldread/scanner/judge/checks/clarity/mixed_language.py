"""A line in another language than the page."""

from __future__ import annotations

from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.judge.quoted import quoted
from coldread.scanner.page.page import Page
from coldread.scanner.reading.read import reading_of

META = Meta(
    id="clarity.mixed-language",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.7,
    effort="S",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="The page sticks to one language",
        failure="One line is in a different language from the rest: “{said}”",
        why="A line in another language looks forgotten, and some visitors do not understand it.",
        fix="Translate it or remove it.",
    ),
    sv=Text(
        title="Sidan håller sig till ett språk",
        failure="En rad är på ett annat språk än resten: ”{said}”",
        why="En rad på ett annat språk ser bortglömd ut, och en del besökare förstår den inte.",
        fix="Översätt den eller ta bort den.",
    ),
)


def check(page: Page) -> Verdict:
    lines = reading_of(page).other_languages
    if not lines:
        return None
    proof = [quoted(page, item, value=line.value) for line in lines for item in line.evidence]
    first = any(item.where == "first-screen" for line in lines for item in line.evidence)
    return found(META, page.brief, Severity.P1 if first else Severity.P2, proof, said=proof[0].snippet)
