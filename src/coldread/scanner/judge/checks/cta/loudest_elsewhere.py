"""The loudest button of the first screen serves another purpose."""

from __future__ import annotations

from coldread.scanner.goals import NAMED, goal_row
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.actions import Action, is_choice, lies_beside
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases

#: of the other's area: equals do not shout each other down
LOUDER = 1.3

META = Meta(
    id="cta.loudest-elsewhere",
    measured=False,
    needs=(Layer.DESKTOP, Layer.STYLES),
    sources=(Source.CONSENSUS,),
    confidence=0.7,
    effort="S",
    fix="spec_only",
    language_bound=True,
    goals=NAMED,
    en=Text(
        title="The most prominent button leads to the goal",
        failure="The most prominent button on the first screen, “{label}”, does not lead to {goal}",
        why="The eye goes to whatever stands out most. Here that is not the step the page exists for.",
        fix="Make the goal's own button the filled one, and “{label}” an outline or a link.",
    ),
    sv=Text(
        title="Den mest framträdande knappen leder till målet",
        failure="Första skärmens mest framträdande knapp, ”{label}”, leder inte till {goal}",
        why="Blicken dras till det som sticker ut mest. Här är det inte det steg sidan finns till för.",
        fix="Gör målets egen knapp till den fyllda, och ”{label}” till konturknapp eller länk.",
    ),
)


def check(page: Page) -> Verdict:
    serving = {call.selector for call in page.calls}
    loud = {
        action.selector: area
        for action in page.actions
        if (area := _area(page, action)) and action.region == "main"
    }
    others = [action for action in page.actions if action.selector in loud and action.selector not in serving]
    if not serving:
        return NotApplicable("counted-elsewhere")  # cta.goal-mismatch
    forms = [
        page.desktop[form.element.selector].box
        for form in page.lead_forms
        if form.element.selector in page.desktop
    ]
    height = page.seen.desktop.height if page.seen.desktop else 0
    if not others or any(box[1] < height for box in forms):
        return None
    own = max((area for selector, area in loud.items() if selector in serving), default=0.0)
    loudest = max(others, key=lambda action: loud[action.selector])
    if own * LOUDER >= loud[loudest.selector] or not phrases("labels.elsewhere").search(loudest.label):
        return None
    row = goal_row(page.brief.goal)
    proof = [evidence.of(page, loudest.element, viewport="desktop", value=loudest.label)]
    return found(META, page.brief, Severity.P1, proof, label=loudest.label, goal=row.result(page.brief.lang))


def _area(page: Page, action: Action) -> float:
    """Of a filled box on the first screen; outlines and links are quiet."""
    inside = action.element.first("button") if action.element.tag == "a" else None
    # a link around a button is painted as the button
    item = page.desktop.get((inside or action.element).selector)
    view = page.seen.desktop
    height, width = (view.height, view.width) if view else (0, 0)
    if item is None or not item.visible or item.box[1] >= height or lies_beside(item, width):
        return 0.0
    if is_choice(action):
        return 0.0
    filled = item.background_image or item.background[3] > 0.5
    return item.box[2] * item.box[3] if filled else 0.0
