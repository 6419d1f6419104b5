"""Compares labels without case, signs, arrows and spaces."""

from __future__ import annotations

from coldread.scanner.page.phrases import words


def same_label(label: str) -> str:
    """The label in its form for comparison."""
    return " ".join(word.lower().replace("’", "'") for word in words(label))
