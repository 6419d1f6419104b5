"""Calls to action: which button-like elements serve the goal, and which of them is the primary one."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote, urljoin, urlsplit

from coldread.scanner.brief import Brief, Goal
from coldread.scanner.observations import Box, Viewport
from coldread.scanner.observe.actions import Action
from coldread.scanner.observe.forms import Form, spelled_out
from coldread.scanner.observe.head import on_hosts
from coldread.scanner.words import phrases

#: services that complete a goal at their own address
_SERVICES: dict[Goal, tuple[str, ...]] = {
    "newsletter": ("newsletter",),
    "demo": ("scheduling",),
    "book_call": ("scheduling",),
    "paid_signup": ("checkout",),
}


@dataclass(frozen=True, kw_only=True)
class Call:
    """A call to action: something to press, or a form without anything to press (`action` is None then)."""

    selector: str
    label: str
    action: Action | None
    form: Form | None


def goal_forms(found: tuple[Form, ...], goal: Goal) -> list[Form]:
    """Forms that serve the goal by what they ask for and say."""
    if goal == "other":
        return [form for form in found if not form.is_search and not form.is_login]
    return [form for form in found if form_serves(form, goal)]


def form_serves(form: Form, goal: Goal) -> bool:
    if form.is_search or form.is_login:
        return False
    if goal == "newsletter":
        return form.asks_for("email") and not form.asks_for("password")
    if goal == "paid_signup":
        return _signs_up(form)
    speaks = phrases(f"goals.{goal}.labels").search(form.speech) or phrases("contact.headings").search(
        form.speech
    )
    return form.asks_for("email", "phone") and bool(speaks)


def _signs_up(form: Form) -> bool:
    if form.asks_for("password"):
        return True
    newsletter = phrases("goals.newsletter.topic").search(f"{form.speech} {form.element.text}")
    speaks = phrases("goals.paid_signup.labels").search(form.speech)
    return form.asks_for("email", "phone", "name") and bool(speaks) and not newsletter


def lead_forms(found: tuple[Form, ...], goal: Goal) -> list[Form]:
    """The goal's forms, else the page's only form that asks strangers for a way to reach them."""
    serving = goal_forms(found, goal)
    if serving or goal == "paid_signup":
        return serving
    asking = [form for form in found if form.is_lead]
    return asking if len(asking) == 1 else []


def serves(action: Action, goal: Goal, address: str) -> bool:
    """Its label, target or form serves the goal."""
    if goal == "other":
        return True
    if action.form is not None and not action.form.loose:
        return form_serves(action.form, goal)
    if action.form is not None and form_serves(action.form, goal):
        return True
    if phrases("labels.login").search(action.label):
        return False
    return bool(phrases(f"goals.{goal}.labels").search(action.label)) or href_serves(
        action.href, goal, address
    )


def href_serves(href: str, goal: Goal, address: str) -> bool:
    low = href.lower()
    if low.startswith(("tel:", "sms:")):
        return goal in ("book_call", "demo")
    if low.startswith("mailto:"):
        return goal in ("book_call", "demo")
    if low.startswith("javascript:") or goal == "other":
        return False
    absolute = urljoin(address, href)
    if any(on_hosts(absolute, service) for service in _SERVICES[goal]):
        return True
    parts = urlsplit(href)
    said = spelled_out(unquote(f"{parts.path} {parts.fragment}")).replace("/", " ")
    return bool(phrases(f"goals.{goal}.href").search(said))


def calls(found: tuple[Action, ...], found_forms: tuple[Form, ...], brief: Brief, address: str) -> list[Call]:
    """The goal's calls to action in document order."""
    pressed = [
        Call(selector=action.selector, label=action.label, action=action, form=action.form)
        for action in found
        if serves(action, brief.goal, address)
    ]
    covered = {id(call.form) for call in pressed if call.form}
    bare = [
        Call(selector=form.element.selector, label="", action=None, form=form)
        for form in goal_forms(found_forms, brief.goal)
        if id(form) not in covered and not form.buttons
    ]
    return pressed + bare


def primary(found: tuple[Action, ...], serving: list[Call], view: Viewport | None) -> Call | None:
    """The one call to action that the page leads with; how good its label is plays no part."""
    everything = [Call(selector=a.selector, label=a.label, action=a, form=a.form) for a in found]
    if view is None:
        return _first_by_structure(serving) or _first_by_structure(everything)
    boxes = {item.selector: item.box for item in view.drawn if item.visible}
    for candidates, counts_form in ((serving, True), (everything, False)):
        above = [call for call in candidates if _above_fold(boxes.get(call.selector), view.height)]
        if above:
            return min(above, key=lambda call: (_in_header(call), -_area(call, boxes, counts_form)))
    return next(iter(serving), None)


def _first_by_structure(candidates: list[Call]) -> Call | None:
    """Without geometry: hero and body first, then the header, each in document order."""
    return min(candidates, key=_in_header, default=None)


def _in_header(call: Call) -> int:
    place = call.action.region if call.action else "main"
    return {"main": 0, "header": 1, "nav": 1, "footer": 2}[place]


def _area(call: Call, boxes: dict[str, Box], counts_form: bool) -> float:
    """A form that serves the goal is a call to action as a whole; a button of another form is only itself."""
    places = [call.selector] + ([call.form.element.selector] if call.form and counts_form else [])
    return max(boxes[place][2] * boxes[place][3] for place in places if place in boxes)


def _above_fold(box: Box | None, height: int) -> bool:
    return box is not None and box[1] < height and box[1] + box[3] > 0
