"""An end of a copy: a database that is read from or filled, held by us alone while rows are on their way."""

from __future__ import annotations

import abc
from collections.abc import Iterator, Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.copying.parts import Key, Part, Row
from coldread.migrations.apply import MOVING
from coldread.migrations.schema import metadata

FETCH = 1_000
#: seconds: a process that has just been stopped, or killed, may take a moment to let go
WAIT_FOR_OTHERS_S = 10.0


class CopyError(Exception):
    """What cannot be copied, or not now; the message says why and what to do."""


class Unfinished(CopyError):
    """A copy that was begun and is not whole: it goes on when it is asked for again."""


class RowsDiffer(Unfinished):
    """Rows that arrived are not those that are here now."""


class End(abc.ABC):
    """A database that is read from or filled."""

    kind: str
    #: where it is, without a password
    place: str
    connection: sa.Connection
    driver: Any

    @abc.abstractmethod
    def rows(self, part: Part, after: Key | None = None) -> Iterator[Row]:
        """In the order of the key, from the one that follows `after`; canonical."""

    @abc.abstractmethod
    def add(self, part: Part, rows: Sequence[Row]) -> None:
        """Part of a transaction that `commit` ends."""

    @abc.abstractmethod
    def execute(self, words: str, parameters: Sequence[Any] = ()) -> Sequence[Row]:
        """A statement with `?` for parameters; its rows."""

    @abc.abstractmethod
    def session(self, now: int) -> Session:
        """As features see it."""

    @abc.abstractmethod
    def has_table(self, name: str) -> bool: ...

    @abc.abstractmethod
    def settle(self, part: Part) -> None:
        """What follows once a part is there: the next number that is given out."""

    @abc.abstractmethod
    def remove_everything(self) -> None:
        """Nothing of ours is left, as if the schema had never been made; part of a transaction that `commit` ends."""

    @abc.abstractmethod
    def close(self) -> None: ...

    @abc.abstractmethod
    def begin(self) -> None:
        """A transaction, where none is under way."""

    @abc.abstractmethod
    def commit(self) -> None: ...

    @abc.abstractmethod
    def roll_back(self) -> None: ...

    def count(self, part: Part) -> int:
        ((number,),) = self.execute(f"SELECT count(*) FROM {part.source(self.kind)}")
        return int(number)


def is_ours(table: str) -> bool:
    """Whether a table of this name was made by us or for us."""
    return (
        table in metadata.tables or table in {MOVING, "alembic_version"} or table.startswith("procrastinate_")
    )


def select(part: Part, kind: str, after: Key | None) -> tuple[str, Sequence[Any]]:
    columns = ", ".join(f'"{name}"' for name in part.columns)
    key = ", ".join(f'"{name}"' for name in part.key)
    words = f"SELECT {columns} FROM {part.source(kind)}"
    if after is not None:
        words += f" WHERE ({key}) > ({', '.join('?' for _ in after)})"
    return f"{words} ORDER BY {key}", after or ()
