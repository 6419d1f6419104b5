"""Calls to action: which button-like elements serve the goal, and which of them is the primary one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from coldread.base.incoming.addresses import join_address, split_address
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal, goal_row
from coldread.scanner.page.observations import Box
from coldread.scanner.page.observe.actions import Action
from coldread.scanner.page.observe.fields import spelled_out
from coldread.scanner.page.observe.forms import Form
from coldread.scanner.page.observe.head import on_hosts
from coldread.scanner.page.phrases import phrases, vocabulary, words

#: a newsletter is free, so a button with a price is not for one
_PRICE = re.compile(r"[$€£]\s?\d|\d\s?(?:kr|sek|usd|eur)\b|\d\s?[$€£]", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class CallToAction:
    """A call to action: a control, or a form without a button (`action` is None then)."""

    selector: str
    label: str
    action: Action | None
    form: Form | None


OnFirstScreen = Callable[[CallToAction], bool]
#: visible boxes by selector; empty without a browser
Boxes = Mapping[str, Box]


def goal_forms(found: tuple[Form, ...], goal: PrimaryGoal) -> list[Form]:
    """Forms that serve the goal by their fields and texts."""
    if goal == PrimaryGoal.OTHER:
        return [form for form in found if form.usable and not form.is_search and not form.is_login]
    return [form for form in found if form_serves(form, goal)]


def form_serves(form: Form, goal: PrimaryGoal) -> bool:
    """Whether the form serves the goal; computed once."""
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
    names_goal = phrases(f"goals.{goal}.labels").search(form.speech) or phrases("contact.headings").search(
        form.speech
    )
    return form.asks_for("email", "phone") and (bool(names_goal) or form.asks_when)


def _signs_up(form: Form) -> bool:
    if form.asks_for("password"):
        return True
    names_goal = phrases("goals.paid_signup.labels").search(form.speech)
    return form.asks_for("email", "phone", "name") and bool(names_goal) and not form.speaks_of_letters


def lead_forms(found: tuple[Form, ...], goal: PrimaryGoal) -> list[Form]:
    """The goal's forms, else the page's only form that asks for an e-mail address or phone number."""
    serving = goal_forms(found, goal)
    if serving or goal == PrimaryGoal.PAID_SIGNUP:
        return serving
    asking = [form for form in found if form.is_lead and form.usable]
    return asking if len(asking) == 1 else []


def serves_goal(action: Action, goal: PrimaryGoal, address: str, ways: frozenset[str] = frozenset()) -> bool:
    """Its label, target or form serves the goal; `ways` are targets of this page that do."""
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


#: labels of links to the start page
_HOME = re.compile(
    r"(?:(?:till )?start(?:sidan?)?|hem|home(?: ?page)?|front page|main page|back home)\W{0,3}", re.IGNORECASE
)


def _sends_newsletter(action: Action) -> bool:
    """The action sends a newsletter form, which costs nothing."""
    return action.form is not None and action.form.speaks_of_letters


def says_goal(action: Action, goal: PrimaryGoal) -> bool:
    if goal == PrimaryGoal.NEWSLETTER and _PRICE.search(action.label):
        return False
    return bool(phrases(f"goals.{goal}.labels").search(action.label))


def ways_to_goal(
    found: tuple[Action, ...], found_forms: tuple[Form, ...], goal: PrimaryGoal
) -> frozenset[str]:
    """Targets that serve the goal whatever the label: targets of buttons that name the goal, and anchors of its forms."""
    if goal == PrimaryGoal.OTHER:
        return frozenset()
    targets = {action.href for action in found if says_goal(action, goal) and len(action.href) > 1}
    around = (
        place for form in goal_forms(found_forms, goal) for place in (form.element, *form.element.ancestors())
    )
    return frozenset(targets | {f"#{place.attr('id')}" for place in around if place.attr("id")})


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
    """The path and fragment of an address as words."""
    parts = split_address(href)
    return spelled_out(unquote(f"{parts.path} {parts.fragment}")).replace("/", " ")


def calls_to_action(
    found: tuple[Action, ...], found_forms: tuple[Form, ...], brief: Brief, address: str
) -> list[CallToAction]:
    """The goal's calls to action in document order."""
    ways = ways_to_goal(found, found_forms, brief.goal)
    pressed = [
        CallToAction(selector=action.selector, label=action.label, action=action, form=action.form)
        for action in found
        if serves_goal(action, brief.goal, address, ways)
    ]
    covered = {id(call.form) for call in pressed if call.form}
    bare = [
        CallToAction(selector=form.element.selector, label="", action=None, form=form)
        for form in goal_forms(found_forms, brief.goal)
        if id(form) not in covered and not form.buttons
    ]
    return pressed + bare


def choose_primary_call(
    found: tuple[Action, ...], serving: list[CallToAction], on_first_screen: OnFirstScreen, boxes: Boxes
) -> CallToAction | None:
    """The page's primary call to action. The quality of its label plays no part.

    On the first screen, goal calls come before other actions, the main part before the header, then the largest. If the first
    screen has none, it is the first goal call.
    """
    everything = [CallToAction(selector=a.selector, label=a.label, action=a, form=a.form) for a in found]
    goal_calls = [call for call in serving if on_first_screen(call)]
    others = [call for call in everything if on_first_screen(call)]
    for candidates, with_form in ((goal_calls, True), (others, False)):
        if candidates:
            return min(
                candidates, key=lambda call: (_header_rank(call), -_size_of_call(call, boxes, with_form))
            )
    return min(serving, key=_header_rank, default=None)


def _header_rank(call: CallToAction) -> int:
    place = call.action.region if call.action else "main"
    return {"main": 0, "header": 1, "nav": 1, "footer": 2}[place]


def _size_of_call(call: CallToAction, boxes: Boxes, with_form: bool) -> float:
    """The size of a call. A form that serves the goal counts as a whole, other forms only by their button."""
    places = [call.selector] + ([call.form.element.selector] if call.form and with_form else [])
    return max((boxes[place][2] * boxes[place][3] for place in places if place in boxes), default=0.0)


#: a longer label is a part of the page, and its first words decide
LONGEST_LABEL = 300


def is_generic(label: str) -> bool:
    """No word of the label names a result or a next step."""
    if len(label) > LONGEST_LABEL and not _are_generic(label[:LONGEST_LABEL].rpartition(" ")[0]):
        return False
    return _are_generic(label)


def _are_generic(label: str) -> bool:
    label_words = [word.lower().replace("’", "'") for word in words(label)]
    generic, filler = vocabulary("labels.generic"), vocabulary("labels.filler")
    return all(word in generic or word in filler for word in label_words)
