"""When two labels are one: capitals, signs, arrows and blanks do not make another step."""

from __future__ import annotations

from coldread.scanner.page.phrases import words


def same_label(label: str) -> str:
    """The label as it is compared."""
    return " ".join(word.lower().replace("’", "'") for word in words(label))
