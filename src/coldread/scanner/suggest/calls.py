"""The call to action: what its button says, where it can lead, and what its form needs to ask. Pure."""

from __future__ import annotations

from coldread.base.texts.said import Said
from coldread.scanner.goals import PrimaryGoal, goal_row
from coldread.scanner.page.observe.actions import leads_nowhere
from coldread.scanner.page.observe.calls import form_serves, is_generic, says_goal
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.fields import FieldKind
from coldread.scanner.page.observe.forms import Form
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.people import is_local
from coldread.scanner.suggest.fields import FIELD, FieldRow
from coldread.scanner.suggest.ids import free_id

LONGEST_LABEL = 5
#: what is booked with a trade near by: somebody comes, or one goes there; nobody books a call with a dentist
VISIT = Said(en="Book a time", sv="Boka tid")
#: one of these is needed to answer anybody
_WAYS_BACK = ("email", "phone")


def label(page: Page) -> str:
    """What the button for the goal should say: as another of the page does that names it; empty where only the owner knows.

    A form's own button speaks of the form (“Send message”) and is nothing to say at the top of a page.
    """
    goal = page.brief.goal
    wanted = goal_row(goal).label
    if wanted is None:
        return ""
    links = (call.action for call in page.calls if call.form is None)
    own = [link.label for link in links if link is not None and says_goal(link, goal)]
    telling = (said for said in own if 1 < len(words(said)) <= LONGEST_LABEL and not is_generic(said))
    usual = VISIT if goal is PrimaryGoal.BOOK_CALL and is_local(page) else wanted
    return next(telling, usual(page.supported_language))


def target(page: Page) -> str:
    """Where a button for the goal can lead: where a working one does, else to the goal's form; empty where neither is there."""
    for call in page.calls:
        action = call.action
        if action is not None and action.href and not leads_nowhere(action) and not is_generic(call.label):
            return action.href.strip()
    places = (named_place(form) for form in page.lead_forms if _can_take(form, page.brief.goal))
    return next((f"#{place.attr('id')}" for place in places if place is not None), "")


def _can_take(form: Form, goal: PrimaryGoal) -> bool:
    """A lone e-mail field that does not speak of the goal takes a subscription: whoever asked for a demo finds only that."""
    alone = [field.kind for field in form.counted] == ["email"]
    return not alone or form_serves(form, goal)


def named_place(form: Form) -> Element | None:
    """The form itself, or the nearest part around it, that a link can name."""
    around = (form.element, *form.element.ancestors())
    return next((one for one in around if one.attr("id") and one.tag not in ("body", "html")), None)


def anchor(page: Page) -> str:
    """A free id for the place where the goal is reached."""
    return free_id(goal_row(page.brief.goal).anchor(page.supported_language), page.dom.ids)


def form_fields(page: Page) -> tuple[FieldRow, ...]:
    """The fewest fields that the goal needs."""
    return tuple(FIELD[kind] for kind in goal_row(page.brief.goal).fields)


def kept_fields(page: Page, form: Form) -> frozenset[FieldKind]:
    """Kinds that a form of the page should go on asking for: what the goal needs, and a way to answer."""
    asked = {field.kind for field in form.fields}
    needed = asked.intersection(goal_row(page.brief.goal).fields)
    return frozenset(needed if needed.intersection(_WAYS_BACK) else needed | asked.intersection(_WAYS_BACK))
