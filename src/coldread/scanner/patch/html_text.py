"""Finds words in markup as a browser reads them: tags passed over, references resolved, white space collapsed."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from html.entities import html5

from coldread.scanner.page.observe.dom import collapse

#: a reference, white space, or a run of ordinary signs; each is consumed once
_UNIT = re.compile(r"\s+|&#?\w{1,40};|[^\s&<]|[&<]")
#: longer words are nowhere looked for: a pattern is built of every sign
LONGEST_WANTED = 2_000


def occurrences(text: str, wanted: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Every place between two offsets where these words stand without a tag in between."""
    if len(wanted) > LONGEST_WANTED:
        return
    pattern = _pattern(wanted)
    for begin, stop in _between_tags(text, start, end):
        yield from (match.span() for match in pattern.finditer(text, begin, stop))


def offset_behind(text: str, beginning: str, start: int, end: int) -> int | None:
    """The offset behind an element's first words, tags in between passed over; None when it begins otherwise."""
    wanted, read, gap, at = collapse(beginning), 0, True, start
    for begin, stop in _between_tags(text, start, end):
        gap = gap or begin > start
        for unit in _UNIT.finditer(text, begin, stop):
            if read == len(wanted):
                break
            said = html.unescape(unit[0])
            if said.isspace():
                gap = True
                continue
            if gap and wanted[read] == " ":
                read += 1
            if not wanted.startswith(said, read):
                return None
            read, gap, at = read + len(said), False, unit.end()
        if read == len(wanted):
            break
    return at if wanted and read == len(wanted) else None


def _between_tags(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches outside tags and comments; a `<` that nothing closes is a sign like any other."""
    at = begin = start
    comments = True
    while (opened := text.find("<", at, end)) >= 0:
        closed = -1
        if comments and text.startswith("<!--", opened):
            closed = text.find("-->", opened + 4, end)
            comments = closed >= 0  # no further comment ends either
            closed = closed + 3 if closed >= 0 else -1
        if closed < 0:
            closed = text.find(">", opened + 1, end) + 1
        if closed <= 0:
            break  # nothing behind it is closed either
        yield begin, opened
        at = begin = closed
    yield begin, end


@lru_cache(maxsize=64)
def _pattern(wanted: str) -> re.Pattern[str]:
    pieces = [r"\s+" if sign.isspace() else _sign(sign) for sign in collapse(wanted)]
    return re.compile("".join(pieces) or r"(?!)")


@cache
def _references() -> dict[str, list[str]]:
    """The names of each sign."""
    found: dict[str, list[str]] = {}
    for name, value in html5.items():
        if name.endswith(";"):
            found.setdefault(value, []).append(name)
    return found


@lru_cache(maxsize=1024)
def _sign(sign: str) -> str:
    """The sign itself or any reference that stands for it."""
    forms = [sign, *(f"&{name}" for name in _references().get(sign, [])), f"&#{ord(sign)};"]
    references = "|".join(re.escape(form) for form in forms)
    return rf"(?:{references}|&#[xX]0{{0,8}}{ord(sign):x};)"
