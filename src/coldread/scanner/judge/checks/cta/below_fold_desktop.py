"""On a computer the goal waits just below the first screen."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.checks.cta import below_fold_mobile, late, none
from coldread.scanner.judge.finding import (
    Finding,
    Layer,
    Meta,
    NotApplicable,
    Severity,
    Source,
    Text,
    Verdict,
    found,
)
from coldread.scanner.page.observe.actions import can_be_seen
from coldread.scanner.page.page import Page

META = Meta(
    id="cta.below-fold-desktop",
    measured=False,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.NNG,),
    confidence=0.8,
    effort="M",
    fix="spec_only",
    en=Text(
        title="The goal can be reached from a computer's first screen",
        failure="On a computer, the first screen has no button for the goal; the first one, “{label}”, is {down} px down",
        why="Attention drops steeply below the first screen (Nielsen Norman Group, 2018). A large headline or picture pushes the button out of sight.",
        fix="Make the headline or picture smaller until the button fits on the first screen, or put a button in the header.",
    ),
    sv=Text(
        title="Målet går att nå från datorns första skärm",
        failure="På datorns första skärm finns ingen knapp för målet; den första, ”{label}”, ligger {down} px ner",
        why="Uppmärksamheten sjunker brant under första skärmen (Nielsen Norman Group, 2018). En stor rubrik eller bild trycker ner knappen så att den inte syns.",
        fix="Gör rubriken eller bilden mindre tills knappen får plats på första skärmen, eller lägg en knapp i sidhuvudet.",
    ),
)


def check(page: Page) -> Verdict:
    view = page.seen.desktop
    shown = [(item, call) for call in page.calls if (item := page.desktop.get(call.selector)) and can_be_seen(item)]  # fmt: skip
    if view is None or not shown:
        return NotApplicable("no-goal-cta")
    item, call = min(shown, key=lambda pair: (pair[0].area or pair[0].box)[1])
    _, top, _, high = item.area or item.box
    if top + high / 2 <= view.height or any(
        page.stood_on_first_screen(one.selector, view) for _, one in shown
    ):
        return None
    told = [late.check(page)]
    if page.seen.mobile is not None:
        told += [none.check(page), below_fold_mobile.check(page)]
    if any(isinstance(one, Finding) for one in told):
        return NotApplicable("counted-elsewhere")
    proof = [evidence.of_drawn(page, item, "desktop", value=round(top), threshold=view.height)]
    return found(META, page.brief, Severity.P1, proof, label=call.label, down=round(top))
