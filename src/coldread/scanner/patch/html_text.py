"""Finds words in markup as a browser reads them: tags passed over, references resolved, white space collapsed."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache
from html.entities import html5

from coldread.scanner.page.observe.dom import collapse

_TAG_OR_COMMENT = re.compile(r"<!--.*?-->|<[^>]*>", re.DOTALL)
#: tokens of markup: tag or comment, white space, reference, single character; each is consumed once
_UNIT = re.compile(r"(?P<tag><!--.*?-->|<[^>]*>)|\s+|&#?\w+;|.", re.DOTALL)


def occurrences(text: str, wanted: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Every place between two offsets where these words stand without a tag in between."""
    at = start
    for tag in (*_TAG_OR_COMMENT.finditer(text, start, end), None):
        stop = tag.start() if tag else end
        yield from (match.span() for match in _pattern(wanted).finditer(text, at, stop))
        at = tag.end() if tag else end


def offset_behind(text: str, beginning: str, start: int, end: int) -> int | None:
    """The offset behind an element's first words, tags in between passed over; None when it begins otherwise."""
    wanted, read, gap, at = collapse(beginning), 0, True, start
    for unit in _UNIT.finditer(text, start, end):
        if read == len(wanted):
            break
        said = html.unescape(unit[0])
        if unit["tag"] or said.isspace():
            gap = True
            continue
        if gap and wanted[read] == " ":
            read += 1
        if not wanted.startswith(said, read):
            return None
        read, gap, at = read + len(said), False, unit.end()
    return at if wanted and read == len(wanted) else None


def _pattern(wanted: str) -> re.Pattern[str]:
    pieces = [r"\s+" if sign.isspace() else _sign(sign) for sign in collapse(wanted)]
    return re.compile("".join(pieces) or r"(?!)")


@cache
def _sign(sign: str) -> str:
    """The sign itself or any reference that stands for it."""
    names = [name for name, value in html5.items() if value == sign and name.endswith(";")]
    forms = [sign, *(f"&{name}" for name in names), f"&#{ord(sign)};"]
    references = "|".join(re.escape(form) for form in forms)
    return rf"(?:{references}|&#[xX]0*{ord(sign):x};)"
