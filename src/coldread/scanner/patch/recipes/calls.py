"""Repairs calls to action: where they lead, and how large they are."""

from __future__ import annotations

import difflib
import re

from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observe.log_in import is_log_in
from coldread.scanner.patch.changes import (
    CannotPatch,
    Change,
    DropAttribute,
    SetAttribute,
)
from coldread.scanner.patch.patch_context import RecipeContext
from coldread.scanner.suggest.calls import suggested_target

#: how similar a wrong anchor and an id must be, and by how much the next id must be less similar
NEAR, CLEARLY = 0.75, 0.1


def mend_misspelt_anchor(work: RecipeContext, finding: Finding) -> list[Change]:
    """The id that the anchor was probably meant to be, if one is clearly nearest."""
    changes: list[Change] = []
    for element, item in work.places(finding):
        if not str(item.value).startswith("#"):
            raise CannotPatch("where the address should lead is not known")
        name = _nearest_id(str(item.value)[1:], sorted(work.page.dom.ids))
        changes.append(SetAttribute(element=element, name="href", value=f"#{name}"))
    return changes


def _nearest_id(wanted: str, ids: list[str]) -> str:
    ranked = sorted(((_likeness_of_names(wanted, name), name) for name in ids if name), reverse=True)
    if not ranked or ranked[0][0] < NEAR or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < CLEARLY):
        raise CannotPatch(f"no id on the page is clearly the one #{wanted} was meant to be")
    return ranked[0][1]


def _likeness_of_names(one: str, other: str) -> float:
    plain, plain_other = (re.sub(r"[^a-z0-9åäö]", "", name.lower()) for name in (one, other))
    if plain == plain_other:
        return 1.0
    longer, shorter = sorted((plain, plain_other), key=len, reverse=True)
    contained = 0.9 if len(shorter) >= 4 and longer.startswith(shorter) else 0.0
    return max(contained, difflib.SequenceMatcher(None, plain, plain_other).ratio())


def lead_to_the_goal(work: RecipeContext, finding: Finding) -> list[Change]:
    """A dead link gets the target of the page's working call to the same goal, or its form."""
    place = suggested_target(work.page)
    if not place:
        raise CannotPatch("the page has no working link to its goal")
    url = work.page.absolute(place)
    if any(one.url == url and not 200 <= (one.status or 0) < 400 for one in work.page.seen.targets):
        raise CannotPatch(f"{place} did not answer either")
    goal_calls = {call.selector for call in work.page.calls}
    changes: list[Change] = []
    for element in work.elements(finding):
        if element.selector not in goal_calls:
            raise CannotPatch(f"where {element.selector} should lead is not known")
        if element.tag != "a":
            raise CannotPatch(f"{element.selector} is a button, and only a link has an address")
        if is_log_in(element):
            raise CannotPatch(f"{element.selector} is for those who are customers already")
        if any(one.contains(element) for one in work.page.dom.by_id.get(place.removeprefix("#"), ())):
            raise CannotPatch(f"{place} is what {element.selector} stands in")
        changes.append(SetAttribute(element=element, name="href", value=place))
        if place.startswith("#") and element.attr("target"):
            changes.append(DropAttribute(element=element, name="target"))
    return changes
