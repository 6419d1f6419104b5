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
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.7,
    effort="M",
    fix="spec_only",
    language_bound=True,
    nowhere=True,
    en=Text(
        title="The proof can be checked",
        failure="We found little that a stranger could check about you",
        why="Words without a full name and figures without a source could be anybody's, and visitors know it.",
        fix="Add something true that can be looked up: what somebody says of you with their full name and consent, a rating with a link to it, or a figure with its source.",
    ),
    sv=Text(
        title="Bevisen går att kontrollera",
        failure="Vi hittade för lite om er som en främling kan kontrollera",
        why="Ord utan fullt namn och siffror utan källa kan vara vems som helst, och det vet besökaren.",
        fix="Lägg till något sant som går att slå upp: vad någon säger om er, med fullt namn och samtycke, ett betyg med länk dit eller en siffra med källa.",
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
        en="We found figures without a source, and nobody else who vouches for you",
        sv="Vi hittade siffror utan källa, och ingen annan som går i god för er",
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
