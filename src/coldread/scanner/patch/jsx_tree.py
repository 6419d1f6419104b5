"""Parses JSX: which elements a component writes, and what is certain about each."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import tree_sitter_javascript
import tree_sitter_typescript
from tree_sitter import Language, Node, Parser, Tree

from coldread.scanner.page.observe.element_tree import collapse

#: attributes whose name in JSX differs from that in HTML
NAMES_IN_JSX = {
    "class": "className", "for": "htmlFor", "autocomplete": "autoComplete", "fetchpriority": "fetchPriority",
    "tabindex": "tabIndex", "srcset": "srcSet", "maxlength": "maxLength", "readonly": "readOnly", "http-equiv": "httpEquiv",
}  # fmt: skip
_NAMES_IN_HTML = {jsx: name for name, jsx in NAMES_IN_JSX.items()}
#: components that render one element
_COMPONENTS = {
    "Link": "a",
    "Image": "img",
    "NextImage": "img",
    "NextLink": "a",
    "Head": "head",
    "Html": "html",
}


@dataclass(frozen=True, kw_only=True)
class JsxAttribute:
    """One attribute; offsets count characters."""

    name: str
    #: None if it is computed
    value: str | None
    start: int
    end: int
    value_span: tuple[int, int] | None


@dataclass(frozen=True, kw_only=True, eq=False)
class JsxElement:
    """One element that the component writes."""

    node: Node
    #: its name in HTML
    tag: str
    attributes: tuple[JsxAttribute, ...]
    #: `{...props}` can set anything
    spreads: bool
    #: None if a part of it is computed
    text: str | None
    start: int
    end: int
    name_span: tuple[int, int]
    #: offsets of the end tag; None if it closes itself
    open_end: int
    close_span: tuple[int, int] | None

    def attribute(self, name: str) -> JsxAttribute | None:
        return next((item for item in self.attributes if item.name == name), None)


class JsxTree:
    """A component's source."""

    def __init__(self, text: str) -> None:
        self._data = text.encode("utf-8", "surrogateescape")
        self._plain = text.isascii()
        self.tree = _parse_component(self._data)
        self.broken = self.tree.root_node.has_error
        self.elements = tuple(self._elements(self.tree.root_node))

    def offset(self, at: int) -> int:
        """How many characters come before a byte."""
        return at if self._plain else len(self._data[:at].decode("utf-8", "surrogateescape"))

    def span(self, node: Node) -> tuple[int, int]:
        return self.offset(node.start_byte), self.offset(node.end_byte)

    def read(self, node: Node) -> str:
        return self._data[node.start_byte : node.end_byte].decode("utf-8", "surrogateescape")

    def _elements(self, root: Node) -> Iterator[JsxElement]:
        waiting = [root]
        while waiting:
            node = waiting.pop()
            if node.type in ("jsx_element", "jsx_self_closing_element"):
                element = self._element(node)
                if element is not None:
                    yield element
            waiting.extend(reversed(node.children))

    def _element(self, node: Node) -> JsxElement | None:
        opening = node.child_by_field_name("open_tag") or node
        closing = node.child_by_field_name("close_tag")
        name = opening.child_by_field_name("name")
        if name is None:
            return None
        said = self.read(name)
        start, end = self.span(node)
        return JsxElement(
            node=node,
            tag=_COMPONENTS.get(said, said),
            attributes=tuple(self._attribute(one) for one in opening.children if one.type == "jsx_attribute"),
            spreads=any(one.type == "jsx_expression" for one in opening.children),
            text=self._uncomputed_text(node),
            start=start,
            end=end,
            name_span=self.span(name),
            open_end=self.offset(opening.end_byte),
            close_span=self.span(closing) if closing is not None else None,
        )

    def _attribute(self, node: Node) -> JsxAttribute:
        name, *rest = node.named_children
        value = rest[0] if rest else None
        start, end = self.span(node)
        said = self.read(name)
        return JsxAttribute(
            name=_NAMES_IN_HTML.get(said, said),
            value=self._literal(value),
            start=start,
            end=end,
            value_span=self.span(value) if value is not None else None,
        )

    def _literal(self, node: Node | None) -> str | None:
        """A string, or an expression that is only a string."""
        if node is None:
            return ""
        if node.type == "jsx_expression" and len(node.named_children) == 1:
            node = node.named_children[0]
            return self.read(node)[1:-1] if node.type == "string" else None
        return html.unescape(self.read(node)[1:-1]) if node.type == "string" else None

    def _uncomputed_text(self, node: Node) -> str | None:
        """All text below it, if no part of it is computed."""
        pieces: list[str] = []
        waiting = [one for one in reversed(node.named_children) if one.type not in _TAGS]
        while waiting:
            part = waiting.pop()
            if part.type in ("jsx_text", "html_character_reference"):
                pieces.append(html.unescape(self.read(part)))
            elif part.type == "jsx_expression":
                said = self._literal(part) if part.named_children else ""
                if said is None:
                    return None
                pieces.append(said)
            elif part.type == "jsx_element":
                waiting.extend(one for one in reversed(part.named_children) if one.type not in _TAGS)
        return collapse("".join(pieces))


_TAGS = ("jsx_opening_element", "jsx_closing_element", "jsx_attribute", "identifier", "member_expression")


@cache
def _languages() -> tuple[Any, ...]:
    """As TypeScript first: it parses nearly every plain component, too."""
    return (
        Language(tree_sitter_typescript.language_tsx()),
        Language(tree_sitter_javascript.language()),
    )


def _parse_component(data: bytes) -> Tree:
    trees = (Parser(language).parse(data) for language in _languages())
    tree = next(trees)
    return tree if not tree.root_node.has_error else next(trees)
