"""Replacements at offsets of a text. Nothing else changes a source."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Edit:
    """Replaces `[start, end)` by `new`; inserts if both are equal."""

    start: int
    end: int
    new: str


def ordered_edits(edits: Iterable[Edit]) -> list[Edit]:
    """Sorted by place; insertions at the same place keep their order."""
    return sorted(edits, key=lambda edit: (edit.start, edit.end))


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits; they must not overlap."""
    pieces: list[str] = []
    at = 0
    for edit in ordered_edits(edits):
        if edit.start < at:
            raise ValueError(f"edits overlap at {edit.start}")
        pieces += [text[at : edit.start], edit.new]
        at = edit.end
    return "".join([*pieces, text[at:]])


def overlap(edits: Iterable[Edit]) -> bool:
    """Whether two edits need the same characters; insertions side by side do not."""
    at = 0
    for edit in ordered_edits(edits):
        if edit.start < at:
            return True
        at = edit.end
    return False
