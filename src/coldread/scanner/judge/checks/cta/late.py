"""The step the page is for comes late."""

from __future__ import annotations

from coldread.scanner.goals import NAMED, goal_row
from coldread.scanner.judge import evidence
from coldread.scanner.judge.checks.cta import none
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
from coldread.scanner.page.observations import Viewport
from coldread.scanner.page.observe.forms import button_label
from coldread.scanner.page.observe.labels import same_label
from coldread.scanner.page.page import Page

LATE_SCREENS = 2

META = Meta(
    id="cta.late",
    measured=False,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.NNG,),
    confidence=0.8,
    effort="M",
    fix="spec_only",
    language_bound=True,
    goals=NAMED,
    en=Text(
        title="The call to action comes early",
        failure="The first button for the goal that we found is {screens} screens down",
        why="People spend 74% of their viewing time on the first two screens (Nielsen Norman Group, 2018): most visitors never get that far.",
        fix="Put it on the first screen, or add a button there that leads to it.",
    ),
    sv=Text(
        title="Uppmaningen kommer tidigt",
        failure="Den första knappen för målet som vi hittade ligger {screens} skärmar ner",
        why="74 % av tittandet sker på de två första skärmarna (Nielsen Norman Group, 2018): de flesta besökare kommer aldrig så långt.",
        fix="Lägg den på första skärmen, eller lägg en knapp där som leder dit.",
    ),
)


def check(page: Page) -> Verdict:
    view = page.seen.desktop
    drawn = [item for call in page.calls if (item := page.desktop.get(call.selector)) and item.visible]
    if view is None or not drawn:
        return NotApplicable("no-goal-cta")
    first = min(drawn, key=lambda item: item.box[1])
    screens = round(first.box[1] / view.height, 1)
    if screens <= LATE_SCREENS:
        return None
    if _is_linked_above(page, view):
        return None
    if page.seen.mobile is not None and isinstance(none.check(page), Finding):
        return NotApplicable("counted-elsewhere")
    row = goal_row(page.brief.goal)
    proof = [evidence.of_drawn(page, first, "desktop", value=screens, threshold=LATE_SCREENS)]
    return found(META, page.brief, Severity.P1, proof, screens=screens, goal=row.result(page.brief.lang))


def _is_linked_above(page: Page, view: Viewport) -> bool:
    """A link of the first screen, of its menu say, leads to the same place as one of the calls or is called the same."""
    targets = {
        page.absolute(call.action.href) for call in page.calls if call.action and call.action.href.strip("#")
    }
    labels = {same_label(call.label) for call in page.calls} - {""}
    return any(
        item.visible
        and item.box[1] < view.height
        and (
            same_label(button_label(link)) in labels
            or (link.attr("href").strip("#") and page.absolute(link.attr("href")) in targets)
        )
        for link in page.dom.shown("a")
        if (item := page.desktop.get(link.selector)) is not None
    )
