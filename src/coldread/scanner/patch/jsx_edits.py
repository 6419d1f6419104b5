"""Writes changes into a JSX or TSX component, in the component's own spelling."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from coldread.scanner.page.observe.dom import Element, collapse
from coldread.scanner.patch.changes import (
    Change,
    Declare,
    DropAttribute,
    Insert,
    InsertInHead,
    New,
    Rename,
    Retext,
    SetAttribute,
    Split,
    Unmendable,
    Wrap,
)
from coldread.scanner.patch.edits import Edit, overlap
from coldread.scanner.patch.jsx_match import drawn_by
from coldread.scanner.patch.jsx_tree import NAMES_IN_JSX, JsxElement, JsxTree
from coldread.scanner.patch.source import SourceText
from coldread.scanner.patch.tags import VOID

_NEEDS_BRACES = re.compile(r"[{}<>]")


class JsxFile:
    """A component that changes can be written into; `drawn` are the elements of the page that it drew."""

    def __init__(self, source: SourceText, drawn: Sequence[Element]) -> None:
        self.source = source
        self._text = source.text
        self._tree = JsxTree(source.text)
        self._drawn = drawn

    def edits(self, changes: Iterable[Change]) -> list[Edit]:
        """All changes together; raises Unmendable when one has no certain place or two want the same one."""
        wanted = list(dict.fromkeys(changes))
        if wanted and self._tree.broken:
            raise Unmendable("the component cannot be parsed")
        found = [edit for change in wanted for edit in self._edits(change)]
        if overlap(found) or _same_style_twice(found):
            raise Unmendable("two changes want the same place")
        return found

    def _edits(self, change: Change) -> Iterator[Edit]:
        match change:
            case SetAttribute():
                yield self._set(self._place(change.element), change.name, change.value)
            case DropAttribute():
                yield from self._drop(self._place(change.element), change.name)
            case Declare():
                yield self._declare(self._place(change.element), change.declarations)
            case Rename():
                yield from self._rename(self._place(change.element), change.tag)
            case Insert():
                yield self._insert(change)
            case InsertInHead():
                yield self._insert_in_head(change.new)
            case Retext():
                yield self._retext(self._place(change.element), change)
            case Wrap():
                yield from self._wrap(change)
            case Split():
                raise Unmendable("text is not split inside a component")

    def _place(self, judged: Element) -> JsxElement:
        element = drawn_by(judged, self._tree.elements, self._drawn)
        if element is None:
            raise Unmendable(f"{judged.selector} has no certain place in the component")
        return element

    def _set(self, element: JsxElement, name: str, value: str) -> Edit:
        there = element.attribute(name)
        if there is None:
            at = element.attributes[-1].end if element.attributes else element.name_span[1]
            return Edit(
                start=at, end=at, new=f"{self._gap(element)}{NAMES_IN_JSX.get(name, name)}={_quoted(value)}"
            )
        if there.value is None or there.value_span is None:
            raise Unmendable(f"{name} is computed")
        start, end = there.value_span
        return Edit(start=start, end=end, new=_quoted(value))

    def _gap(self, element: JsxElement) -> str:
        if not element.attributes:
            return " "
        indent = self._indent_at(element.attributes[-1].start)
        return " " if indent is None else f"\n{indent}"

    def _drop(self, element: JsxElement, name: str) -> Iterator[Edit]:
        there = element.attribute(name)
        if there is None:
            raise Unmendable(f"{name} is not written in the component")
        start = there.start
        while self._text[start - 1].isspace():
            start -= 1
        yield Edit(start=start, end=there.end, new="")

    def _declare(self, element: JsxElement, declarations: Sequence[tuple[str, str]]) -> Edit:
        if any("!important" in value for _, value in declarations):
            raise Unmendable("a style object cannot override a class that uses !important")
        pairs = ", ".join(f'{_camel(name)}: "{value}"' for name, value in declarations)
        there = element.attribute("style")
        if there is None:
            at = element.attributes[-1].end if element.attributes else element.name_span[1]
            return Edit(start=at, end=at, new=f"{self._gap(element)}style={{{{ {pairs} }}}}")
        start, end = there.value_span or (there.end, there.end)
        written = self._text[start:end]
        if not re.fullmatch(r"\{\s*\{.*\}\s*\}", written, re.DOTALL) or "..." in written:
            raise Unmendable("the style is computed")
        if any(re.search(rf"\b{_camel(name)}\b", written) for name, _ in declarations):
            raise Unmendable("the style sets the same already")
        at = start + written.index("{", 1) + 1
        return Edit(start=at, end=at, new=f" {pairs},")

    def _rename(self, element: JsxElement, tag: str) -> Iterator[Edit]:
        if element.close_name_span is None:
            raise Unmendable("the element closes itself")
        for start, end in (element.name_span, element.close_name_span):
            yield Edit(start=start, end=end, new=tag)

    def _insert(self, change: Insert) -> Edit:
        element, code = self._place(change.element), written(change.new)
        indent = self._indent_at(element.start)
        if change.where in ("before", "after"):
            _inside_jsx(element)
            at = element.start if change.where == "before" else element.end
            gap = "" if indent is None else f"\n{indent}"
            return Edit(start=at, end=at, new=code + gap if change.where == "before" else gap + code)
        if element.close_span is None:
            raise Unmendable("the element closes itself")
        at = element.open_end if change.where == "first" else element.close_span[0]
        return Edit(start=at, end=at, new=code)

    def _insert_in_head(self, new: New) -> Edit:
        heads = [one for one in self._tree.elements if one.tag == "head" and one.close_span is not None]
        if len(heads) != 1 or heads[0].close_span is None:
            raise Unmendable("the component does not write the page's head")
        at = heads[0].close_span[0]
        indent = self._indent_at(at)
        if indent is None:
            return Edit(start=at, end=at, new=written(new))
        return Edit(start=at - len(indent), end=at - len(indent), new=f"{indent}  {written(new)}\n")

    def _retext(self, element: JsxElement, change: Retext) -> Edit:
        """Only in text that is written out and stands there once."""
        if element.close_span is None or element.text is None:
            raise Unmendable("the text is computed")
        pattern = r"\s+".join(re.escape(word) for word in collapse(change.old).split())
        found = list(re.compile(pattern).finditer(self._text, element.open_end, element.close_span[0]))
        if not pattern or len(found) != 1 or _NEEDS_BRACES.search(change.new):
            raise Unmendable(f"“{change.old}” does not appear exactly once in the component")
        return Edit(start=found[0].start(), end=found[0].end(), new=change.new)

    def _wrap(self, change: Wrap) -> Iterator[Edit]:
        first, last = self._place(change.first), self._place(change.last)
        parents = {one.node.parent.id for one in (first, last) if one.node.parent is not None}
        _inside_jsx(first)
        if len(parents) != 1:
            raise Unmendable("the content is spread over several places of the component")
        indent = self._indent_at(first.start)
        gap = "" if indent is None else f"\n{indent}"
        yield Edit(start=first.start, end=first.start, new=f"<{change.tag}>{gap}")
        yield Edit(start=last.end, end=last.end, new=f"{gap}</{change.tag}>")

    def _indent_at(self, offset: int) -> str | None:
        before = self._text[self._text.rfind("\n", 0, offset) + 1 : offset]
        return before if not before.strip(" \t") else None


def _inside_jsx(element: JsxElement) -> None:
    """Beside the root of a component there is no room."""
    parent = element.node.parent
    if parent is None or parent.type not in ("jsx_element", "jsx_fragment"):
        raise Unmendable("the element is the root of its component")


def _same_style_twice(edits: Sequence[Edit]) -> bool:
    """Two new style attributes on one element would contradict each other."""
    fresh = [edit.start for edit in edits if edit.new.strip().startswith("style={{")]
    return len(fresh) != len(set(fresh))


def written(new: New) -> str:
    """A new element as JSX."""
    attributes = "".join(
        f" {NAMES_IN_JSX.get(name, name)}={_quoted(value)}" for name, value in new.attributes
    )
    if new.tag in VOID:
        return f"<{new.tag}{attributes} />"
    if new.tag == "script":
        raise Unmendable("a script in a component needs a person")
    text = f"{{{_quoted(new.text)}}}" if _NEEDS_BRACES.search(new.text) else new.text
    below = written(new.inside) if new.inside is not None else ""
    return f"<{new.tag}{attributes}>{text}{below}</{new.tag}>"


def _quoted(value: str) -> str:
    return '"' + value.replace('"', "&quot;") + '"'


def _camel(name: str) -> str:
    first, *rest = name.split("-")
    return first + "".join(part.capitalize() for part in rest)
