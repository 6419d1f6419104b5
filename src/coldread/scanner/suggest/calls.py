"""The call to action: what its button says, where it can lead, and what its form needs to ask. Pure."""

from __future__ import annotations

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.observe.actions import leads_nowhere
from coldread.scanner.page.observe.calls import form_serves, is_generic
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.forms import Form
from coldread.scanner.page.page import Page


def suggested_target(page: Page) -> str:
    """Where a button for the goal can lead: the target of a working one, else the goal's form; empty if there is neither."""
    for call in page.calls:
        action = call.action
        if action is not None and action.href and not leads_nowhere(action) and not is_generic(call.label):
            return action.href.strip()
    places = (named_place(form) for form in page.lead_forms if _can_take(form, page.brief.goal))
    return next((f"#{place.attr('id')}" for place in places if place is not None), "")


def _can_take(form: Form, goal: PrimaryGoal) -> bool:
    """A lone e-mail field without words of the goal is a newsletter form: visitors who want a demo would find only that."""
    alone = [field.kind for field in form.counted] == ["email"]
    return not alone or form_serves(form, goal)


def named_place(form: Form) -> Element | None:
    """The form itself, or the nearest element around it that a link can name."""
    around = (form.element, *form.element.ancestors())
    return next((one for one in around if one.attr("id") and one.tag not in ("body", "html")), None)
