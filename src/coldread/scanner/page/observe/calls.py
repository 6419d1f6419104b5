"""Calls to action: which button-like elements serve the goal, and which of them is the primary one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from coldread.base.addresses import join_address, split_address
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal, goal_row
from coldread.scanner.page.observations import Box
from coldread.scanner.page.observe.actions import Action
from coldread.scanner.page.observe.fields import spelled_out
from coldread.scanner.page.observe.forms import Form
from coldread.scanner.page.observe.head import on_hosts
from coldread.scanner.page.phrases import phrases, vocabulary, words

#: letters to subscribers are free; whatever has a price on its button is bought
_PRICE = re.compile(r"[$€£]\s?\d|\d\s?(?:kr|sek|usd|eur)\b|\d\s?[$€£]", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class CallToAction:
    """A call to action: something to press, or a form without anything to press (`action` is None then)."""

    selector: str
    label: str
    action: Action | None
    form: Form | None


OnFirstScreen = Callable[[CallToAction], bool]
#: visible boxes by selector, empty without a browser
Boxes = Mapping[str, Box]


def goal_forms(found: tuple[Form, ...], goal: PrimaryGoal) -> list[Form]:
    """Forms that serve the goal by what they ask for and say."""
    if goal == PrimaryGoal.OTHER:
        return [form for form in found if form.usable and not form.is_search and not form.is_login]
    return [form for form in found if form_serves(form, goal)]


def form_serves(form: Form, goal: PrimaryGoal) -> bool:
    """Asked for each of its buttons, answered once."""
    if goal not in form.served:
        form.served[goal] = _form_serves(form, goal)
    return form.served[goal]


def _form_serves(form: Form, goal: PrimaryGoal) -> bool:
    if form.is_search or form.is_login or not form.usable:
        return False
    if goal == PrimaryGoal.NEWSLETTER:
        return form.asks_for("email") and not form.asks_for("password")
    if goal == PrimaryGoal.PAID_SIGNUP:
        return _signs_up(form)
    speaks = phrases(f"goals.{goal}.labels").search(form.speech) or phrases("contact.headings").search(
        form.speech
    )
    return form.asks_for("email", "phone") and (bool(speaks) or form.asks_when)


def _signs_up(form: Form) -> bool:
    if form.asks_for("password"):
        return True
    speaks = phrases("goals.paid_signup.labels").search(form.speech)
    return form.asks_for("email", "phone", "name") and bool(speaks) and not form.speaks_of_letters


def lead_forms(found: tuple[Form, ...], goal: PrimaryGoal) -> list[Form]:
    """The goal's forms, else the page's only form that asks strangers for a way to reach them."""
    serving = goal_forms(found, goal)
    if serving or goal == PrimaryGoal.PAID_SIGNUP:
        return serving
    asking = [form for form in found if form.is_lead and form.usable]
    return asking if len(asking) == 1 else []


def serves(action: Action, goal: PrimaryGoal, address: str, ways: frozenset[str] = frozenset()) -> bool:
    """Its label, target or form serves the goal; `ways` are targets on this page known to do so."""
    if _HOME.fullmatch(action.label.strip()):
        return False
    if goal == PrimaryGoal.OTHER:
        return True
    if action.form is not None and not action.form.loose:
        return form_serves(action.form, goal)
    if action.form is not None and form_serves(action.form, goal):
        return True
    if phrases("labels.login").search(action.label) or (
        goal == PrimaryGoal.PAID_SIGNUP and _sends_newsletter(action)
    ):
        return False
    return says_goal(action, goal) or action.href in ways or href_serves(action.href, goal, address)


#: “Startsida” starts nothing
_HOME = re.compile(
    r"(?:(?:till )?start(?:sidan?)?|hem|home(?: ?page)?|front page|main page|back home)\W{0,3}", re.IGNORECASE
)


def _sends_newsletter(action: Action) -> bool:
    """ "Sign up" beside an e-mail field and the word updates costs nothing."""
    return action.form is not None and action.form.speaks_of_letters


def says_goal(action: Action, goal: PrimaryGoal) -> bool:
    if goal == PrimaryGoal.NEWSLETTER and _PRICE.search(action.label):
        return False
    return bool(phrases(f"goals.{goal}.labels").search(action.label))


def ways_to_goal(
    found: tuple[Action, ...], found_forms: tuple[Form, ...], goal: PrimaryGoal
) -> frozenset[str]:
    """Targets that serve the goal whatever their button says: where a telling button leads, and anchors of goal forms."""
    if goal == PrimaryGoal.OTHER:
        return frozenset()
    told = {action.href for action in found if says_goal(action, goal) and len(action.href) > 1}
    around = (
        place for form in goal_forms(found_forms, goal) for place in (form.element, *form.element.ancestors())
    )
    return frozenset(told | {f"#{place.attr('id')}" for place in around if place.attr("id")})


def href_serves(href: str, goal: PrimaryGoal, address: str) -> bool:
    low = href.lower()
    if low.startswith(("tel:", "sms:", "mailto:")):
        return goal in (PrimaryGoal.BOOK_CALL, PrimaryGoal.DEMO)
    if low.startswith("javascript:") or goal == PrimaryGoal.OTHER:
        return False
    absolute = join_address(address, href)
    if any(on_hosts(absolute, service) for service in goal_row(goal).services):
        return True
    return bool(phrases(f"goals.{goal}.href").search(path_words(href)))


def path_words(href: str) -> str:
    """What an address says where it leads."""
    parts = split_address(href)
    return spelled_out(unquote(f"{parts.path} {parts.fragment}")).replace("/", " ")


def calls(
    found: tuple[Action, ...], found_forms: tuple[Form, ...], brief: Brief, address: str
) -> list[CallToAction]:
    """The goal's calls to action in document order."""
    ways = ways_to_goal(found, found_forms, brief.goal)
    pressed = [
        CallToAction(selector=action.selector, label=action.label, action=action, form=action.form)
        for action in found
        if serves(action, brief.goal, address, ways)
    ]
    covered = {id(call.form) for call in pressed if call.form}
    bare = [
        CallToAction(selector=form.element.selector, label="", action=None, form=form)
        for form in goal_forms(found_forms, brief.goal)
        if id(form) not in covered and not form.buttons
    ]
    return pressed + bare


def primary(
    found: tuple[Action, ...], serving: list[CallToAction], on_first_screen: OnFirstScreen, boxes: Boxes
) -> CallToAction | None:
    """The one call to action that the page leads with; how good its label is plays no part.

    Goal calls of the hero come first, then those of the header, then whatever is largest; without any on the first
    screen the first goal call.
    """
    everything = [CallToAction(selector=a.selector, label=a.label, action=a, form=a.form) for a in found]
    goal_calls = [call for call in serving if on_first_screen(call)]
    others = [call for call in everything if on_first_screen(call)]
    for candidates, with_form in ((goal_calls, True), (others, False)):
        if candidates:
            return min(candidates, key=lambda call: (_in_header(call), -_area(call, boxes, with_form)))
    return min(serving, key=_in_header, default=None)


def _in_header(call: CallToAction) -> int:
    place = call.action.region if call.action else "main"
    return {"main": 0, "header": 1, "nav": 1, "footer": 2}[place]


def _area(call: CallToAction, boxes: Boxes, with_form: bool) -> float:
    """A form that serves the goal is a call to action as a whole; a button of another form is only itself."""
    places = [call.selector] + ([call.form.element.selector] if call.form and with_form else [])
    return max((boxes[place][2] * boxes[place][3] for place in places if place in boxes), default=0.0)


#: characters after which a label is some part of the page, and its first words tell
LONGEST_LABEL = 300


def is_generic(label: str) -> bool:
    """Made of words alone that name neither a result nor a next step; signs and arrows say nothing either."""
    if len(label) > LONGEST_LABEL and not _are_generic(label[:LONGEST_LABEL].rpartition(" ")[0]):
        return False
    return _are_generic(label)


def _are_generic(label: str) -> bool:
    said = [word.lower().replace("’", "'") for word in words(label)]
    generic, filler = vocabulary("labels.generic"), vocabulary("labels.filler")
    return all(word in generic or word in filler for word in said)
