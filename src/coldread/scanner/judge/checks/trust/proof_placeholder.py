"""Proof that came with the template."""

from __future__ import annotations

from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.judge.quoted import quoted
from coldread.scanner.page.page import Page
from coldread.scanner.reading.read import reading_of

META = Meta(
    id="trust.proof-placeholder",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="M",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="The proof is your own",
        failure="The proof comes from a template: “{said}”",
        why="These people or companies appear in templates all over the web. Visitors who have seen one of them before believe nothing else here.",
        fix="Replace them with real customers, or remove the section until you have one.",
    ),
    sv=Text(
        title="Bevisen är era egna",
        failure="Beviset kommer från en mall: ”{said}”",
        why="De här personerna eller företagen finns i mallar över hela nätet. Den som har sett någon av dem förut tror inte på något annat här.",
        fix="Byt ut dem mot riktiga kunder, eller ta bort avsnittet tills ni har en.",
    ),
)


def check(page: Page) -> Verdict:
    items = reading_of(page).proofs
    if not items:
        return NotApplicable("no-proof")
    fake = [item for item in items if item.placeholder]
    if not fake:
        return None
    proof = [quoted(page, at, value=item.who or item.kind) for item in fake for at in item.evidence]
    return found(META, page.brief, Severity.P1, proof, said=fake[0].who or proof[0].snippet)
