"""Markup as a tree in which each element knows where its tags are in the file.

The usual parser builds the tree. Before that, each start tag gets a number in an extra attribute; the
element with that number came from that tag, whatever the parser repaired. An element without a tag
(an implied `body`), or one that the parser duplicated, has no place.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from coldread.scanner.page.observe.dom import Dom, read_dom
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.patch.edits import Edit, apply_edits
from coldread.scanner.patch.source import readable_for_parsers
from coldread.scanner.patch.tags import VOID, Tag, tags

_NUMBER = "data-coldread-tag"


class Markup:
    """One HTML file, parsed once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tags = tuple(tags(text))
        self.dom, self._numbers = self._read()
        self._ends: dict[int, Tag | None] = {}

    def _read(self) -> tuple[Dom, dict[int, int]]:
        marks = [
            Edit(start=tag.name_end, end=tag.name_end, new=f' {_NUMBER}="{number}"')
            for number, tag in enumerate(self.tags)
            if not tag.closes
        ]
        # a byte order mark is no text: as text it would open the body before the head
        dom = read_dom(readable_for_parsers(apply_edits(self.text, marks)).removeprefix("\ufeff"))
        carried = {id(element): element.attrs.pop(_NUMBER, "") for element in dom.elements}
        times = Counter(carried.values())
        return dom, {
            key: int(number) for key, number in carried.items() if number.isdigit() and times[number] == 1
        }

    def tag_of(self, element: Element) -> Tag | None:
        """The start tag, if this element certainly comes from it."""
        number = self._numbers.get(id(element))
        tag = self.tags[number] if number is not None and number < len(self.tags) else None
        return tag if tag is not None and tag.name == element.tag else None

    def end_tag_of(self, element: Element) -> Tag | None:
        """The end tag that closes it; None if another tag closes it implicitly."""
        number = self._numbers.get(id(element))
        if number is None or element.tag in VOID:
            return None
        if id(element) not in self._ends:
            self._ends[id(element)] = self._find_end(element, number)
        return self._ends[id(element)]

    def _find_end(self, element: Element, number: int) -> Tag | None:
        inside = {self._numbers.get(id(below)) for below in element.walk()}
        depth = 0
        for index in range(number + 1, len(self.tags)):
            tag = self.tags[index]
            if not tag.closes and index not in inside:
                return None
            if tag.name != element.tag:
                continue
            if not tag.closes:
                depth += 1
            elif depth == 0:
                return tag
            else:
                depth -= 1
        return None

    def end_of(self, element: Element) -> int | None:
        """The offset after the element."""
        tag = self.end_tag_of(element) or (self.tag_of(element) if element.tag in VOID else None)
        return tag.end if tag is not None else None

    @cached_property
    def line_end(self) -> str:
        return "\r\n" if self.text.count("\r\n") * 2 > self.text.count("\n") else "\n"

    @cached_property
    def closes_void_tags(self) -> bool:
        """Whether the file writes `<meta … />`."""
        written = [tag for tag in self.tags if tag.name in VOID and not tag.closes]
        return sum(self.text[tag.end - 2] == "/" for tag in written) * 2 > len(written)

    def indent_at(self, offset: int) -> str | None:
        """The white space before it, if nothing else is before it on its line."""
        before = self.text[self.text.rfind("\n", 0, offset) + 1 : offset]
        return before if not before.strip(" \t") else None
