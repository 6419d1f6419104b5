"""Forms as a visitor meets them: which fields, how they are named, and what the form is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from coldread.scanner.observe.dom import Dom, Element, collapse
from coldread.scanner.observe.text import HEADINGS
from coldread.scanner.words import phrases

FieldKind = Literal[
    "email",
    "phone",
    "name",
    "company",
    "message",
    "password",
    "search",
    "national_id",
    "address",
    "consent",
    "other",
]

_TEXT_LIKE = frozenset(
    {"", "text", "email", "tel", "url", "number", "password", "search", "date", "datetime-local", "time", "month", "week", "file"}
)  # fmt: skip
_BUTTONS = frozenset({"submit", "button", "image", "reset"})
_CAMEL = re.compile(r"(?<=[a-zåäö])(?=[A-ZÅÄÖ])|[_\-.\[\]:]+|(?<=\D)(?=\d)")
_OFF_SCREEN = re.compile(
    r"(left|top|text-indent)\s*:\s*-\d{3,}|opacity\s*:\s*0(?![.\d])|(?:width|height)\s*:\s*0(?![.\d])", re.I
)
#: asked first to last: an "e-mail address" is an e-mail, a "company name" is a company
_ASKED_IN_ORDER: tuple[FieldKind, ...] = (
    "search",
    "email",
    "national_id",
    "phone",
    "message",
    "company",
    "name",
    "address",
)
_BY_AUTOCOMPLETE: dict[str, FieldKind] = {
    "email": "email", "tel": "phone", "tel-national": "phone", "name": "name", "given-name": "name", "family-name": "name",
    "organization": "company", "new-password": "password", "current-password": "password", "street-address": "address",
    "postal-code": "address", "bday": "national_id",
}  # fmt: skip
_BY_TYPE: dict[str, FieldKind] = {
    "email": "email",
    "tel": "phone",
    "password": "password",
    "search": "search",
}


#: no page asks for more outside a form; each costs a walk through its surroundings
MAX_ORPHANS = 100


@dataclass(frozen=True, kw_only=True)
class Field:
    """One thing the visitor is asked for."""

    element: Element
    kind: FieldKind
    #: visible label or accessible name, empty when there is none
    label: str
    labelled_by: Literal["label", "aria", "title", "placeholder", "nothing"]
    required: bool


@dataclass(frozen=True, kw_only=True)
class Form:
    """A form, or fields that stand beside a button without a form around them (`loose`)."""

    element: Element
    fields: tuple[Field, ...]
    buttons: tuple[Element, ...]
    #: the heading or legend above it
    heading: str
    loose: bool = False

    def asks_for(self, *kinds: FieldKind) -> bool:
        return any(field.kind in kinds for field in self.fields)

    @property
    def counted(self) -> tuple[Field, ...]:
        """Fields that cost the visitor an answer; a radio group is one."""
        seen: set[str] = set()
        counted = []
        for field in self.fields:
            group = field.element.attr("name") if field.element.attr("type").lower() == "radio" else ""
            if group and group in seen:
                continue
            seen.add(group)
            counted.append(field)
        return tuple(counted)

    @property
    def is_search(self) -> bool:
        return self.element.attr("role") == "search" or (
            bool(self.fields) and all(field.kind == "search" for field in self.fields)
        )

    @property
    def is_login(self) -> bool:
        labels = " ".join(button_label(button) for button in self.buttons)
        return self.asks_for("password") and bool(phrases("labels.login").search(f"{labels} {self.heading}"))

    @property
    def is_lead(self) -> bool:
        """Asks a stranger how to reach them."""
        return self.asks_for("email", "phone") and not self.is_search and not self.is_login

    @property
    def personal(self) -> bool:
        return not self.is_search and self.asks_for(
            "email", "phone", "name", "national_id", "address", "password"
        )

    @property
    def speech(self) -> str:
        """What it says about its purpose: heading, name, target, button labels; small print left out."""
        said = [self.heading, self.element.attr("aria-label"), *map(button_label, self.buttons)]
        said.append(spelled_out(self.element.attr("action")))
        return collapse(" · ".join(part for part in said if part))


def button_label(element: Element) -> str:
    """What a person or a screen reader is told: text, value, accessible name, picture's name."""
    own = _input_label(element) if element.tag == "input" else element.text
    pictures = (image.attr("alt") for image in element.all("img") if image.attr("alt"))
    names = (title.content for title in element.all("title"))
    candidates = (own, element.attr("aria-label"), next(pictures, ""), element.attr("title"), next(names, ""))
    readable = (collapse(text) for text in candidates if any(sign.isalpha() for sign in text))
    return next(readable, collapse(own))


def _input_label(element: Element) -> str:
    """A submit input without a value is labelled by the browser."""
    untold = "Submit" if element.attr("type").lower() == "submit" and "value" not in element.attrs else ""
    return element.attr("value") or element.attr("alt") or untold


def spelled_out(name: str) -> str:
    """`contactForm_2` as words."""
    return collapse(_CAMEL.sub(" ", name))


def forms(dom: Dom) -> tuple[Form, ...]:
    """Shown forms in order, then groups of fields without one."""
    owned = [_form(dom, element) for element in dom.shown("form")]
    return (*[form for form in owned if form.fields], *_loose_forms(dom))


def _form(dom: Dom, element: Element) -> Form:
    own_id = element.attr("id")
    controls = [below for below in element.walk() if below.tag in ("input", "select", "textarea", "button")]
    if own_id:
        controls += [
            other
            for other in dom.all("input", "select", "textarea", "button")
            if other.attr("form") == own_id and not element.contains(other)
        ]
    shown = [control for control in controls if not control.hidden]
    buttons = [control for control in shown if is_submit(control)]
    return Form(
        element=element,
        fields=tuple(_fields(dom, shown)),
        buttons=tuple(buttons),
        heading=_heading_above(element),
    )


def is_submit(element: Element) -> bool:
    kind = element.attr("type").lower()
    return (element.tag == "button" and kind in ("", "submit")) or (
        element.tag == "input" and kind in ("submit", "image")
    )


def _loose_forms(dom: Dom) -> Iterator[Form]:
    """Fields outside any form, grouped by the nearest surrounding that also holds something to press."""
    orphans = [
        control
        for control in dom.shown("input", "select", "textarea")
        if control.closest("form") is None and not control.attr("form")
    ]
    groups: dict[int, tuple[Element, list[Element]]] = {}
    for control in orphans[:MAX_ORPHANS]:
        place = _pressable_surrounding(control)
        if place is not None:
            groups.setdefault(id(place), (place, []))[1].append(control)
    for place, controls in groups.values():
        fields = tuple(_fields(dom, controls))
        if fields:
            buttons = tuple(below for below in place.walk() if _pressable(below))
            yield Form(
                element=place, fields=fields, buttons=buttons, heading=_heading_above(place), loose=True
            )


def _pressable(element: Element) -> bool:
    return not element.hidden and (element.tag in ("button", "a") or element.attr("type").lower() in _BUTTONS)


def _pressable_surrounding(control: Element) -> Element | None:
    for level, above in enumerate(control.ancestors()):
        if level > 4 or above.tag in ("body", "main", "html"):
            return None
        if any(_pressable(below) for below in above.walk()):
            return above
    return None


def _fields(dom: Dom, controls: list[Element]) -> Iterator[Field]:
    for control in controls:
        kind = control.attr("type").lower()
        text_like = control.tag in ("select", "textarea") or (control.tag == "input" and kind in _TEXT_LIKE)
        if (text_like or (control.tag == "input" and kind == "radio")) and not _is_trap(dom, control):
            yield _field(dom, control)


def _field(dom: Dom, control: Element) -> Field:
    label, labelled_by = _label(dom, control)
    required = "required" in control.attrs or control.attr("aria-required") == "true" or _says_required(label)
    return Field(
        element=control, kind=_kind(control, label), label=label, labelled_by=labelled_by, required=required
    )


def _says_required(label: str) -> bool:
    return "*" in label or bool(phrases("fields.required").search(label))


def _is_trap(dom: Dom, control: Element) -> bool:
    """A honeypot: meant for robots, so kept from people."""
    around = [control, *list(control.ancestors())[:2]]
    if any(_OFF_SCREEN.search(element.attr("style")) for element in around):
        return True
    if control.attr("aria-hidden") == "true" or (
        control.attr("tabindex") == "-1" and control.attr("autocomplete") == "off"
    ):
        return True
    label, _ = _label(dom, control)
    return bool(phrases("fields.trap").search(f"{label} {spelled_out(control.attr('name'))}"))


def _label(
    dom: Dom, control: Element
) -> tuple[str, Literal["label", "aria", "title", "placeholder", "nothing"]]:
    wrapping = control.closest("label")
    own_id = control.attr("id")
    pointing = [label for label in dom.all("label") if own_id and label.attr("for") == own_id]
    for label in (*pointing, *([wrapping] if wrapping is not None else [])):
        if label.text:
            return label.text, "label"
    named = " ".join(_text_of_ids(dom, control.attr("aria-labelledby"))) or control.attr("aria-label")
    if collapse(named):
        return collapse(named), "aria"
    for name in ("title", "placeholder"):
        if control.attr(name):
            return collapse(control.attr(name)), "title" if name == "title" else "placeholder"
    return "", "nothing"


def _text_of_ids(dom: Dom, ids: str) -> Iterator[str]:
    wanted = set(ids.split())
    return (element.text for element in dom.elements if element.attr("id") in wanted) if wanted else iter(())


def _kind(control: Element, label: str) -> FieldKind:
    kind = control.attr("type").lower()
    if kind in _BY_TYPE:
        return _BY_TYPE[kind]
    for token in control.attr("autocomplete").lower().split():
        if token in _BY_AUTOCOMPLETE:
            return _BY_AUTOCOMPLETE[token]
    said = " · ".join(
        [label, control.attr("placeholder"), *(spelled_out(control.attr(name)) for name in ("name", "id"))]
    )
    for candidate in _ASKED_IN_ORDER:
        if phrases(f"fields.{candidate}").search(said) and not (
            candidate == "search" and control.tag == "select"
        ):
            return candidate
    if "@" in control.attr("placeholder"):
        return "email"
    return "message" if control.tag == "textarea" else "other"


def _heading_above(element: Element) -> str:
    """The legend inside, or the last heading before it within the same part of the page."""
    for inside in element.all("legend", *HEADINGS):
        if inside.text:
            return inside.text
    place = element
    for above in list(element.ancestors())[:4]:
        before = []
        for below in above.walk():
            if below is place:
                break
            if below.tag in HEADINGS and below.text and not below.hidden:
                before.append(below.text)
        if before:
            return before[-1]
        if above.tag in ("section", "article", "main", "body"):
            break
        place = above
    return ""
