"""Finds the element of a source that a judged element came from, or says that it is not certain."""

from __future__ import annotations

from collections import defaultdict

from coldread.scanner.page.observe.dom import Dom
from coldread.scanner.page.observe.element_tree import Element, collapse

#: attributes that scripts rarely touch and that tell one element from another
_IDENTIFYING = ("id", "name", "href", "src", "type", "action", "for", "alt", "placeholder", "property", "rel")
#: characters of its markup's text that are read for what it says
READ = 4_000
#: there is one of each in every document
_ONLY_ONE = ("html", "head", "body")


class Counterparts:
    """From elements of the judged document to elements of the source; the same tree maps onto itself."""

    def __init__(self, source: Dom) -> None:
        self._source = source
        self._by_mark: dict[tuple[str, ...], list[Element]] = defaultdict(list)
        for element in source.elements:
            self._by_mark[_mark(element)].append(element)

    def of(self, judged: Element) -> Element | None:
        """The one that stands in the same place and says the same, else the only one that says the same."""
        if judged.tag in _ONLY_ONE:
            return next((found for found in self._source.elements if found.tag == judged.tag), None)
        same_place = self._source.by_selector.get(judged.selector)
        mark = _mark(judged)
        if same_place is not None and (_mark(same_place) == mark or _same_id(same_place, judged)):
            return same_place
        twins = self._by_mark.get(mark, [])
        return twins[0] if len(twins) == 1 else None


def _same_id(one: Element, other: Element) -> bool:
    """An id that selects alone stays with its element, whatever scripts write into it."""
    return one.tag == other.tag and one.selector.startswith("#") and " " not in one.selector


def _mark(element: Element) -> tuple[str, ...]:
    return (
        element.tag,
        _start_of_text(element),
        *(collapse(element.attrs.get(name, "\0")) for name in _IDENTIFYING),
    )


def _start_of_text(element: Element) -> str:
    """The first of its text: a few hundred signs tell enough."""
    return collapse(element.tree.raw_text(element, READ))[:400]
