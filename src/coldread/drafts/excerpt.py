"""The lines that a patch changes, short enough to read in a document. Pure."""

from __future__ import annotations

import re

MOST_LINES = 8
LONGEST_LINE = 180
#: kept of a long line on either side of what changes
ROOM = 60


def excerpt(patch: str) -> tuple[list[str], int]:
    """Changed lines with their signs, and how many more there are."""
    pairs = _pairs(patch)
    lines = [line for old, new in pairs for line in _shown(old, new)]
    return lines[:MOST_LINES], max(0, len(lines) - MOST_LINES)


def _pairs(patch: str) -> list[tuple[list[str], list[str]]]:
    """Removed and added lines of each change, in order."""
    found: list[tuple[list[str], list[str]]] = []
    for line in patch.split("\n"):
        if line.startswith(("---", "+++", "@@", "\\")) or not line.startswith(("-", "+")):
            if found and found[-1] != ([], []):
                found.append(([], []))
            continue
        if not found:
            found.append(([], []))
        if line.startswith("-") and found[-1][1]:
            found.append(([], []))
        found[-1][line.startswith("+")].append(line[1:].replace("\r", ""))
    return [pair for pair in found if pair != ([], [])]


def _shown(old: list[str], new: list[str]) -> list[str]:
    if len(old) == len(new):
        aligned = [_cut(was, now) for was, now in zip(old, new, strict=True)]
        return [line for was, now in aligned for line in (f"-{was}", f"+{now}")]
    return [*(f"-{_short(line)}" for line in old), *(f"+{_short(line)}" for line in new)]


def _cut(was: str, now: str) -> tuple[str, str]:
    """Both lines without their indentation; a long one only around what differs."""
    was, now = _dedented(was, now)
    if max(len(was), len(now)) <= LONGEST_LINE:
        return was, now
    head = _alike(was, now)
    tail = _alike(was[head:][::-1], now[head:][::-1])
    start = max(0, head - ROOM)
    return tuple(_window(line, start, len(line) - tail + ROOM) for line in (was, now))  # type: ignore[return-value]


def _alike(one: str, other: str) -> int:
    """How many signs both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _dedented(*lines: str) -> list[str]:
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[indent:].rstrip() for line in lines]


def _window(line: str, start: int, end: int) -> str:
    cut = line[start:end]
    if len(cut) > 3 * LONGEST_LINE:
        cut = f"{cut[: 2 * LONGEST_LINE]} … {cut[-LONGEST_LINE // 2 :]}"
    return f"{'… ' if start else ''}{cut}{' …' if end < len(line) else ''}"


def _short(line: str) -> str:
    said = re.sub(r"\s+", " ", line.strip())
    return said if len(said) <= LONGEST_LINE else f"{said[:LONGEST_LINE]} …"
