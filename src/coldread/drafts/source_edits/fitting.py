"""Whether new words fit their place in a source: nothing is left open there, and no heading or label becomes much longer than others of its kind. Pure."""

from __future__ import annotations

import html
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from coldread.scanner.page.observe.element_tree import APART, collapse
from coldread.scanner.patch.edits import Edit
from coldread.scanner.patch.tags import tags

#: characters that a heading or a label may always have, and how many times as long as the longest of its kind on the page it may be
ROOM = {"h1": 90, "h2": 90, "h3": 60, "h4": 60, "h5": 60, "h6": 60, "a": 40, "button": 40}
TIMES_THE_LONGEST = 1.6
#: characters of the source that are read on each side of new words, and of one heading
MOST_BESIDE, LONGEST_HEADING = 4_000, 2_000
_TAG = re.compile(r"<!--[\s\S]*?(?:-->|\Z)|<[^<>]*>")
_PAIRS = {")": "(", "]": "["}
_QUOTATION = frozenset('“”„‟"«»')


class Places:
    """Which texts of one source are read together, and how long its headings and labels are."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._apart: list[tuple[int, int]] = []
        self._named: dict[str, list[tuple[int, int, bool]]] = {name: [] for name in ROOM}
        for tag in tags(source):
            if tag.name in APART:
                self._apart.append((tag.start, tag.end))
            if tag.name in ROOM:
                self._named[tag.name].append((tag.start, tag.end, tag.closes))
        self._ends = [end for _, end in self._apart]
        self._longest = {
            name: max((len(self._read(*span)) for span in self._spans(name)), default=0) for name in ROOM
        }

    def fault(self, edit: Edit) -> str:
        """`unclosed` or `long-for-its-place`; empty if the words fit."""
        before, after = self._texts_before_and_after(*self._span_of_line(edit), edit)
        if (opened := count_unclosed_marks(after)) != count_unclosed_marks(before) and any(opened):
            return "unclosed"
        for name, start, end in self._named_parts_around(edit):
            before, after = self._texts_before_and_after(start, end, edit)
            if len(after) > max(len(before), ROOM[name], TIMES_THE_LONGEST * self._longest[name]):
                return "long-for-its-place"
        return ""

    def _span_of_line(self, edit: Edit) -> tuple[int, int]:
        """From the last separate tag to the next one."""
        at = bisect_right(self._ends, edit.start)
        start = self._ends[at - 1] if at else 0
        end = self._apart[at][0] if at < len(self._apart) else len(self._source)
        return max(start, edit.start - MOST_BESIDE), min(max(end, edit.end), edit.end + MOST_BESIDE)

    def _named_parts_around(self, edit: Edit) -> Iterator[tuple[str, int, int]]:
        """The heading and the label that it is in."""
        for name, found in self._named.items():
            at = bisect_left(found, (edit.start, 0, False)) - 1
            if at >= 0 and not found[at][2]:
                start, end = self._span(name, at)
                if edit.end <= end:
                    yield name, start, end

    def _spans(self, name: str) -> Iterator[tuple[int, int]]:
        return (self._span(name, at) for at, (_, _, closes) in enumerate(self._named[name]) if not closes)

    def _span(self, name: str, at: int) -> tuple[int, int]:
        """The text between an opening tag and the next tag of its name."""
        found, start = self._named[name], self._named[name][at][1]
        end = found[at + 1][0] if at + 1 < len(found) else len(self._source)
        return start, min(end, start + LONGEST_HEADING)

    def _texts_before_and_after(self, start: int, end: int, edit: Edit) -> tuple[str, str]:
        source = self._source
        after = _read(f"{source[start : edit.start]}{edit.new}{source[edit.end : end]}")
        return self._read(start, end), after

    def _read(self, start: int, end: int) -> str:
        return _read(self._source[start:end])


def _read(markup: str) -> str:
    return collapse(html.unescape(_TAG.sub("", markup)))


def count_unclosed_marks(text: str) -> tuple[int, int, int]:
    """Quotation marks without a partner, parentheses that nothing closes, and those that nothing opens."""
    opened: list[str] = []
    closed = 0
    for sign in text:
        if sign in _PAIRS.values():
            opened.append(sign)
        elif sign in _PAIRS:
            if opened and opened[-1] == _PAIRS[sign]:
                opened.pop()
            else:
                closed += 1
    return sum(sign in _QUOTATION for sign in text) % 2, len(opened), closed
