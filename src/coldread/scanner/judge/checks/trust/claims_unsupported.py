"""Claims that nothing stands behind."""

from __future__ import annotations

from coldread.base.languages import quoted as in_quotes
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.judge.quoted import quoted
from coldread.scanner.page.page import Page
from coldread.scanner.reading.read import reading_of

#: one may be a manner of speaking
FEWEST = 2

META = Meta(
    id="trust.claims-unsupported",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.6,
    effort="M",
    fix="spec_only",
    language_bound=True,
    nowhere=True,
    en=Text(
        title="Claims say where they come from",
        failure="Claims for which we found no source: {samples}",
        why="Every competitor uses superlatives and figures of its own; without a source they carry no weight.",
        fix="Say who measured it, when or for which customer, or replace the claim with something that can be checked.",
    ),
    sv=Text(
        title="Påståenden säger var de kommer ifrån",
        failure="Påståenden som vi inte hittade någon källa till: {samples}",
        why="Superlativ och egna siffror har alla konkurrenter också; utan källa väger de ingenting.",
        fix="Säg vem som har mätt, när eller hos vilken kund, eller byt ut påståendet mot något som går att kontrollera.",
    ),
)


def check(page: Page) -> Verdict:
    reading = reading_of(page)
    bare = [claim for claim in reading.claims if not claim.sourced]
    if len(bare) < FEWEST:
        return None
    proof = [quoted(page, at, value=claim.what) for claim in bare for at in claim.evidence]
    proven = any(item.specific for item in reading.proofs)
    samples = ", ".join(in_quotes(claim.what, page.brief.lang) for claim in bare[:3])
    return found(META, page.brief, Severity.P2 if proven else Severity.P1, proof, samples=samples)
