"""Finds the element of a source that a judged element came from, if that is certain."""

from __future__ import annotations

from collections import defaultdict

from coldread.scanner.page.observe.dom import Dom
from coldread.scanner.page.observe.element_tree import Element, collapse

#: attributes that scripts rarely change and that distinguish elements
_IDENTIFYING = ("id", "name", "href", "src", "type", "action", "for", "alt", "placeholder", "property", "rel")
#: characters of an element's text that are compared
READ = 4_000
#: tags that every document has once
_ONLY_ONE = ("html", "head", "body")


class Counterparts:
    """Maps elements of the judged document to elements of the source; a tree maps to itself."""

    def __init__(self, source: Dom) -> None:
        self._source = source
        self._by_mark: dict[tuple[str, ...], list[Element]] = defaultdict(list)
        for element in source.elements:
            self._by_mark[_identity_of(element)].append(element)

    def of(self, judged: Element) -> Element | None:
        """The element at the same place with the same text; else the only one with the same text."""
        if judged.tag in _ONLY_ONE:
            return next((found for found in self._source.elements if found.tag == judged.tag), None)
        same_place = self._source.by_selector.get(judged.selector)
        mark = _identity_of(judged)
        if same_place is not None and (_identity_of(same_place) == mark or _same_id(same_place, judged)):
            return same_place
        twins = self._by_mark.get(mark, [])
        return twins[0] if len(twins) == 1 else None


def _same_id(one: Element, other: Element) -> bool:
    """A unique id stays with its element, whatever scripts add to it."""
    return one.tag == other.tag and one.selector.startswith("#") and " " not in one.selector


def _identity_of(element: Element) -> tuple[str, ...]:
    return (
        element.tag,
        _start_of_text(element),
        *(collapse(element.attrs.get(name, "\0")) for name in _IDENTIFYING),
    )


def _start_of_text(element: Element) -> str:
    """The beginning of its text: a few hundred characters are enough."""
    return collapse(element.tree.raw_text(element, READ))[:400]
