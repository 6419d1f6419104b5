"""Faster search for patterns whose matches all begin with a digit: they are tried at digits only."""

from __future__ import annotations

import re
from collections.abc import Iterator

_FIGURE = re.compile(r"\d")


def from_figures(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """The matches that `finditer` would find."""
    position = 0
    while (figure := _FIGURE.search(text, position)) is not None:
        match = pattern.match(text, figure.start())
        if match is not None:
            yield match
        position = match.end() if match is not None else figure.end()


def first_figure(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The match that `search` would find."""
    return next(from_figures(pattern, text), None)
