"""Splits markup into tags with their offsets, like a browser's tokenizer."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass

#: elements that hold only text up to their end tag
_RAW = frozenset({"script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript"})
#: elements without an end tag
VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    ]
)

_OPENING = re.compile(
    r"<(?:(?P<comment>!--)|(?P<bogus>[!?]|/[^A-Za-z>])|(?P<end>/)?(?P<name>[A-Za-z][^\s/>]*))"
)
_COMMENT_END = re.compile(r"--!?>")
_ATTRIBUTE = re.compile(
    r"""(?P<name>[^\s/>][^\s/>=]*)(?:\s*=\s*(?P<value>"[^"]*"|'[^']*'|[^\s>"'][^\s>]*|(?=>)))?"""
)
_BETWEEN = re.compile(r"[\s/]*")


@dataclass(frozen=True, kw_only=True)
class Attribute:
    """One attribute and its place."""

    #: lower-case
    name: str
    #: with resolved character references; empty if there is only the name
    value: str
    start: int
    end: int
    #: offsets of the value with its quotes; None if there is no value
    value_span: tuple[int, int] | None


@dataclass(frozen=True, kw_only=True)
class Tag:
    """A start or end tag."""

    #: lower-case
    name: str
    start: int
    end: int
    closes: bool
    #: offset after the name
    name_end: int
    #: in order, with duplicates: the first of a name counts
    attributes: tuple[Attribute, ...] = ()

    def attribute(self, name: str) -> Attribute | None:
        return next((item for item in self.attributes if item.name == name), None)


def tags(text: str) -> Iterator[Tag]:
    """Every tag outside of comments, scripts and other raw text."""
    at = 0
    while (match := _OPENING.search(text, at)) is not None:
        if match["name"] is None:
            at = _end_of_comment(text, match)
            continue
        tag = _tag(text, match)
        if tag is None:
            return
        yield tag
        at = _behind_raw_text(text, tag) if tag.name in _RAW and not tag.closes else tag.end


def _end_of_comment(text: str, match: re.Match[str]) -> int:
    if match["comment"]:
        if text.startswith((">", "->"), match.end()):  # `<!-->` is an empty comment
            return text.index(">", match.end()) + 1
        end = _COMMENT_END.search(text, match.end())
        return end.end() if end else len(text)
    if text.startswith("<![CDATA[", match.start()):
        end_at = text.find("]]>", match.end())
        return end_at + 3 if end_at >= 0 else len(text)
    end_at = text.find(">", match.end())
    return end_at + 1 if end_at >= 0 else len(text)


def _behind_raw_text(text: str, tag: Tag) -> int:
    """Where the end tag begins; an unclosed element takes the rest of the file."""
    end = re.compile(rf"</{re.escape(tag.name)}(?=[\s/>])", re.IGNORECASE).search(text, tag.end)
    return end.start() if end else len(text)


def _tag(text: str, match: re.Match[str]) -> Tag | None:
    """None if the file ends inside the tag."""
    found: list[Attribute] = []
    at = match.end()
    while True:
        at = _BETWEEN.match(text, at).end()  # type: ignore[union-attr]  # matches nothing at worst
        if at >= len(text):
            return None
        if text[at] == ">":
            break
        attribute = _ATTRIBUTE.match(text, at)
        if attribute is None:
            return None
        found.append(_attribute(attribute))
        at = attribute.end()
    return Tag(
        name=match["name"].lower(),
        start=match.start(),
        end=at + 1,
        closes=bool(match["end"]),
        name_end=match.end(),
        attributes=tuple(found),
    )


def _attribute(match: re.Match[str]) -> Attribute:
    written = match["value"]
    quoted = bool(written) and written[0] in "\"'"
    return Attribute(
        name=match["name"].lower(),
        value=html.unescape(written[1:-1] if quoted else written) if written else "",
        start=match.start(),
        end=match.end(),
        value_span=match.span("value") if written else None,
    )
