"""Several filled buttons shout at once."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.labels import same_label
from coldread.scanner.page.page import Page

TOO_MANY = 3

META = Meta(
    id="cta.competing",
    needs=(Layer.DESKTOP,),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    en=Text(
        title="One button leads",
        failure="{count} filled buttons compete on the first screen",
        why="When everything is emphasised, nothing is. It is shown and not scored.",
        fix="Keep one filled button for the goal and draw the others as outlines or links.",
    ),
    sv=Text(
        title="En knapp leder",
        failure="{count} fyllda knappar konkurrerar på första skärmen",
        why="När allt betonas betonas inget. Det visas men räknas inte.",
        fix="Behåll en fylld knapp för målet och rita de andra som konturer eller länkar.",
    ),
)


def check(page: Page) -> Verdict:
    view = page.seen.desktop
    height = view.height if view else 0
    filled: dict[str, Drawn] = {}
    for action in page.actions:
        item = page.desktop.get(action.selector)
        if item and item.visible and item.box[1] < height and _is_filled(item):
            filled.setdefault(same_label(action.label), item)
    if len(filled) < TOO_MANY:
        return None
    proof = [evidence.of_drawn(page, item, "desktop", value=label) for label, item in filled.items()]
    return found(META, page.brief, Severity.INFO, proof)


def _is_filled(item: Drawn) -> bool:
    return item.background_image or item.background[3] > 0.5
