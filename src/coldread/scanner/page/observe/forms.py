"""Forms as a visitor meets them: which fields, how they are named, and what the form is about."""

from __future__ import annotations

import dataclasses
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from coldread.scanner.page.observe.dom import Dom, Element, Tree, readable
from coldread.scanner.page.observe.fields import Field, FieldKind, spelled_out
from coldread.scanner.page.observe.fields import fields as fields_of
from coldread.scanner.page.observe.text import HEADINGS
from coldread.scanner.page.phrases import phrases

_BUTTONS = frozenset({"submit", "button", "image", "reset"})
#: no page has more; each costs a walk through its surroundings
MAX_FORMS, MAX_ORPHANS = 40, 100
#: of one form, that are read for what it is about
SPEAKING_BUTTONS = 50
#: characters of a button's label and of what a form says; people's have 140 and 130, and where buttons are left open each
#: would say all that follows
LONGEST_LABEL, LONGEST_SPEECH = 1_000, 2_000


@dataclass(frozen=True, kw_only=True)
class Form:
    """A form, or fields that stand beside a button without a form around them (`loose`)."""

    element: Element
    fields: tuple[Field, ...]
    buttons: tuple[Element, ...]
    #: the heading or legend above it
    heading: str
    loose: bool = False
    #: goals that somebody asked about, and whether it serves them
    served: dict[str, bool] = dataclasses.field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def _kinds(self) -> frozenset[FieldKind]:
        return frozenset(field.kind for field in self.fields)

    def asks_for(self, *kinds: FieldKind) -> bool:
        return not self._kinds.isdisjoint(kinds)

    @cached_property
    def asks_when(self) -> bool:
        """Wants a day or an hour: what it makes is an appointment. A birthday is none."""
        return any(
            field.element.attr("type").lower() in ("date", "time", "datetime-local")
            and field.kind != "national_id"
            and not field.element.attr("autocomplete").startswith("bday")
            for field in self.fields
        )

    @cached_property
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

    @cached_property
    def demanded(self) -> tuple[Field, ...]:
        """Those of them that nobody gets past: where some are marked, only these; else all that do not say that they may stay empty."""
        groups = {field.element.attr("name") for field in self.fields if field.required}
        marked = tuple(
            field
            for field in self.counted
            if field.required
            or (field.element.attr("type").lower() == "radio" and field.element.attr("name") in groups)
        )
        return marked or tuple(field for field in self.counted if not field.optional)

    @cached_property
    def usable(self) -> bool:
        """Somebody could fill it in and send it: no picture of a form, none that is shut, several fields have a button."""
        shut = any(
            "inert" in place.attrs or place.attr("aria-hidden").lower() == "true" or "disabled" in place.attrs
            for place in (self.element, *self.element.ancestors())
            if place.tag in ("form", "fieldset") or "inert" in place.attrs or "aria-hidden" in place.attrs
        )
        open_fields = [
            one
            for one in self.fields
            if "disabled" not in one.element.attrs and "readonly" not in one.element.attrs
        ]
        return not shut and bool(open_fields) and (bool(self.buttons) or len(self.fields) == 1)

    @cached_property
    def is_search(self) -> bool:
        return self.element.attr("role") == "search" or (
            bool(self.fields) and all(field.kind == "search" for field in self.fields)
        )

    @cached_property
    def is_login(self) -> bool:
        labels = " ".join(button_label(button) for button in self.buttons[:SPEAKING_BUTTONS])
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

    @cached_property
    def speaks_of_letters(self) -> bool:
        """A newsletter, by its own words or those around its fields."""
        return bool(phrases("goals.newsletter.topic").search(f"{self.speech} {self.element.text}"))

    @cached_property
    def speech(self) -> str:
        """What it says about its purpose: heading, name, target, button labels; small print left out."""
        said = [
            self.heading,
            self.element.attr("aria-label"),
            *map(button_label, self.buttons[:SPEAKING_BUTTONS]),
        ]
        said.append(spelled_out(self.element.attr("action")))
        return readable(" · ".join(part for part in said if part)[:LONGEST_SPEECH])


def button_label(element: Element) -> str:
    """What a person or a screen reader is told: text, value, accessible name, picture's name."""
    known = element.tree.once(_labels)
    if element.number not in known:
        known[element.number] = _button_label(element)
    return known[element.number]


def _labels(_tree: Tree) -> dict[int, str]:
    return {}


def _button_label(element: Element) -> str:
    own = _input_label(element) if element.tag == "input" else element.begins(LONGEST_LABEL)
    pictures = (image.attr("alt") for image in element.all("img") if image.attr("alt"))
    names = (title.content for title in element.all("title"))
    candidates = (own, element.attr("aria-label"), next(pictures, ""), element.attr("title"), next(names, ""))
    spoken = (readable(text) for text in candidates if any(sign.isalpha() for sign in text))
    return next(spoken, readable(own))[:LONGEST_LABEL]


def _input_label(element: Element) -> str:
    """A submit input without a value is labelled by the browser."""
    untold = "Submit" if element.attr("type").lower() == "submit" and "value" not in element.attrs else ""
    return element.attr("value") or element.attr("alt") or untold


def forms(dom: Dom) -> tuple[Form, ...]:
    """Shown forms in order, then groups of fields without one."""
    owned = [_form(dom, element) for element in dom.shown("form")[:MAX_FORMS]]
    return (*[form for form in owned if form.fields], *_loose_forms(dom))


def _form(dom: Dom, element: Element) -> Form:
    own_id = element.attr("id")
    controls = [*element.all("input", "select", "textarea", "button")]
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
        fields=tuple(fields_of(dom, shown)),
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
        fields = tuple(fields_of(dom, controls))
        if fields:
            buttons = tuple(_pressables_of(place))
            yield Form(
                element=place, fields=fields, buttons=buttons, heading=_heading_above(place), loose=True
            )


def _pressable(element: Element) -> bool:
    return not element.hidden and (element.tag in ("button", "a") or element.attr("type").lower() in _BUTTONS)


def _pressable_surrounding(control: Element) -> Element | None:
    numbers, _ = control.tree.once(_pressables)
    for level, above in enumerate(control.ancestors()):
        if level > 4 or above.tag in ("body", "main", "html"):
            return None
        place = bisect_left(numbers, above.number)
        if place < len(numbers) and numbers[place] < above.end:
            return above
    return None


def _pressables_of(place: Element) -> list[Element]:
    """What can be pressed in it, itself included."""
    numbers, elements = place.tree.once(_pressables)
    return elements[bisect_left(numbers, place.number) : bisect_left(numbers, place.end)]


def _pressables(tree: Tree) -> tuple[list[int], list[Element]]:
    """What can be pressed, with its numbers."""
    found = [element for element in tree.elements if _pressable(element)]
    return [element.number for element in found], found


def _heading_above(element: Element) -> str:
    """The legend inside, or the last heading before it within the same part of the page."""
    for inside in element.all("legend", *HEADINGS):
        if inside.text:
            return inside.text
    numbers, headings = element.tree.tagged(HEADINGS)
    place = element
    for above in islice(element.ancestors(), 4):
        first, behind = bisect_left(numbers, above.number), bisect_left(numbers, place.number)
        for heading in reversed(headings[first:behind]):
            if heading.text and not heading.hidden:
                return heading.text
        if above.tag in ("section", "article", "main", "body"):
            break
        place = above
    return ""
