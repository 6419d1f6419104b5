"""Where a source writes text that visitors read, and its tree for a comparison: HTML by the browser's own parser, JSX by its grammar.

A piece is the text of one node between two tags. Text in code of a template language, in a script, a style, a comment, a
command to copy or somebody's quotation does not count as a piece.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise

from selectolax.lexbor import LexborHTMLParser
from tree_sitter import Node

from coldread.scanner.page.observe.element_tree import APART
from coldread.scanner.patch.jsx_tree import JsxTree
from coldread.scanner.patch.source import readable_for_parsers
from coldread.scanner.patch.tags import tags

#: elements whose text is code, state, a command to copy, a drawing, another document, or words of somebody else
NOT_TEXT = frozenset(
    [
        "script",
        "style",
        "template",
        "noscript",
        "textarea",
        "title",
        "iframe",
        "xmp",
        "plaintext",
        "noembed",
        "noframes",
        "svg",
        "math",
        "object",
        "canvas",
        "video",
        "audio",
        "pre",
        "code",
        "kbd",
        "samp",
        "var",
        "blockquote",
        "q",
        "cite",
    ]
)
#: elements whose content the tokenizer skips up to the end tag
_RAW = frozenset(["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript"])
_NO_TEXT = re.compile(r"<!--[\s\S]*?(?:-->|\Z)|<!\[CDATA\[[\s\S]*?(?:\]\]>|\Z)|<[!?/][^>]*(?:>|\Z)")
#: signs by which template languages begin or end their code; text that contains one is not edited
_CODE = re.compile(r"[{}]|<[?%]|[?%]>|\[\[|\]\]|(?<![\w.+-])@\w|\$\w")
_BEGINS = re.compile(r"<\?|<%|(?<![\w.+-])@(?:php\b|verbatim\b|\w+\s*\()|[{}]")
_PARENTHESIS = re.compile(r"[()]")
_ENDS = {"<?": "?>", "<%": "%>", "@php": "@endphp", "@verbatim": "@endverbatim"}


@dataclass(frozen=True, kw_only=True)
class Piece:
    """The text of one node; offsets count characters of the source."""

    start: int
    end: int
    #: it is on one line with the piece before, with nothing in between
    joins: bool = False


@dataclass(frozen=True)
class Leaf:
    """A node of a tree, in document order, so that two trees can be compared."""

    depth: int
    #: an element's tag and attributes; for any other node its kind
    named: tuple[object, ...]
    text: str = ""
    #: text of the page that may be replaced
    is_text: bool = False


def html_pieces(source: str) -> list[Piece]:
    """In their order."""
    code = Regions(_code_regions(source))
    spans: list[tuple[int, int]] = []
    at, raw = 0, False
    for tag in (*tags(source), None):
        end = len(source) if tag is None else tag.start
        for start, stop in [] if raw else _text_spans_between(source, at, end):
            if source[start:stop].strip() and not _CODE.search(source, start, stop):
                spans += [] if code.meet(start, stop) else [(start, stop)]
        if tag is not None:
            at, raw = tag.end, tag.name in _RAW and not tag.closes
    return _text_pieces(source, spans)


def _text_pieces(source: str, spans: Iterable[tuple[int, int]]) -> list[Piece]:
    """In their order, each with whether it goes on where the one before ends."""
    found: list[Piece] = []
    for start, end in sorted(spans):
        joins = bool(found) and _goes_on(source[found[-1].end : start])
        found.append(Piece(start=start, end=end, joins=joins))
    return found


def _goes_on(between: str) -> bool:
    """Only tags inside a line."""
    return not _TAG.sub("", between).strip() and not any(
        name.lower() in APART for name in _TAG_NAME.findall(between)
    )


_TAG, _TAG_NAME = re.compile(r"<[^<>]*>"), re.compile(r"</?([A-Za-z][\w-]*)")


class Regions:
    """Spans of a text that may lie in each other."""

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._merged: list[tuple[int, int]] = []
        for start, end in sorted(spans):
            if self._merged and start <= self._merged[-1][1]:
                self._merged[-1] = (self._merged[-1][0], max(end, self._merged[-1][1]))
            else:
                self._merged.append((start, end))

    def meet(self, start: int, end: int) -> bool:
        at = bisect_left(self._merged, (end, 0))
        return at > 0 and self._merged[at - 1][1] > start


def _text_spans_between(source: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Text between two tags, without comments; nothing if a stray `<` leaves doubt."""
    edges = [start]
    for match in _NO_TEXT.finditer(source, start, end):
        edges += [match.start(), match.end()]
    edges.append(end)
    for first, last in zip(edges[::2], edges[1::2], strict=True):
        if first < last and "<" not in source[first:last]:
            yield first, last


def _code_regions(source: str) -> list[tuple[int, int]]:
    """Code of template languages, by the signs that begin and end it; what is never closed goes on to the end."""
    found: list[tuple[int, int]] = []
    at, depth, opened = 0, 0, 0
    hidden = _raw_regions(source)
    number = 0
    while (match := _BEGINS.search(source, at)) is not None:
        while number < len(hidden) and hidden[number][1] <= match.start():
            number += 1
        if number < len(hidden) and hidden[number][0] <= match.start():
            at = max(match.end(), hidden[number][1])
            continue
        at, sign = match.end(), match[0]
        if sign == "{":
            opened = opened if depth else match.start()
            depth += 1
        elif sign == "}":
            if depth == 1:
                found.append((opened, match.end()))
            depth = max(0, depth - 1)
        else:
            at = _end_of_code(source, match)
            found.append((match.start(), at))
    return [*found, (opened, len(source))] if depth else found


def _end_of_code(source: str, match: re.Match[str]) -> int:
    """Where the code that begins here ends."""
    if match[0] in _ENDS:
        end = source.find(_ENDS[match[0]], match.end())
        return len(source) if end < 0 else end + len(_ENDS[match[0]])
    depth = 1
    for sign in _PARENTHESIS.finditer(source, match.end()):
        depth += 1 if sign[0] == "(" else -1
        if depth == 0:
            return sign.end()
    return len(source)


def _raw_regions(source: str) -> list[tuple[int, int]]:
    """Scripts and styles, whose braces are their own."""
    found = []
    for tag, following in pairwise((*tags(source), None)):
        if tag is not None and tag.name in ("script", "style") and not tag.closes:
            found.append((tag.end, len(source) if following is None else following.start))
    return found


def html_tree(source: str) -> list[Leaf]:
    """What a browser builds of it, node by node."""
    parser = LexborHTMLParser(readable_for_parsers(source).removeprefix("\ufeff"))
    found: list[Leaf] = []
    waiting = [(parser.root, 0, True)]
    while waiting:
        node, depth, is_text = waiting.pop()
        if node is None:
            continue
        if depth:
            waiting.append((node.next, depth, is_text))
        if node.tag == "-text":
            found.append(Leaf(depth, ("text",), node.text_content or "", is_text))
        elif node.tag in (None, "-comment", "template"):
            found.append(Leaf(depth, ("apart", node.tag), node.html or ""))
        else:
            found.append(Leaf(depth, (node.tag, *node.attributes.items())))
            waiting.append((node.child, depth + 1, is_text and node.tag not in NOT_TEXT))
    return found


def jsx_pieces(source: str) -> list[Piece]:
    """The pieces of a component that its grammar parses completely; otherwise none."""
    tree = JsxTree(source)
    if tree.broken or readable_for_parsers(source) != source:
        return []
    data = source.encode()
    offsets = [0, *accumulate((byte & 0xC0) != 0x80 for byte in data)]
    spans = [
        (offsets[run[0].start_byte], offsets[run[-1].end_byte])
        for run, is_text in _runs(tree.tree.root_node)
        if is_text
    ]
    read = ((start, end, source[start:end]) for start, end in spans)
    return _text_pieces(
        source, [(start, end) for start, end, text in read if text.strip() and not _CODE.search(text)]
    )


def _runs(root: Node) -> Iterator[tuple[list[Node], bool]]:
    """Neighbouring nodes of text, which are one text; and whether visitors read it."""
    waiting = [(root, True)]
    while waiting:
        node, is_text = waiting.pop()
        if node.type == "jsx_attribute":
            is_text = False
        if node.type == "jsx_element":
            is_text = is_text and _tag_of(node) not in NOT_TEXT
        run: list[Node] = []
        for child in node.children:
            if child.type in _TEXT:
                run.append(child)
                continue
            if run:
                yield run, is_text
            run = []
            waiting.append((child, is_text))
        if run:
            yield run, is_text


_TEXT = ("jsx_text", "html_character_reference")


def _tag_of(node: Node) -> str:
    opening = node.child_by_field_name("open_tag")
    name = opening.child_by_field_name("name") if opening is not None else None
    return (name.text or b"").decode("utf-8", "replace").lower() if name is not None else ""


def jsx_tree(source: str) -> list[Leaf] | None:
    """Token by token; None if the grammar does not accept it."""
    tree = JsxTree(source)
    if tree.broken:
        return None
    runs = {run[0].id: (run, is_text) for run, is_text in _runs(tree.tree.root_node)}
    inside = {node.id for run, _ in runs.values() for node in run[1:]}
    found: list[Leaf] = []
    waiting = [(tree.tree.root_node, 0)]
    while waiting:
        node, depth = waiting.pop()
        if node.id in inside:
            continue
        if node.id in runs:
            run, is_text = runs[node.id]
            found.append(Leaf(depth, ("text",), "".join(map(tree.read, run)), is_text))
            continue
        if not node.children:
            found.append(Leaf(depth, (node.type,), tree.read(node)))
            continue
        found.append(Leaf(depth, (node.type,)))
        waiting += [(child, depth + 1) for child in reversed(node.children)]
    return found
