"""Proof that nobody could check."""

from __future__ import annotations

from dataclasses import replace

from coldread.base.texts.said import Said
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.judge.quoted import quoted
from coldread.scanner.page.page import Page
from coldread.scanner.reading.proof_items import is_told_exactly
from coldread.scanner.reading.read import reading_of
from coldread.scanner.reading.record import ProofItem

META = Meta(
    id="trust.proof-thin",
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.7,
    effort="M",
    fix="spec_only",
    language_bound=True,
    nowhere=True,
    en=Text(
        title="The proof can be checked",
        failure="There is too little proof that visitors could check",
        why="Anyone could have written praise without a full name or a source, and visitors know it.",
        fix="Give one quote a full name and who it is, with consent: role and company, or for private persons their town or what you did for them. Or give one figure its source.",
    ),
    sv=Text(
        title="Bevisen går att kontrollera",
        failure="Det finns för lite bevis som besökaren kan kontrollera",
        why="Beröm utan fullt namn eller källa kan vem som helst ha skrivit, och det vet besökaren.",
        fix="Ge ett citat fullt namn och säg vem det är, med samtycke: roll och företag, eller för privatpersoner orten eller vad ni gjorde åt dem. Eller ange källan till en siffra.",
    ),
)


def check(page: Page) -> Verdict:
    items = [item for item in reading_of(page).proofs if not item.placeholder]
    if not items:
        return NotApplicable("no-proof")
    if len(items) < len(reading_of(page).proofs):
        return NotApplicable("counted-elsewhere")  # trust.proof-placeholder
    if any(item.specific or _is_counted(item) for item in items):
        return None
    proof = [quoted(page, at, value=item.kind) for item in items for at in item.evidence]
    told = found(META, page.brief, Severity.P1, proof)
    if any(item.kind != "count" for item in items):
        return told
    said = {name: text(page.brief.lang) for name, text in _FIGURES.items()}
    return replace(told, title=said["title"], why=said["why"], fix=replace(told.fix, summary=said["fix"]))


def _is_counted(item: ProofItem) -> bool:
    return item.kind == "count" and is_told_exactly(item.evidence[0].snippet)


#: where nobody is quoted there is no quote to give a name
_FIGURES = {
    "title": Said(
        en="The page's figures have no source, and nobody else vouches for it",
        sv="Sidans siffror saknar källa, och ingen annan går i god för den",
    ),
    "why": Said(
        en="A figure without a source is the page's own word, and visitors know that.",
        sv="En siffra utan källa är sidans eget ord, och det vet besökaren.",
    ),
    "fix": Said(
        en="Say who counted and when, with a link, or put the words of somebody with a name beside the figure. Never invent it.",
        sv="Skriv vem som har räknat och när, gärna med en länk, eller sätt några ord från någon med namn bredvid siffran. Hitta aldrig på.",
    ),
}
