"""Proof that nobody could check."""

from __future__ import annotations

from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.judge.quoted import quoted
from coldread.scanner.page.page import Page
from coldread.scanner.reading.read import reading_of

META = Meta(
    id="trust.proof-thin",
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.7,
    effort="M",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="The proof can be checked",
        failure="There is too little proof that visitors could check",
        why="Anyone could have written praise without a full name, a company or a source, and visitors know it.",
        fix="Give one quote a full name, role and company, with consent, or one figure its source.",
    ),
    sv=Text(
        title="Bevisen går att kontrollera",
        failure="Det finns för lite bevis som besökaren kan kontrollera",
        why="Beröm utan fullt namn, företag eller källa kan vem som helst ha skrivit, och det vet besökaren.",
        fix="Ge ett citat fullt namn, roll och företag, med samtycke, eller ange källan till en siffra.",
    ),
)


def check(page: Page) -> Verdict:
    items = [item for item in reading_of(page).proofs if not item.placeholder]
    if not items:
        return NotApplicable("no-proof")
    if len(items) < len(reading_of(page).proofs):
        return NotApplicable("counted-elsewhere")  # trust.proof-placeholder
    if any(item.specific for item in items):
        return None
    proof = [quoted(page, at, value=item.kind) for item in items for at in item.evidence]
    return found(META, page.brief, Severity.P1, proof)
