"""Tables that need each other: what one lacks is told in a sentence when the program starts, not when it is missed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Incomplete(Exception):
    """A table lacks what another needs; the sentence says what and where. Raised when the program starts."""


#: sentences of a run that looks for every gap instead of stopping at the first
_GATHERED: ContextVar[list[str] | None] = ContextVar("gathered", default=None)


def refuse(sentence: str) -> None:
    """Stop the program with the sentence; inside `gathered` it is noted and the search goes on."""
    noted = _GATHERED.get()
    if noted is None:
        raise Incomplete(sentence)
    noted.append(sentence)


@contextmanager
def gathered() -> Iterator[list[str]]:
    """Everything that tables refuse while they are imported in here: for whoever adds a language."""
    sentences: list[str] = []
    token = _GATHERED.set(sentences)
    try:
        yield sentences
    finally:
        _GATHERED.reset(token)


def gaps(table: Mapping[K, V], wanted: Iterable[K], where: str) -> list[str]:
    """One sentence for each that `table` lacks; `where` is the file that it stands in."""
    return [f"{where} lacks {name}" for name in wanted if name not in table]


def complete(table: Mapping[K, V], wanted: Iterable[K], where: str) -> Mapping[K, V]:
    """The table, if it has everything that is wanted of it."""
    if missing := gaps(table, wanted, where):
        refuse("; ".join(missing))
    return table
