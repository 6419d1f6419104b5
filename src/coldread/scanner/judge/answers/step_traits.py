"""The traits of *what happens when I press*: where the step for the goal is in both windows, how it looks, what it says, and
what is behind it."""

from __future__ import annotations

from coldread.scanner.goals import NAMED, PrimaryGoal
from coldread.scanner.judge.answers.weigh_traits import count_bounds_reached
from coldread.scanner.page.observe.actions import Action, can_be_seen, leads_nowhere
from coldread.scanner.page.observe.calls import CallToAction, is_generic
from coldread.scanner.page.observe.head import on_hosts
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases, words
from coldread.scanner.reading.record import Behind, Reading

#: numbers at which a trait rises by one
REPEATED = (2, 3)
#: kinds of target that are the step itself
_KEPT = frozenset({"form", "calendar", "checkout", "phone", "newsletter"})

#: 1 counts for a yes, -1 against it
SIGNS: dict[str, int] = {
    "late": -1, "on_phone": 1, "filled": 1, "vague": -1, "repeated": 1, "kept": 1, "detour": -1, "in_vain": -1, "told": 1, "open_goal": -1,
    "says_goal": 1,
}  # fmt: skip


def step_traits(page: Page, reading: Reading) -> dict[str, int]:
    serving = {call.selector for call in page.calls}
    own = [action for action in page.actions if action.selector in serving]
    early = [action for action in own if on_first_screen(page, action, "desktop")]
    behind = behind_primary(reading)
    return {
        "late": int(not starts_early(page)),
        "on_phone": int(any(on_first_screen(page, action, "mobile") for action in own)),
        "filled": int(any(action.region == "main" and is_filled(page, action) for action in early)),
        "vague": int(is_vague(page.primary)),
        "repeated": count_bounds_reached(sum(action.region == "main" for action in own), REPEATED),
        "kept": int(behind is not None and behind.kind in _KEPT),
        "detour": int(behind is not None and behind.kind == "other"),
        "in_vain": int(
            _leads_away(page, page.primary) or any(is_dead(page, action) for action in page.actions)
        ),
        "told": int(bool(reading.next_step or reading.risk_reversal)),
        "open_goal": int(page.brief.goal == PrimaryGoal.OTHER),
        "says_goal": int(any(_speaks_of_a_step(action) for action in early)),
    }


def behind_primary(reading: Reading) -> Behind | None:
    return next((step.behind for step in reading.steps if step.primary), None)


def starts_early(page: Page) -> bool:
    """A step for the goal, or its form, is on the desktop's first screen."""
    serving = {call.selector for call in page.calls}
    if any(on_first_screen(page, action, "desktop") for action in page.actions if action.selector in serving):
        return True
    boxes = [page.desktop.get(form.element.selector) for form in page.lead_forms]
    height = page.seen.desktop.height if page.seen.desktop is not None else 0
    return any(box is not None and box.box[1] < height for box in boxes)


def on_first_screen(page: Page, action: Action, window: str) -> bool:
    view = page.seen.desktop if window == "desktop" else page.seen.mobile
    if view is None:
        return page.opens_with(action.element)
    item = (page.desktop if window == "desktop" else page.mobile).get(action.selector)
    return item is not None and can_be_seen(item) and item.box[1] < view.height


def is_filled(page: Page, action: Action) -> bool:
    """The button has a fill; True without a browser, since that is unknown."""
    item = page.desktop.get(action.selector)
    if page.seen.desktop is None:
        return True
    return item is not None and (item.background_image or item.background[3] > 0.5 or bool(item.drawn_by))


def is_dead(page: Page, action: Action) -> bool:
    return leads_nowhere(action) and page.does_nothing(action.element) is True


def only_says_contact(label: str) -> bool:
    """The label only asks for contact ("Kontakta oss") and does not say what for."""
    text = label.strip(" .!›»→↗…")
    found = phrases("labels.only_contact").match(text)
    return found is not None and found.end() == len(text)


def is_vague(call: CallToAction | None) -> bool:
    """The label names neither the result nor the next step. A form's button may be short: its fields explain it."""
    if call is None or call.action is None:
        return False
    sends = call.form is not None and not call.form.loose
    short = len(words(call.label)) <= 1 and not sends
    return is_generic(call.label) or only_says_contact(call.label) or short


def _leads_away(page: Page, call: CallToAction | None) -> bool:
    return (
        call is not None and call.action is not None and on_hosts(page.absolute(call.action.href), "social")
    )


def _speaks_of_a_step(action: Action) -> bool:
    return action.form is not None or any(
        phrases(f"goals.{goal}.labels").search(action.label) for goal in NAMED
    )
