"""Writes changes into an HTML file: small edits that keep its quotes, indentation and line ends."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

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
from coldread.scanner.patch.markup import Markup
from coldread.scanner.patch.match import Counterparts
from coldread.scanner.patch.source import SourceText
from coldread.scanner.patch.style_sheets import edit_of_restyle
from coldread.scanner.patch.tags import VOID, Attribute, Tag

_UNQUOTED = re.compile(r"[^\s\"'=<>`&]+")
_DOCTYPE = re.compile(
    r"\ufeff?\s*(?:<!doctype[^>]*>\s*|<!--.*?-->\s*|<\?xml[^>]*>\s*)*", re.IGNORECASE | re.DOTALL
)


class HtmlFile:
    """An HTML source that can be changed."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.markup = Markup(source.text)
        self._counterparts = Counterparts(self.markup.dom)

    def edits(self, changes: Iterable[Change]) -> list[Edit]:
        """All changes together; raises CannotPatch if a place is not certain or two changes need the same one."""
        distinct = list(dict.fromkeys(changes))
        attributes: list[SetAttribute | DropAttribute] = []
        found: list[Edit] = []
        for one in distinct:
            if isinstance(one, SetAttribute) and self._opens_html(one):
                found.append(self._open_html(one.value))
            elif isinstance(one, SetAttribute | DropAttribute):
                attributes.append(one)
            else:
                found += self._edits(one)
        found += self._attribute_edits(attributes)
        if overlap(found):
            raise CannotPatch("two changes want the same place")
        return found

    def _edits(self, change: Change) -> Iterator[Edit]:
        match change:
            case InsertInHead():
                yield self._insert_in_head(change)
            case Restyle():
                yield edit_of_restyle(self._style_sheets, change)

    # places

    def _element_and_tag(self, judged: Element) -> tuple[Element, Tag]:
        element = self._counterparts.of(judged)
        tag = self.markup.tag_of(element) if element is not None else None
        if element is None or tag is None:
            raise CannotPatch(f"{judged.selector} has no certain place in the source")
        return element, tag

    def _end_tag(self, element: Element) -> Tag:
        tag = self.markup.end_tag_of(element)
        if tag is None:
            raise CannotPatch(f"{element.selector} has no end tag of its own")
        return tag

    # attributes

    def _attribute_edits(self, changes: Sequence[SetAttribute | DropAttribute]) -> Iterator[Edit]:
        """One edit for each attribute of an element, also if several findings ask for it."""
        by_tag: dict[int, tuple[Tag, dict[str, str | None]]] = {}
        for change in changes:
            _, tag = self._element_and_tag(change.element)
            wanted = by_tag.setdefault(tag.start, (tag, {}))[1]
            name, value = change.name, change.value if isinstance(change, SetAttribute) else None
            if name in wanted and wanted[name] != value:
                raise CannotPatch(f"two values are wanted for {name}")
            wanted[name] = value
        for tag, wanted in by_tag.values():
            new = [self._attribute(tag, name, value) for name, value in wanted.items()]
            yield from (edit for edit in new if edit is not None)

    def _attribute(self, tag: Tag, name: str, value: str | None) -> Edit | None:
        there = tag.attribute(name)
        if value is None:
            return self._edit_dropping_attribute(there) if there else None
        if there is None:
            at = tag.attributes[-1].end if tag.attributes else tag.name_end
            new = f"{name}={self._quoted(value, self._quote_of(tag))}"
            return Edit(start=at, end=at, new=f"{self._gap_before_attribute(tag)}{new}")
        if there.value_span is None:
            return Edit(start=there.end, end=there.end, new=f"={self._quoted(value, self._quote_of(tag))}")
        start, end = there.value_span
        return Edit(start=start, end=end, new=self._in_same_quotes(self.markup.text[start:end], value))

    def _gap_before_attribute(self, tag: Tag) -> str:
        """A blank, or a new line if each attribute is on its own line."""
        indent = self.markup.indent_at(tag.attributes[-1].start) if tag.attributes else None
        return " " if indent is None else f"{self.markup.line_end}{indent}"

    def _edit_dropping_attribute(self, there: Attribute) -> Edit:
        """Including the white space before it."""
        text = self.markup.text
        start = there.start
        while text[start - 1].isspace():
            start -= 1
        return Edit(start=start, end=there.end, new="")

    def _quote_of(self, tag: Tag) -> str:
        spans = [item.value_span for item in tag.attributes if item.value_span]
        signs = {self.markup.text[span[0]] for span in spans}
        return "'" if "'" in signs and '"' not in signs else '"'

    def _in_same_quotes(self, written: str, value: str) -> str:
        """In the quotes of the old value; without quotes if it had none and needs none."""
        if written[0] not in "\"'":
            return value if _UNQUOTED.fullmatch(value) else self._quoted(value, '"')
        return self._quoted(value, written[0])

    def _quoted(self, value: str, quote: str) -> str:
        safe = value.replace("&", "&amp;").replace("<", "&lt;")
        safe = safe.replace(quote, "&quot;" if quote == '"' else "&#39;")
        return f"{quote}{self.source.with_character_references(safe)}{quote}"

    # style sheets

    @cached_property
    def _style_sheets(self) -> list[tuple[int, str]]:
        """The content of each `<style>`, and its offset."""
        tags = self.markup.tags
        return [
            (tag.end, self.markup.text[tag.end : following.start])
            for tag, following in pairwise(tags)
            if tag.name == following.name == "style" and following.closes and not tag.closes
        ]

    # tags and text

    def _edit_inserting_inside(self, at: int, indent: str | None, code: str) -> Edit:
        text = self.markup.text
        own_line = indent is not None and text[at : at + 2].startswith(("\n", "\r\n"))
        new = f"{self.markup.line_end}{indent}{self._indentation_step(at)}{code}" if own_line else code
        return Edit(start=at, end=at, new=new)

    def _indentation_step(self, near: int) -> str:
        """One level of indentation, as the lines around use it."""
        around = self.markup.text[max(0, near - 2000) : near + 2000]
        if re.search(r"\n\t", around):
            return "\t"
        widths = [len(found) for found in re.findall(r"\n( +)\S", around)]
        return " " * (4 if widths and all(width % 4 == 0 for width in widths) else 2 if widths else 0)

    def _insert_in_head(self, change: InsertInHead) -> Edit:
        dom, code = self.markup.dom, self.written(change.new)
        anchors = _head_anchors(dom.head)
        for anchor in reversed(anchors):
            tag, at = self.markup.tag_of(anchor), self.markup.end_of(anchor)
            if tag is not None and at is not None:
                indent = self.markup.indent_at(tag.start)
                return Edit(
                    start=at, end=at, new=code if indent is None else f"{self.markup.line_end}{indent}{code}"
                )
        for element in (dom.head, dom.root):
            tag = self.markup.tag_of(element)
            if tag is not None:
                return self._edit_inserting_inside(tag.end, self.markup.indent_at(tag.start), code)
        at = self._behind_doctype()
        return Edit(start=at, end=at, new=code + self.markup.line_end)

    def _behind_doctype(self) -> int:
        match = _DOCTYPE.match(self.markup.text)
        return match.end() if match else 0

    def _opens_html(self, change: SetAttribute) -> bool:
        root = self.markup.dom.root
        return change.element.tag == "html" and change.name == "lang" and self.markup.tag_of(root) is None

    def _open_html(self, language: str) -> Edit:
        """A root element, for a file that leaves it out."""
        at = self._behind_doctype()
        return Edit(start=at, end=at, new=f'<html lang="{language}">{self.markup.line_end}')

    def written(self, new: New) -> str:
        """A new element in this file's style."""
        attributes = "".join(f" {name}={self._quoted(value, chr(34))}" for name, value in new.attributes)
        if new.tag in VOID:
            return f"<{new.tag}{attributes}{' /' if self.markup.closes_void_tags else ''}>"
        inner = (
            self.source.with_character_references(new.text)
            if new.tag == "script"
            else self._escaped_text(new.text)
        )
        return f"<{new.tag}{attributes}>{inner}</{new.tag}>"

    def _escaped_text(self, text: str) -> str:
        return self.source.with_character_references(html.escape(text, quote=False))


def _head_anchors(head: Element) -> list[Element]:
    """Elements of the head after which a new one fits, the best one last."""
    children = list(head.elements)
    charset = [child for child in children if child.tag == "meta" and "charset" in child.attrs]
    metas = [child for child in children if child.tag in ("meta", "title")]
    titles = [child for child in children if child.tag == "title"]
    # a browser looks for the encoding in the first kilobyte, so nothing goes before it
    late = [child for child in charset if titles and child.number > titles[-1].number]
    return [*charset, *metas, *titles, *late]
