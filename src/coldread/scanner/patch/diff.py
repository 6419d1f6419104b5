"""Writes edits as a unified diff for `git apply`.

Only `\\n` ends a line for git: a carriage return, a form feed or U+2028 is a character like any other, so lines are
here and not by `str.splitlines`.
"""

from __future__ import annotations

import difflib
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from coldread.scanner.patch.edits import Edit, apply_edits, ordered_edits

CONTEXT_LINES = 3
#: most lines of both texts to compare at once, and most pairs of equal lines among them
MOST_LINES, MOST_PAIRS = 2_000, 20_000
_NO_END = "\\ No newline at end of file\n"
_PLAIN_NAME = re.compile(r"[^\x00-\x1f\x7f\"\\]+")


@dataclass(frozen=True, kw_only=True)
class LineBlock:
    """Consecutive lines `[first, last)`, and their replacement."""

    first: int
    last: int
    new: tuple[str, ...]


def unified_diff(text: str, edits: Iterable[Edit], file_name: str) -> str:
    """Empty if the edits change nothing."""
    lines = split_lines(text)
    blocks = list(_line_blocks(text, lines, ordered_edits(edits)))
    if not blocks:
        return ""
    name = _require_plain_file_name(file_name)
    end = "\t" if " " in name else ""  # git's own sign that the name ends here
    hunks = _hunks(lines, blocks)
    return f"--- a/{name}{end}\n+++ b/{name}{end}\n" + "".join(hunks)


def line_edits_between(old: str, new: str) -> list[Edit]:
    """Whole-line edits that turn one text into the other."""
    lines, new_lines = split_lines(old), split_lines(new)
    starts = _starts_of_lines(lines)
    return [
        Edit(start=starts[first], end=starts[last], new="".join(new_lines[new_first:new_last]))
        for first, last, new_first, new_last in _changed_line_ranges(lines, new_lines)
    ]


def _changed_line_ranges(
    lines: Sequence[str], new_lines: Sequence[str]
) -> Iterator[tuple[int, int, int, int]]:
    """Where the lines differ. The common beginning and end are left out first. A long file is split at lines that occur
    once in both texts, since difflib compares every line with every equal line.
    """
    head, tail = _count_equal_ends(lines, new_lines)
    last, new_last = len(lines) - tail, len(new_lines) - tail
    whole = (head, last, head, new_last)
    pieces = (
        [whole]
        if _is_small(lines, new_lines, whole, MOST_LINES)
        else _pieces_between_unique_lines(lines, new_lines, whole)
    )
    for piece in pieces:
        yield from _changed_ranges_of_piece(lines, new_lines, piece)


def _changed_ranges_of_piece(
    lines: Sequence[str], new_lines: Sequence[str], piece: tuple[int, int, int, int]
) -> Iterator[tuple[int, int, int, int]]:
    """Many equal lines are one change."""
    first, last, new_first, new_last = piece
    if not _is_small(lines, new_lines, piece, MOST_LINES):
        yield piece
        return
    matcher = difflib.SequenceMatcher(None, lines[first:last], new_lines[new_first:new_last], autojunk=False)
    for kind, begin, end, new_begin, new_end in matcher.get_opcodes():
        if kind != "equal":
            yield first + begin, first + end, new_first + new_begin, new_first + new_end


def _is_small(
    lines: Sequence[str], new_lines: Sequence[str], piece: tuple[int, int, int, int], most: int
) -> bool:
    first, last, new_first, new_last = piece
    if last - first + new_last - new_first > most:
        return False
    counted = Counter(new_lines[new_first:new_last])
    return sum(counted[line] for line in lines[first:last]) <= MOST_PAIRS


def _pieces_between_unique_lines(
    lines: Sequence[str], new_lines: Sequence[str], whole: tuple[int, int, int, int]
) -> Iterator[tuple[int, int, int, int]]:
    """The parts between lines that occur once in both texts, in the same order."""
    first, last, new_first, new_last = whole
    once, new_once = Counter(lines[first:last]), Counter(new_lines[new_first:new_last])
    places = {
        new_lines[at]: at
        for at in range(new_first, new_last)
        if new_once[new_lines[at]] == 1 == once[new_lines[at]]
    }
    for at in range(first, last):
        new_at = places.get(lines[at], -1)
        if new_at < new_first:
            continue
        if at > first or new_at > new_first:
            yield first, at, new_first, new_at
        first, new_first = at + 1, new_at + 1
    if first < last or new_first < new_last:
        yield first, last, new_first, new_last


def _count_equal_ends(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """How many lines are equal at the beginning, and then at the end."""
    shortest = min(len(old), len(new))
    head = next((i for i in range(shortest) if old[i] != new[i]), shortest)
    room = shortest - head
    return head, next((i for i in range(room) if old[-1 - i] != new[-1 - i]), room)


def split_lines(text: str) -> list[str]:
    """Lines with their `\\n`; the last one may have none."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


def _require_plain_file_name(name: str) -> str:
    parts = name.split("/")
    if not _PLAIN_NAME.fullmatch(name) or name.startswith("/") or ".." in parts or "" in parts:
        raise ValueError(f"not a file name inside a project: {name!r}")
    return name


def _line_blocks(text: str, lines: Sequence[str], edits: Sequence[Edit]) -> Iterator[LineBlock]:
    """Edits of the same lines become one block, without the lines that stay the same."""
    starts = _starts_of_lines(lines)
    waiting: list[tuple[int, int, list[Edit]]] = []
    for edit in edits:
        first = _line_at(starts, edit.start)
        last = max(_line_at(starts, edit.end), first) + 1
        if waiting and first < waiting[-1][1]:
            begun, ended, together = waiting[-1]
            together.append(edit)
            waiting[-1] = (begun, max(ended, last), together)
        else:
            waiting.append((first, last, [edit]))
    for first, last, together in waiting:
        begin, end = starts[first], starts[min(last, len(lines))]
        moved = [Edit(start=e.start - begin, end=e.end - begin, new=e.new) for e in together]
        new = split_lines(apply_edits(text[begin:end], moved))
        yield from _without_equal_ends(first, lines[first:last], new)


def _starts_of_lines(lines: Sequence[str]) -> list[int]:
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    return starts


def _line_at(starts: Sequence[int], offset: int) -> int:
    """The line of this offset; the end of the text belongs to the last line."""
    return max(0, min(bisect_right(starts, offset) - 1, len(starts) - 2))


def _without_equal_ends(first: int, old: Sequence[str], new: Sequence[str]) -> Iterator[LineBlock]:
    head, tail = _count_equal_ends(old, new)
    if len(old) - tail > head or len(new) - tail > head:
        yield LineBlock(
            first=first + head, last=first + len(old) - tail, new=tuple(new[head : len(new) - tail])
        )


def _hunks(lines: Sequence[str], blocks: Sequence[LineBlock]) -> Iterator[str]:
    """Blocks whose contexts touch share a hunk."""
    grown = 0
    together: list[LineBlock] = []
    for block in blocks:
        if together and block.first - together[-1].last > 2 * CONTEXT_LINES:
            yield _hunk(lines, together, grown)
            grown += sum(len(one.new) - (one.last - one.first) for one in together)
            together = []
        together.append(block)
    yield _hunk(lines, together, grown)


def _hunk(lines: Sequence[str], blocks: Sequence[LineBlock], grown: int) -> str:
    first = max(0, blocks[0].first - CONTEXT_LINES)
    last = min(len(lines), blocks[-1].last + CONTEXT_LINES)
    body: list[str] = []
    at = first
    for block in blocks:
        body += [_line_with_sign(" ", line) for line in lines[at : block.first]]
        body += [_line_with_sign("-", line) for line in lines[block.first : block.last]]
        body += [_line_with_sign("+", line) for line in block.new]
        at = block.last
    body += [_line_with_sign(" ", line) for line in lines[at:last]]
    size = last - first
    new_size = size + sum(len(block.new) - (block.last - block.first) for block in blocks)
    return f"@@ -{_range_text(first, size)} +{_range_text(first + grown, new_size)} @@\n" + "".join(body)


def _range_text(first: int, size: int) -> str:
    """Lines count from 1; an empty range names the line before it."""
    return f"{first + 1 if size else first},{size}"


def _line_with_sign(sign: str, line: str) -> str:
    return f"{sign}{line}" if line.endswith("\n") else f"{sign}{line}\n{_NO_END}"
