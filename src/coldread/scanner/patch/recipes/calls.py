"""Mends calls to action: where they lead, and how large they should be."""

from __future__ import annotations

import difflib
import re

from coldread.scanner.judge.checks.cta.tap_target import COMFORTABLE_PX
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.log_in import is_log_in
from coldread.scanner.patch.changes import (
    Change,
    Declare,
    DropAttribute,
    SetAttribute,
    Unmendable,
)
from coldread.scanner.patch.work import RecipeContext
from coldread.scanner.suggest.calls import target

#: how alike a wrong anchor and an id must be, and by how much the next id must be less so
NEAR, CLEARLY = 0.75, 0.1
_SMALLEST_PX = 24


def near_anchor(work: RecipeContext, finding: Finding) -> list[Change]:
    """The id that the anchor was meant to be, when one is clearly nearest."""
    changes: list[Change] = []
    for element, item in work.places(finding):
        if not str(item.value).startswith("#"):
            raise Unmendable("where the address should lead is not known")
        name = _nearest(str(item.value)[1:], sorted(work.page.dom.ids))
        changes.append(SetAttribute(element=element, name="href", value=f"#{name}"))
    return changes


def _nearest(wanted: str, ids: list[str]) -> str:
    ranked = sorted(((_alike(wanted, name), name) for name in ids if name), reverse=True)
    if not ranked or ranked[0][0] < NEAR or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < CLEARLY):
        raise Unmendable(f"no id on the page is clearly the one #{wanted} was meant to be")
    return ranked[0][1]


def _alike(one: str, other: str) -> float:
    plain, plain_other = (re.sub(r"[^a-z0-9åäö]", "", name.lower()) for name in (one, other))
    if plain == plain_other:
        return 1.0
    longer, shorter = sorted((plain, plain_other), key=len, reverse=True)
    contained = 0.9 if len(shorter) >= 4 and longer.startswith(shorter) else 0.0
    return max(contained, difflib.SequenceMatcher(None, plain, plain_other).ratio())


def lead_to_the_goal(work: RecipeContext, finding: Finding) -> list[Change]:
    """Dead links lead where the page's working call to the same goal leads, or to its form."""
    place = target(work.page)
    if not place:
        raise Unmendable("the page has no working link to its goal")
    goal_calls = {call.selector for call in work.page.calls}
    changes: list[Change] = []
    for element in work.elements(finding):
        if element.selector not in goal_calls:
            raise Unmendable(f"where {element.selector} should lead is not known")
        if is_log_in(element):
            raise Unmendable(f"{element.selector} is for those who are customers already")
        if any(one.contains(element) for one in work.page.dom.by_id.get(place.removeprefix("#"), ())):
            raise Unmendable(f"{place} is what {element.selector} stands in")
        changes.append(SetAttribute(element=element, name="href", value=place))
        if place.startswith("#") and element.attr("target"):
            changes.append(DropAttribute(element=element, name="target"))
    return changes


def enlarge(work: RecipeContext, finding: Finding) -> list[Declare]:
    """At least the size that a thumb hits."""
    goal_calls = {call.selector for call in work.page.calls}
    changes: list[Declare] = []
    for element in work.elements(finding):
        item = work.page.mobile.get(element.selector)
        if item is None or not item.visible:
            raise Unmendable(f"{element.selector} was not measured on the phone")
        least = COMFORTABLE_PX if element.selector in goal_calls else _SMALLEST_PX
        changes.append(Declare(element=element, declarations=_large_enough(element, item, least)))
    return changes


def _large_enough(element: Element, item: Drawn, least: int) -> tuple[tuple[str, str], ...]:
    """Buttons centre their label by themselves; a line of text has no height of its own to raise."""
    declarations = []
    if item.display == "inline":
        declarations.append(("display", "inline-block"))
    if item.box[3] < least:
        declarations.append(("min-height", f"{least}px"))
        if element.tag not in ("button", "input", "select"):
            declarations.append(("align-content", "center"))
    if item.box[2] < least:
        declarations.append(("min-width", f"{least}px"))
    if not any(name.startswith("min-") for name, _ in declarations):
        raise Unmendable(f"{element.selector} is large enough but too close to its neighbours")
    return tuple(declarations)
