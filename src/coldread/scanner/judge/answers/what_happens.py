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
from coldread.scanner.reading.behind import how_promise_is_missed, is_empty_section, promise_of
from coldread.scanner.reading.record import Behind, Reading
from coldread.scanner.reading.steps import leads_to


def judge_what_happens(page: Page, reading: Reading, values: Mapping[str, int]) -> RawAnswer:
    outcome: Outcome = models()["press"].outcome(values)
    serving = sorted((step for step in reading.steps if step.serves_goal), key=lambda step: not step.primary)
    steps = tuple(at for step in serving for at in step.evidence)
    if not page.calls:
        return RawAnswer(_outcome_without_calls(page, reading, outcome))
    first = page.primary
    if first is None or first.selector not in {call.selector for call in page.calls}:
        return RawAnswer("partly", steps)
    behind = behind_primary(reading)
    dead = first.action is not None and is_dead(page, first.action)
    if dead or _holds_nothing(page, first, behind):
        return RawAnswer("no", steps)
    if outcome == "yes" and not _is_faulty(page, first, behind):
        return RawAnswer("yes", steps)
    # a late or unclear step still exists: only one that is not visible on arrival gets no
    return RawAnswer("no" if outcome == "no" and not starts_early(page) else "partly", steps)


def _outcome_without_calls(page: Page, reading: Reading, outcome: Outcome) -> Outcome:
    goal = page.brief.goal
    if goal in NAMED and _has_link_named(page, "reading.bought", "reading.booked"):
        return "partly"
    if not (reading.contacts or _has_link_named(page, "contact.links")):
        return "no"
    return "no" if outcome == "no" or goal == PrimaryGoal.PAID_SIGNUP else "partly"


def _is_faulty(page: Page, first: CallToAction, behind: Behind | None) -> bool:
    """The step does not say what it does, leads elsewhere, or to a page with nothing to fill in."""
    kind = leads_to(page, first.action) if first.action is not None else "form"
    return (
        (first.action is not None and is_generic(first.label))
        or kind in ("mail", "nowhere", "home", "login")
        or _leads_elsewhere(page, first.label, behind)
        or _has_no_form(page, behind)
    )


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
