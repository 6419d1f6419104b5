"""Proof that comes after most visitors have left."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page

FAR_SCREENS = 2

META = Meta(
    id="trust.proof-far",
    needs=(Layer.DESKTOP,),
    sources=(Source.NNG,),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    language_bound=True,
    en=Text(
        title="Proof comes early",
        failure="The first proof stands {screens} screens down",
        why="74 % of viewing time falls within the first two screens (Nielsen Norman Group, 2018). Shown and not scored.",
        fix="Move one piece of proof, a line with a name or a row of logos, up under the hero.",
    ),
    sv=Text(
        title="Beläggen kommer tidigt",
        failure="Det första belägget står {screens} skärmar ner",
        why="74 % av tittandet sker inom de två första skärmarna (Nielsen Norman Group, 2018). Visat men inte poängsatt.",
        fix="Flytta upp ett belägg, en rad med namn eller logotyper, direkt under sidans första avsnitt.",
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
