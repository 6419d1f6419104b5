"""Proof that comes after most visitors have left."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page

FAR_SCREENS = 2

META = Meta(
    id="trust.proof-far",
    measured=False,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.NNG,),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="Proof comes early",
        failure="The first proof is {screens} screens down",
        why="People spend 74% of their viewing time on the first two screens (Nielsen Norman Group, 2018). This does not affect the score.",
        fix="Move one piece of proof, such as a line with a name or a row of logos, to right below the top section.",
    ),
    sv=Text(
        title="Bevisen kommer tidigt",
        failure="Det första beviset ligger {screens} skärmar ner",
        why="74 % av tittandet sker på de två första skärmarna (Nielsen Norman Group, 2018). Det påverkar inte poängen.",
        fix="Flytta upp ett bevis, till exempel en rad med ett namn eller logotyper, till direkt under sidans första avsnitt.",
    ),
)


def check(page: Page) -> Verdict:
    view = page.seen.desktop
    drawn = [
        item for piece in page.proofs if (item := page.desktop.get(piece.element.selector)) and item.visible
    ]
    if view is None or not drawn:
        return NotApplicable("no-proof")
    first = min(drawn, key=lambda item: item.box[1])
    screens = round(first.box[1] / view.height, 1)
    if screens <= FAR_SCREENS:
        return None
    proof = [evidence.of_drawn(page, first, "desktop", value=screens, threshold=FAR_SCREENS)]
    return found(META, page.brief, Severity.INFO, proof, screens=screens)
