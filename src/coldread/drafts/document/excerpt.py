"""The lines that a patch changes, short enough to read in a document. Pure."""

from __future__ import annotations

import dataclasses
import re
from itertools import takewhile

MOST_LINES = 10
LONGEST_LINE = 180
#: characters of a long line on either side of the change
ROOM = 60
#: lines of one tag
LOOK_BACK = 14
_HUNK = re.compile(r"@@ -(\d+)")
_TELLING = re.compile(r"\s*(?:src|name|id|href|placeholder)=[\"'][^\"']+[\"']\s*$")


def excerpt(patch: str, source: str = "") -> tuple[list[str], int]:
    """Changed lines with their signs, and how many more there are; `source` shows in which tag a bare line is."""
    lines = [line for change in _changes(patch, source.split("\n")) for line in _excerpt_lines(change)]
    return lines[:MOST_LINES], max(0, sum(line[:1] in "-+" for line in lines[MOST_LINES:]))


@dataclasses.dataclass
class _Change:
    """Removed and added lines that belong together, and the tag around them."""

    tag: str = ""
    old: list[str] = dataclasses.field(default_factory=list)
    new: list[str] = dataclasses.field(default_factory=list)


def _changes(patch: str, source: list[str]) -> list[_Change]:
    found, at = [_Change()], 0
    for line in patch.split("\n"):
        begin = _HUNK.match(line)
        if begin is not None:
            at = int(begin[1]) - 1
        if begin is not None or line.startswith(("---", "+++", "\\")):
            continue
        sign, text = line[:1], line[1:].replace("\r", "")
        if sign not in ("-", "+"):
            found.append(_Change())
        else:
            if sign == "-" and found[-1].new:
                found.append(_Change())
            found[-1].tag = found[-1].tag or _open_tag(source, at)
            (found[-1].new if sign == "+" else found[-1].old).append(text)
        at += sign != "+"
    return [change for change in found if change.old or change.new]


def _open_tag(source: list[str], at: int) -> str:
    """The tag that is still open above this line, with the attribute that distinguishes it from similar ones."""
    for first in range(min(at, len(source)) - 1, max(-1, at - LOOK_BACK), -1):
        line = source[first]
        if "<" in line:
            start = line[line.rindex("<") :].strip()
            if ">" in start:
                return ""
            inside = takewhile(lambda one: ">" not in one, source[first + 1 : at + LOOK_BACK])
            own = next((one.strip() for one in inside if _TELLING.match(one)), "")
            return f"{start} {own} …" if own else f"{start} …"
    return ""


def _excerpt_lines(change: _Change) -> list[str]:
    bare = not any("<" in line for line in (*change.old, *change.new))
    above = [f" {_shortened_line(change.tag)}"] if bare and change.tag else []
    if len(change.old) == len(change.new):
        aligned = [_cut_to_difference(was, now) for was, now in zip(change.old, change.new, strict=True)]
        return [*above, *(line for was, now in aligned for line in (f"-{was}", f"+{now}"))]
    return [
        *above,
        *(f"-{_shortened_line(line)}" for line in change.old),
        *(f"+{_shortened_line(line)}" for line in change.new),
    ]


def _cut_to_difference(was: str, now: str) -> tuple[str, str]:
    """Both lines without their indentation; a long one only around what differs."""
    was, now = _without_common_indent(was, now)
    if max(len(was), len(now)) <= LONGEST_LINE:
        return was, now
    head = _length_of_common_start(was, now)
    tail = _length_of_common_start(was[head:][::-1], now[head:][::-1])
    start = max(0, head - ROOM)
    return tuple(_window(line, start, len(line) - tail + ROOM) for line in (was, now))  # type: ignore[return-value]


def _length_of_common_start(one: str, other: str) -> int:
    """The length of the common beginning."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _without_common_indent(*lines: str) -> list[str]:
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[indent:].rstrip() for line in lines]


def _window(line: str, start: int, end: int) -> str:
    cut = line[start:end]
    if len(cut) > 3 * LONGEST_LINE:
        cut = f"{cut[: 2 * LONGEST_LINE]} … {cut[-LONGEST_LINE // 2 :]}"
    return f"{'… ' if start else ''}{cut}{' …' if end < len(line) else ''}"


def _shortened_line(line: str) -> str:
    said = re.sub(r"\s+", " ", line.strip())
    return said if len(said) <= LONGEST_LINE else f"{said[:LONGEST_LINE]} …"
