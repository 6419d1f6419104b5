"""Several filled buttons shout at once."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.actions import Action
from coldread.scanner.page.observe.labels import same_label
from coldread.scanner.page.page import Page

TOO_MANY = 3
#: plus and minus, arrows and figures are no rivals
LEAST_LETTERS = 2
#: sides of a frame that make a button of an outline
FRAME = 4
#: how sure, where some of them are outlines
LESS_SURE = 0.7

META = Meta(
    id="cta.competing",
    needs=(Layer.DESKTOP,),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    en=Text(
        title="One button stands out",
        failure="{count} buttons of equal weight compete on the first screen",
        why="When everything is emphasised, nothing is: visitors have to choose before they have understood.",
        fix="Keep one filled button for the goal and turn the others into outlines or links.",
    ),
    sv=Text(
        title="En knapp sticker ut",
        failure="{count} lika framträdande knappar konkurrerar på första skärmen",
        why="När allt framhävs framhävs ingenting: besökarna måste välja innan de har förstått.",
        fix="Behåll en fylld knapp för målet och gör de andra till konturknappar eller länkar.",
    ),
)


def check(page: Page) -> Verdict:
    view = page.seen.desktop
    height = view.height if view else 0
    filled: dict[str, Drawn] = {}
    framed: dict[str, Drawn] = {}
    for action in page.actions:
        item = page.desktop.get(action.selector)
        if item is None or not item.visible or item.box[1] >= height or _is_small(action, item):
            continue
        if _is_filled(item):
            filled.setdefault(same_label(action.label), item)
        if (
            action.region == "main"
            and action.form is None
            and (_is_filled(item) or item.border_sides == FRAME)
        ):
            framed.setdefault(same_label(action.label), item)
    loud = filled if len(filled) >= TOO_MANY else framed
    if len(loud) < TOO_MANY:
        return None
    proof = [evidence.of_drawn(page, item, "desktop", value=label) for label, item in loud.items()]
    # readers named it on six of eight training pages
    return found(META, page.brief, Severity.P2, proof, confidence=LESS_SURE if loud is framed else None)


def _is_small(action: Action, item: Drawn) -> bool:
    """A sign, or a word of the menu however it is dressed."""
    letters = sum(letter.isalpha() for letter in item.text or action.label)
    return letters < LEAST_LETTERS or action.element.closest("nav") is not None


def _is_filled(item: Drawn) -> bool:
    return item.background_image or item.background[3] > 0.5
