"""Mends calls to action: where they lead, what they say, how large they are."""

from __future__ import annotations

import difflib
import itertools
import re

from coldread.scanner.judge.checks.cta.tap_target import COMFORTABLE_PX
from coldread.scanner.judge.finding import Finding
from coldread.scanner.page.observations import Drawn
from coldread.scanner.page.observe.actions import leads_nowhere
from coldread.scanner.page.observe.calls import is_generic
from coldread.scanner.page.observe.dom import Element, collapse
from coldread.scanner.page.phrases import phrases
from coldread.scanner.patch.changes import (
    Change,
    Declare,
    DropAttribute,
    Insert,
    New,
    Retext,
    SetAttribute,
    Unmendable,
)
from coldread.scanner.patch.work import RecipeContext
from coldread.scanner.suggest.calls import label, target

#: how alike a wrong anchor and an id must be, and by how much the next id must be less so
NEAR, CLEARLY = 0.75, 0.1
_SMALLEST_PX = 24
#: what a consent notice is called, how long one is, and how far above its button it is looked for
_NOTICE = re.compile(r"cookie|consent|gdpr|samtyck|kakor|cky-|onetrust")
_LONGEST_NOTICE, _NOTICE_DEPTH = 600, 5


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


def say_what_they_get(work: RecipeContext, finding: Finding) -> list[Change]:
    """Verb and object of the goal on the primary call."""
    said = label(work.page)
    if not said:
        raise Unmendable("the goal does not say what visitors get")
    primary = work.page.primary
    if primary is None or primary.action is None:
        raise Unmendable("there is no primary call to action")
    element = primary.action.element
    if _asks_consent(element):
        raise Unmendable("the first button belongs to a consent notice")
    return [_relabelled(element, said), *_comfortable(work, element)]


def _asks_consent(element: Element) -> bool:
    """Whether a button stands in a notice about cookies, by the notice's name or its words."""
    for around in itertools.islice((element, *element.ancestors()), _NOTICE_DEPTH):
        named = f"{around.attr('id')} {around.attr('class')} {around.attr('aria-label')}".lower()
        if _NOTICE.search(named):
            return True
        if len(around.text) <= _LONGEST_NOTICE and phrases("consent.phrases").search(around.text):
            return True
    return False


def _comfortable(work: RecipeContext, element: Element) -> list[Change]:
    """What becomes a call to the goal must also be large enough for one."""
    item = work.page.mobile.get(element.selector)
    if item is None or not item.visible or min(item.box[2:]) >= COMFORTABLE_PX:
        return []
    return [Declare(element=element, declarations=_large_enough(element, item, COMFORTABLE_PX))]


def _relabelled(element: Element, said: str) -> Change:
    if element.tag == "input":
        return SetAttribute(element=element, name="value", value=said)
    if not element.text or collapse(element.content) != element.text:
        raise Unmendable(f"{element.selector} is not labelled by plain text")
    return Retext(element=element, old=element.text, new=said)


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
        changes += [SetAttribute(element=element, name="href", value=place), *_comfortable(work, element)]
        if place.startswith("#") and element.attr("target"):
            changes.append(DropAttribute(element=element, name="target"))
    return changes


def call_in_hero(work: RecipeContext, finding: Finding) -> list[Change]:
    """The page's own call to the goal, once more below the headline."""
    headline = work.page.headline
    item = work.drawn(headline) if headline is not None else None
    view = work.page.seen.desktop
    if headline is None or item is None or view is None or item.box[1] > view.height / 2:
        raise Unmendable("there is no headline on the first screen to put it under")
    below = [block.element for block in work.page.subheads if block.kind == "paragraph"]
    return [Insert(element=below[0] if below else headline, where="after", new=_same_call(work))]


def call_at_the_end(work: RecipeContext, finding: Finding) -> list[Change]:
    """The page's own call to the goal, once more where the reader arrives."""
    mains, footers = work.page.dom.shown("main"), work.page.dom.shown("footer")
    if mains:
        return [Insert(element=mains[-1], where="last", new=_same_call(work))]
    if not footers:
        raise Unmendable("where the content ends is not marked")
    return [Insert(element=footers[-1], where="before", new=_same_call(work))]


def _same_call(work: RecipeContext) -> New:
    """Same words, target and class as one that is there: without its class it would not look like a call."""
    for call in work.page.calls:
        action = call.action
        if action is None or not action.element.attr("class") or is_generic(call.label):
            continue
        form = call.form.element.attr("id") if call.form is not None else ""
        place = f"#{form}" if form else action.href.strip() if not leads_nowhere(action) else ""
        if place:
            attributes = (("class", action.element.attr("class")), ("href", place))
            return New(tag="p", inside=New(tag="a", attributes=attributes, text=call.label))
    raise Unmendable("the page has no call to action that could be repeated")


def enlarge(work: RecipeContext, finding: Finding) -> list[Change]:
    """At least the size that a thumb hits."""
    goal_calls = {call.selector for call in work.page.calls}
    changes: list[Change] = []
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
