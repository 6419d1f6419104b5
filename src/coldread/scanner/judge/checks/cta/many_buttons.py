"""Several filled or framed buttons compete on the first screen."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.contrast import ratio
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.actions import Action, is_beside_window, is_choice
from coldread.scanner.page.observe.labels import same_label
from coldread.scanner.page.page import Page

TOO_MANY = 3
#: plus and minus, arrows and numbers have fewer letters and do not compete
LEAST_LETTERS = 2
#: border sides of a framed button
FRAME = 4
#: px: a card is at least this high
CARD_PX = 96.0
#: a fill with a lower ratio to its background is not visible; the background of most pages
PALE, WHITE = 1.1, (255, 255, 255, 1.0)
#: confidence if some of them are only framed
LESS_SURE = 0.7

META = Meta(
    id="cta.many-buttons",
    measured=True,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    en=Text(
        title="At most two different buttons of the first screen are filled or framed",
        failure="At least {count} different buttons on the first screen are filled or framed",
        why="Counted at 1366 × 768, without menus, symbols and cards. How many are right is for you to say.",
        fix="If one step matters most, let only its button be filled.",
    ),
    sv=Text(
        title="Högst två olika knappar på första skärmen är fyllda eller inramade",
        failure="Minst {count} olika knappar på första skärmen är fyllda eller inramade",
        why="Räknat vid 1366 × 768, utan menyer, symboler och kort. Hur många som är rätt avgör du.",
        fix="Är ett steg viktigast: låt bara dess knapp vara fylld.",
    ),
)


def check(page: Page) -> Verdict:
    view = page.seen.desktop
    height, width = (view.height, view.width) if view else (0, 0)
    filled: dict[str, Drawn] = {}
    framed: dict[str, Drawn] = {}
    steps = _Steps(page)
    for action in page.actions:
        item = page.desktop.get(action.selector)
        if item is None or not item.visible or item.box[1] >= height or is_beside_window(item, width):
            continue
        if _is_small(action, item) or is_choice(action) or page.is_over_the_page(action.element):
            continue
        step = steps.of(action)
        if _is_filled(item):
            filled.setdefault(step, item)
        if (
            action.region == "main"
            and action.form is None
            and (_is_filled(item) or item.border_sides == FRAME)
        ):
            framed.setdefault(step, item)
    if sum(_is_filled(item) for item in framed.values()) == 1:
        framed = {}  # one filled button among framed ones is what the fix asks for
    loud = filled if len(filled) >= TOO_MANY else framed
    if len(loud) < TOO_MANY:
        return None
    proof = [evidence.of_drawn(page, item, "desktop", value=item.text) for item in loud.values()]
    # readers reported it on six of eight training pages
    return build_finding(
        META, page.brief, Severity.P2, proof, confidence=LESS_SURE if loud is framed else None
    )


class _Steps:
    """Counts buttons with the same words or the same target as one step."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.by_label: dict[str, str] = {}
        self.by_target: dict[str, str] = {}

    def of(self, action: Action) -> str:
        label = same_label(action.label)
        target = self.page.absolute(action.href) if action.href.strip("# ") else ""
        known = self.by_label.get(label) or (self.by_target.get(target) if target else None) or label
        self.by_label[label] = known
        if target:
            self.by_target[target] = known
        return known


def _is_small(action: Action, item: Drawn) -> bool:
    """A symbol, a menu item, or a card that can be pressed as a whole."""
    letters = sum(letter.isalpha() for letter in item.text or action.label)
    card = item.box[3] >= CARD_PX
    in_menu = action.region == "nav" or action.element.closest("nav") is not None
    return letters < LEAST_LETTERS or in_menu or card


def _is_filled(item: Drawn) -> bool:
    """It has a visible fill. A frame around nearly white counts as framed only."""
    pale = item.border_sides == FRAME and ratio(item.background, item.behind or WHITE) < PALE
    return item.background_image or (item.background[3] > 0.5 and not pale)
