"""Tables that need each other: what one lacks is told in a sentence when the program starts, not when it is missed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Incomplete(Exception):
    """A table lacks what another needs; the sentence says what and where. Raised when the program starts."""


def gaps(table: Mapping[K, V], wanted: Iterable[K], where: str) -> list[str]:
    """One sentence for each that `table` lacks; `where` is the file that it stands in."""
    return [f"{where} lacks {name}" for name in wanted if name not in table]


def complete(table: Mapping[K, V], wanted: Iterable[K], where: str) -> Mapping[K, V]:
    """The table, if it has everything that is wanted of it."""
    if missing := gaps(table, wanted, where):
        raise Incomplete("; ".join(missing))
    return table
