"""The page's forms: fields, labels, and what each form is for."""

from __future__ import annotations

import dataclasses
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import islice

from coldread.scanner.page.observe.dom import Dom
from coldread.scanner.page.observe.element_tree import Element, Tree, readable_text
from coldread.scanner.page.observe.fields import Field, FieldKind, spelled_out
from coldread.scanner.page.observe.fields import read_fields as fields_of
from coldread.scanner.page.observe.text import HEADINGS
from coldread.scanner.page.phrases import phrases

_BUTTONS = frozenset({"submit", "button", "image", "reset"})
#: limits, since each form takes a walk through its surroundings; no real page has more
MAX_FORMS, MAX_ORPHANS = 40, 100
#: buttons of a form that are read for its purpose
SPEAKING_BUTTONS = 50
#: characters of a button's label and of a form's texts; real ones have up to 140 and 130, but an unclosed button contains
#: everything that follows
LONGEST_LABEL, LONGEST_SPEECH = 1_000, 2_000


@dataclass(frozen=True, kw_only=True)
class Form:
    """A form, or fields with a button and no form around them (`loose`)."""

    element: Element
    fields: tuple[Field, ...]
    buttons: tuple[Element, ...]
    #: the heading or legend above it
    heading: str
    loose: bool = False
    #: whether it serves a goal, as far as computed
    served: dict[str, bool] = dataclasses.field(default_factory=dict, compare=False, repr=False)

    @cached_property
    def _kinds(self) -> frozenset[FieldKind]:
        return frozenset(field.kind for field in self.fields)

    def asks_for(self, *kinds: FieldKind) -> bool:
        return not self._kinds.isdisjoint(kinds)

    @cached_property
    def asks_when(self) -> bool:
        """It asks for a day or an hour, so it makes an appointment. A birthday does not count."""
        return any(
            field.element.attr("type").lower() in ("date", "time", "datetime-local")
            and field.kind != "national_id"
            and not field.element.attr("autocomplete").startswith("bday")
            for field in self.fields
        )

    @cached_property
    def counted(self) -> tuple[Field, ...]:
        """The fields that a visitor has to answer; a radio group counts as one."""
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
        """The required fields if some are marked as required, else all that are not marked as optional."""
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
        """A visitor can fill it in and send it: it is not disabled, has an open field, and a button or a single field."""
        shut = any(
            "inert" in place.attrs or place.attr("aria-hidden").lower() == "true" or "disabled" in place.attrs
            for place in (self.element, *self.element.ancestors())
            if place.tag in ("form", "fieldset") or "inert" in place.attrs or "aria-hidden" in place.attrs
        )
        open_fields = [
            field
            for field in self.fields
            if "disabled" not in field.element.attrs and "readonly" not in field.element.attrs
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
        """It asks for an e-mail address or phone number."""
        return self.asks_for("email", "phone") and not self.is_search and not self.is_login

    @property
    def personal(self) -> bool:
        return not self.is_search and self.asks_for(
            "email", "phone", "name", "national_id", "address", "password"
        )

    @cached_property
    def speaks_of_letters(self) -> bool:
        """It is a newsletter's, by its texts."""
        return bool(phrases("goals.newsletter.topic").search(f"{self.speech} {self.element.text}"))

    @cached_property
    def speech(self) -> str:
        """The texts about its purpose: heading, name, target, button labels, without small print."""
        parts = [
            self.heading,
            self.element.attr("aria-label"),
            *map(button_label, self.buttons[:SPEAKING_BUTTONS]),
        ]
        parts.append(spelled_out(self.element.attr("action")))
        return readable_text(" · ".join(part for part in parts if part)[:LONGEST_SPEECH])


def button_label(element: Element) -> str:
    """The label for people and screen readers: text, value, accessible name or a picture's name."""
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
    labels = (readable_text(text) for text in candidates if any(sign.isalpha() for sign in text))
    return next(labels, readable_text(own))[:LONGEST_LABEL]


def _input_label(element: Element) -> str:
    """The label of an input; the browser labels a submit input without a value."""
    default = "Submit" if element.attr("type").lower() == "submit" and "value" not in element.attrs else ""
    return element.attr("value") or element.attr("alt") or default


def read_forms(dom: Dom) -> tuple[Form, ...]:
    """Visible forms in order, then groups of fields without one."""
    owned = [_read_form(dom, element) for element in dom.shown("form")[:MAX_FORMS]]
    return (*[form for form in owned if form.fields], *_loose_forms(dom))


def _read_form(dom: Dom, element: Element) -> Form:
    own_id = element.attr("id")
    controls = [*element.all("input", "select", "textarea", "button")]
    if own_id:
        controls += [
            other
            for other in dom.all("input", "select", "textarea", "button")
            if other.attr("form") == own_id and not element.contains(other)
        ]
    visible = [control for control in controls if not control.hidden]
    buttons = [control for control in visible if is_submit(control)]
    return Form(
        element=element,
        fields=tuple(fields_of(dom, visible)),
        buttons=tuple(buttons),
        heading=_heading_above(element),
    )


def is_submit(element: Element) -> bool:
    kind = element.attr("type").lower()
    return (element.tag == "button" and kind in ("", "submit")) or (
        element.tag == "input" and kind in ("submit", "image")
    )


def _loose_forms(dom: Dom) -> Iterator[Form]:
    """Fields outside of forms, grouped by the nearest ancestor that also contains a control."""
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
    """The controls in it, itself included."""
    numbers, elements = place.tree.once(_pressables)
    return elements[bisect_left(numbers, place.number) : bisect_left(numbers, place.end)]


def _pressables(tree: Tree) -> tuple[list[int], list[Element]]:
    """All controls, with their numbers."""
    found = [element for element in tree.elements if _pressable(element)]
    return [element.number for element in found], found


def _heading_above(element: Element) -> str:
    """The legend or heading inside it, or the last heading before it in the same part of the page."""
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
