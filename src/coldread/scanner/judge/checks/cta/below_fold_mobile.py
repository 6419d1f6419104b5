"""On a phone the goal waits below the first screen."""

from __future__ import annotations

from coldread.base.languages import JUDGED
from coldread.scanner.judge import evidence
from coldread.scanner.judge.checks.cta import late, none
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
    id="cta.below-fold-mobile",
    measured=False,
    needs=(Layer.MOBILE, Layer.STYLES),
    sources=(Source.NNG,),
    confidence=0.9,
    effort="M",
    fix="spec_only",
    en=Text(
        title="The goal can be reached from a phone's first screen",
        failure="On a phone, the first button for the goal is {screens} screens down",
        why="Attention drops steeply below the first screen (Nielsen Norman Group, 2018), and a phone's first screen is short.",
        fix="Put a button for the goal on the phone's first screen: shorten the top of the page, or move the button above the picture.",
    ),
    sv=Text(
        title="Målet går att nå från mobilens första skärm",
        failure="I mobilen ligger den första knappen för målet {screens} skärmar ner",
        why="Uppmärksamheten sjunker brant under första skärmen (Nielsen Norman Group, 2018), och mobilens första skärm är kort.",
        fix="Lägg en knapp för målet på mobilens första skärm: korta sidans topp, eller flytta knappen ovanför bilden.",
    ),
)


def check(page: Page) -> Verdict:
    view = page.seen.mobile
    if not page.calls or view is None:
        return NotApplicable("no-goal-cta")
    drawn = [(page.mobile[call.selector], call) for call in page.calls if call.selector in page.mobile]
    visible = [item for item, _ in drawn if can_be_seen(item)]
    if not visible:
        return NotApplicable("no-goal-cta")
    first = min(visible, key=lambda item: (item.area or item.box)[1])
    top = round((first.area or first.box)[1])
    if top <= view.height or any(page.stood_on_first_screen(call.selector, view) for call in page.calls):
        return None
    if page.rendered and any(isinstance(told, Finding) for told in (none.check(page), _late(page))):
        return NotApplicable("counted-elsewhere")  # one fault, told once
    proof = [evidence.of_drawn(page, first, "mobile", value=top, threshold=view.height)]
    return found(META, page.brief, Severity.P1, proof, screens=round(top / view.height, 1))


def _late(page: Page) -> Verdict:
    """Of the computer's screen, where that is judged."""
    return late.check(page) if page.brief.goal in late.META.goals and page.language in JUDGED else None
