"""The same words from several mouths."""

from __future__ import annotations

from collections import defaultdict

from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.judge.quoted import quoted
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.read import reading_of
from coldread.scanner.reading.record import ProofItem

META = Meta(
    id="trust.proof-repeated",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    en=Text(
        title="Everyone is quoted in their own words",
        failure="The same quote appears under different names: {names}",
        why="Two people do not say exactly the same thing. Visitors who notice stop believing all of them.",
        fix="Keep each quote with the person who said it, and drop the others.",
    ),
    sv=Text(
        title="Alla citeras med sina egna ord",
        failure="Samma citat står under olika namn: {names}",
        why="Två människor säger inte exakt samma sak. Den som märker det slutar tro på alla.",
        fix="Låt varje citat stå hos den som sa det, och ta bort de andra.",
    ),
)

SHORTEST = 6


def check(page: Page) -> Verdict:
    quotes = [item for item in reading_of(page).proofs if item.kind == "quote" and item.who]
    if not quotes:
        return NotApplicable("no-quotation")
    said: dict[str, list[ProofItem]] = defaultdict(list)
    for item in quotes:
        text = " ".join(words(item.evidence[0].snippet)).lower().replace(item.who.lower(), "").strip()
        if len(words(text)) >= SHORTEST:
            said[text].append(item)
    twice = next(
        (items for items in said.values() if len({_without_initials(item.who) for item in items}) > 1), None
    )
    if twice is None:
        return None
    names = list(dict.fromkeys(item.who for item in twice))
    proof = [quoted(page, at, value=item.who) for item in twice for at in item.evidence]
    return found(META, page.brief, Severity.P1, proof, names=", ".join(names[:3]))


def _without_initials(who: str) -> str:
    """“CC Courtney Clark”: the letters of a picture that is none stand before the name."""
    first, _, rest = who.partition(" ")
    initials = "".join(word[0] for word in words(rest))
    return rest if initials and first == initials[: len(first)] and len(first) > 1 else who
