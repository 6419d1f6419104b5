"""Fields of a form: what each asks for, how it is labelled, and which are traps for robots."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from coldread.scanner.page.observe.dom import Dom
from coldread.scanner.page.observe.element_tree import Element, collapse, readable_text
from coldread.scanner.page.phrases import phrases

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

#: characters of a field's name, since a label may contain a whole page
LONGEST_NAME = 1_000
#: most elements that may name one field
MOST_NAMES = 20

_TEXT_LIKE = frozenset(
    {"", "text", "email", "tel", "url", "number", "password", "search", "date", "datetime-local", "time", "month", "week", "file"}
)  # fmt: skip
_CAMEL = re.compile(r"(?<=[a-zåäö])(?=[A-ZÅÄÖ])|[_\-.\[\]:]+|(?<=\D)(?=\d)")
_OFF_SCREEN = re.compile(
    r"(left|top|text-indent)\s*:\s*-\d{3,}|opacity\s*:\s*0(?![.\d])|(?:width|height)\s*:\s*0(?![.\d])", re.I
)
#: tested in this order: an "e-mail address" is an e-mail, a "company name" is a company, a "street name" an address
_ASKED_IN_ORDER: tuple[FieldKind, ...] = (
    "search",
    "email",
    "national_id",
    "phone",
    "message",
    "company",
    "address",
    "name",
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


@dataclass(frozen=True, kw_only=True)
class Field:
    """One field that the visitor has to fill in."""

    element: Element
    kind: FieldKind
    #: visible label or accessible name; empty if there is none
    label: str
    labelled_by: Literal["label", "aria", "title", "placeholder", "nothing"]
    required: bool
    #: its label says that it may stay empty
    optional: bool = False

    @property
    def is_about_another(self) -> bool:
        """It asks about another person, such as a friend, so the browser must not fill in the visitor's own data."""
        names = (spelled_out(self.element.attr(name)) for name in ("name", "id"))
        return _ANOTHERS.search(" ".join((self.label, self.element.attr("placeholder"), *names))) is not None


_ANOTHERS = re.compile(
    r"\breferr|\bfriend|\brecommend|\brecipient|\bchild|\bgift|rekommend|tipsa|\bvän|mottagar|\bbarn",
    re.IGNORECASE,
)


def spelled_out(name: str) -> str:
    """An identifier as words: `contactForm_2` is "contact Form 2"."""
    return readable_text(_CAMEL.sub(" ", name))


def read_fields(dom: Dom, controls: list[Element]) -> Iterator[Field]:
    """The fields for visitors: text-like inputs, selects, text areas, radio buttons, without traps."""
    for control in controls:
        kind = control.attr("type").lower()
        text_like = control.tag in ("select", "textarea") or (control.tag == "input" and kind in _TEXT_LIKE)
        if (text_like or (control.tag == "input" and kind == "radio")) and not is_trap(dom, control):
            yield _field(dom, control)


def _field(dom: Dom, control: Element) -> Field:
    label, labelled_by = _label(dom, control)
    marked = "required" in control.attrs or control.attr("aria-required") == "true"
    optional = not marked and _says_optional(f"{label} · {control.attr('placeholder')}")
    return Field(
        element=control,
        kind=_kind_of_field(control, label),
        label=label,
        labelled_by=labelled_by,
        required=marked or (not optional and _says_required(label)),
        optional=optional,
    )


def _says_optional(text: str) -> bool:
    return phrases("fields.optional").search(text) is not None


def _says_required(label: str) -> bool:
    return "*" in label or bool(phrases("fields.required").search(label))


def is_trap(dom: Dom, control: Element) -> bool:
    """A honeypot: a field for robots that people cannot see."""
    around = [control, *islice(control.ancestors(), 2)]
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
    own_id = control.attr("id")
    pointing = dom.labels_with_text.get(own_id) if own_id else None
    for label in (pointing, control.closest("label")):
        if label is not None and (text := label.begins(LONGEST_NAME)):
            return text, "label"
    named = " ".join(_text_of_ids(dom, control.attr("aria-labelledby"))) or control.attr("aria-label")
    if collapse(named):
        return readable_text(named), "aria"
    for name in ("title", "placeholder"):
        if control.attr(name):
            return readable_text(control.attr(name)), "title" if name == "title" else "placeholder"
    return "", "nothing"


def _text_of_ids(dom: Dom, ids: str) -> Iterator[str]:
    wanted = dict.fromkeys(islice(ids.split(), MOST_NAMES))
    named = [element for one in wanted for element in islice(dom.by_id.get(one, ()), MOST_NAMES)]
    return (element.begins(LONGEST_NAME) for element in sorted(named, key=lambda one: one.number))


def _kind_of_field(control: Element, label: str) -> FieldKind:
    kind = control.attr("type").lower()
    if kind in _BY_TYPE:
        return _BY_TYPE[kind]
    for token in control.attr("autocomplete").lower().split():
        if token in _BY_AUTOCOMPLETE:
            return _BY_AUTOCOMPLETE[token]
    description = " · ".join(
        [label, control.attr("placeholder"), *(spelled_out(control.attr(name)) for name in ("name", "id"))]
    )
    for candidate in _ASKED_IN_ORDER:
        if phrases(f"fields.{candidate}").search(description) and not (
            candidate == "search" and control.tag == "select"
        ):
            return candidate
    if "@" in control.attr("placeholder"):
        return "email"
    return "message" if control.tag == "textarea" else "other"
