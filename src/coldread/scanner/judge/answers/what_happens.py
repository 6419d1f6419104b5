"""*What happens when I press?*: weighed by where the step is, what it says and what is behind it (`step_traits`).

Certain cases come first: nothing to press is never yes, and a visible step is never no unless it does not do what it says.
"""

from __future__ import annotations

from collections.abc import Mapping

from coldread.scanner.goals import NAMED, PrimaryGoal
from coldread.scanner.judge.answers.answer_outcome import RawAnswer
from coldread.scanner.judge.answers.step_traits import behind_primary, is_dead, starts_early
from coldread.scanner.judge.answers.weigh_traits import Outcome, models
from coldread.scanner.page.observe.calls import CallToAction, is_generic
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.behind import TELLS_ITSELF, how_promise_is_missed, is_empty_section, promise_of
from coldread.scanner.reading.record import Behind, Reading
from coldread.scanner.reading.steps import leads_to


def judge_what_happens(page: Page, reading: Reading, values: Mapping[str, int]) -> RawAnswer:
    outcome: Outcome = models()["press"].outcome(values)
    steps = tuple(at for step in reading.steps if step.serves_goal for at in step.evidence)
    if not page.calls:
        return _nothing_to_press(page, reading, outcome)
    serving = {call.selector for call in page.calls}
    first = page.primary
    if first is None or first.selector not in serving:
        return RawAnswer("partly", "press_other", steps)
    behind = behind_primary(reading)
    fault = _fault_of_step(page, first, behind)
    if outcome == "yes" and not fault:
        return RawAnswer("yes", _why_yes(page, reading, first, behind), steps)
    if fault in ("press_nothing", "press_dead"):
        return RawAnswer("no", fault, steps)
    if outcome == "no":
        # a late or unclear step still exists: only one that is not visible on arrival gets no
        late = not starts_early(page)
        return RawAnswer(
            "no" if late else "partly",
            fault or ("press_late" if late else _why_partly(page, reading, values)),
            steps,
        )
    return RawAnswer("partly", fault or _why_partly(page, reading, values), steps)


def _nothing_to_press(page: Page, reading: Reading, outcome: Outcome) -> RawAnswer:
    goal = page.brief.goal
    if goal in NAMED and _has_link_named(page, "reading.bought", "reading.booked"):
        return RawAnswer("partly", "press_link")
    reached = bool(reading.contacts) or _has_link_named(page, "contact.links")
    if not reached:
        return RawAnswer("no", "press_none")
    return RawAnswer(
        "no" if outcome == "no" or goal == PrimaryGoal.PAID_SIGNUP else "partly", "press_contact"
    )


def _fault_of_step(page: Page, first: CallToAction, behind: Behind | None) -> str:
    """What is wrong with the step itself, as a key of the texts; empty if nothing is."""
    kind = leads_to(page, first.action) if first.action is not None else "form"
    if first.action is not None and is_dead(page, first.action):
        return "press_dead"
    if _holds_nothing(page, first, behind):
        return "press_nothing"
    if first.action is not None and is_generic(first.label):
        return "press_mute"
    if kind in ("mail", "nowhere", "home", "login") or _leads_elsewhere(page, first.label, behind):
        return "press_elsewhere"
    return "press_no_form" if _has_no_form(page, behind) else ""


def _why_yes(page: Page, reading: Reading, first: CallToAction, behind: Behind | None) -> str:
    kind = leads_to(page, first.action) if first.action is not None else "form"
    if reading.next_step or reading.risk_reversal or kind in ("calendar", "phone", "checkout"):
        return "press_yes"
    return "press_followed" if behind is not None and behind.kind in TELLS_ITSELF else "press_plain"


def _why_partly(page: Page, reading: Reading, values: Mapping[str, int]) -> str:
    """The most important weakness of the step, as a key of the texts."""
    if values["late"]:
        return "press_late_desktop" if values["on_phone"] else "press_late"
    if values["vague"]:
        return "press_vague"
    if values["detour"]:
        return "press_no_form"
    if not values["on_phone"]:
        return "press_late_phone"
    return "press_untold" if not (reading.next_step or reading.risk_reversal) else "press_quiet"


def _has_no_form(page: Page, behind: Behind | None) -> bool:
    """The page behind the step was read and has nothing to fill in, to choose or to pay."""
    return (
        page.brief.goal in NAMED
        and behind is not None
        and (behind.kind, behind.known_by) == ("other", "page")
    )


def _has_link_named(page: Page, *lists: str) -> bool:
    return any(phrases(name).search(link.text) for name in lists for link in page.dom.shown("a"))


def _holds_nothing(page: Page, first: CallToAction, behind: Behind | None) -> bool:
    """The button promises booking or buying and leads to a part of this page with nothing to fill in, press or call."""
    if behind is None or first.action is None or (behind.known_by, behind.kind) != ("here", "other"):
        return False
    promised = promise_of(first.label, page.brief.goal) in ("booking", "buying")
    return promised and is_empty_section(page, first.action)


def _leads_elsewhere(page: Page, label: str, behind: Behind | None) -> bool:
    """The step leads to something else than its label promises. A contact page instead of a calendar is accepted."""
    return (
        behind is not None
        and behind.kind != "contact"
        and bool(how_promise_is_missed(label, page.brief.goal, behind))
    )
