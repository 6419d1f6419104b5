"""Tables that depend on each other: a missing entry is reported in a sentence at the start, not when it is needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Incomplete(Exception):
    """A table lacks what another needs; the sentence says what and where. Raised at the start."""


#: collects sentences, in a run that lists everything that is missing instead of stopping at the first
_GATHERED: ContextVar[list[str] | None] = ContextVar("gathered", default=None)


def refuse(sentence: str) -> None:
    """Stop with the sentence; inside `gather_refusals`, note it and continue."""
    noted = _GATHERED.get()
    if noted is None:
        raise Incomplete(sentence)
    noted.append(sentence)


@contextmanager
def gather_refusals() -> Iterator[list[str]]:
    """Everything that tables refuse while they are imported inside this context: for adding a language."""
    sentences: list[str] = []
    token = _GATHERED.set(sentences)
    try:
        yield sentences
    finally:
        _GATHERED.reset(token)


def gaps(table: Mapping[K, V], wanted: Iterable[K], where: str) -> list[str]:
    """One sentence for each entry that `table` lacks; `where` is the file of the table."""
    return [f"{where} lacks {name}" for name in wanted if name not in table]


def require_complete(table: Mapping[K, V], wanted: Iterable[K], where: str) -> Mapping[K, V]:
    """The table, if it has all the wanted entries."""
    if missing := gaps(table, wanted, where):
        refuse("; ".join(missing))
    return table
