"""Writes changes into a JSX or TSX component, in the component's own style."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.patch.changes import (
    CannotPatch,
    Change,
    DropAttribute,
    InsertInHead,
    New,
    Restyle,
    SetAttribute,
)
from coldread.scanner.patch.edits import Edit, overlap
from coldread.scanner.patch.jsx_match import drawn_by
from coldread.scanner.patch.jsx_tree import NAMES_IN_JSX, JsxElement, JsxTree
from coldread.scanner.patch.source import SourceText
from coldread.scanner.patch.style_sheets import edit_of_restyle
from coldread.scanner.patch.tags import VOID

_TEMPLATE = re.compile(r"\s*\{\s*`([^`]*)`\s*\}\s*")
_NEEDS_BRACES = re.compile(r"[{}<>]")


class JsxFile:
    """A component that can be changed; `drawn` are the elements of the page that it rendered."""

    def __init__(self, source: SourceText, drawn: Sequence[Element]) -> None:
        self.source = source
        self._text = source.text
        self._tree = JsxTree(source.text)
        self._drawn = drawn

    def edits(self, changes: Iterable[Change]) -> list[Edit]:
        """All changes together; raises CannotPatch if a place is not certain or two changes need the same one."""
        wanted = list(dict.fromkeys(changes))
        if wanted and self._tree.broken:
            raise CannotPatch("the component cannot be parsed")
        found = [edit for change in wanted for edit in self._edits(change)]
        if overlap(found):
            raise CannotPatch("two changes want the same place")
        return found

    def _edits(self, change: Change) -> Iterator[Edit]:
        match change:
            case SetAttribute():
                yield self._edit_setting_attribute(
                    self._element_in_component(change.element), change.name, change.value
                )
            case DropAttribute():
                yield from self._drop(self._element_in_component(change.element), change.name)
            case InsertInHead():
                yield self._insert_in_head(change.new)
            case Restyle():
                yield edit_of_restyle(self._style_sheets, change)

    @cached_property
    def _style_sheets(self) -> list[tuple[int, str]]:
        """Style sheets that the component writes out between `<style>{` and `}</style>`; a template with placeholders is computed."""
        spans = [
            (one.open_end, one.close_span[0])
            for one in self._tree.elements
            if one.tag == "style" and one.close_span is not None
        ]
        written = [
            (start, self._text[start:end], _TEMPLATE.fullmatch(self._text[start:end])) for start, end in spans
        ]
        return [
            (start + told.start(1), told[1])
            for start, _, told in written
            if told is not None and "${" not in told[1]
        ]

    def _element_in_component(self, judged: Element) -> JsxElement:
        element = drawn_by(judged, self._tree.elements, self._drawn)
        if element is None:
            raise CannotPatch(f"{judged.selector} has no certain place in the component")
        return element

    def _edit_setting_attribute(self, element: JsxElement, name: str, value: str) -> Edit:
        there = element.attribute(name)
        if there is None:
            at = element.attributes[-1].end if element.attributes else element.name_span[1]
            return Edit(
                start=at,
                end=at,
                new=f"{self._gap_before_attribute(element)}{NAMES_IN_JSX.get(name, name)}={_quoted(value)}",
            )
        if there.value is None or there.value_span is None:
            raise CannotPatch(f"{name} is computed")
        start, end = there.value_span
        return Edit(start=start, end=end, new=_quoted(value))

    def _gap_before_attribute(self, element: JsxElement) -> str:
        if not element.attributes:
            return " "
        indent = self._indent_at(element.attributes[-1].start)
        return " " if indent is None else f"\n{indent}"

    def _drop(self, element: JsxElement, name: str) -> Iterator[Edit]:
        there = element.attribute(name)
        if there is None:
            raise CannotPatch(f"{name} is not written in the component")
        start = there.start
        while self._text[start - 1].isspace():
            start -= 1
        yield Edit(start=start, end=there.end, new="")

    def _insert_in_head(self, new: New) -> Edit:
        heads = [one for one in self._tree.elements if one.tag == "head" and one.close_span is not None]
        if len(heads) != 1 or heads[0].close_span is None:
            raise CannotPatch("the component does not write the page's head")
        at = heads[0].close_span[0]
        indent = self._indent_at(at)
        if indent is None:
            return Edit(start=at, end=at, new=jsx_text(new))
        return Edit(start=at - len(indent), end=at - len(indent), new=f"{indent}  {jsx_text(new)}\n")

    def _indent_at(self, offset: int) -> str | None:
        before = self._text[self._text.rfind("\n", 0, offset) + 1 : offset]
        return before if not before.strip(" \t") else None


def jsx_text(new: New) -> str:
    """A new element as JSX."""
    attributes = "".join(
        f" {NAMES_IN_JSX.get(name, name)}={_quoted(value)}" for name, value in new.attributes
    )
    if new.tag in VOID:
        return f"<{new.tag}{attributes} />"
    if new.tag == "script":
        raise CannotPatch("a script in a component needs a person")
    text = f"{{{_quoted(new.text)}}}" if _NEEDS_BRACES.search(new.text) else new.text
    return f"<{new.tag}{attributes}>{text}</{new.tag}>"


def _quoted(value: str) -> str:
    return '"' + value.replace('"', "&quot;") + '"'
