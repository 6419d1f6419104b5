"""One end of a copy: a database that is read or filled, locked for us while rows are copied."""

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
#: seconds: a process that was just stopped may need a moment to disconnect
WAIT_FOR_OTHERS_S = 10.0


class CopyError(Exception):
    """What cannot be copied, or not now. The message says why and what to do."""


class Unfinished(CopyError):
    """An unfinished copy, which the same command continues."""


class RowsDiffer(Unfinished):
    """The rows that arrived differ from those of the source."""


class End(abc.ABC):
    """A database that is read or filled."""

    kind: str
    #: its address without the password
    place: str
    connection: sa.Connection
    driver: Any

    @abc.abstractmethod
    def rows(self, part: Part, after: Key | None = None) -> Iterator[Row]:
        """In the order of the key, after the key `after`; canonical."""

    @abc.abstractmethod
    def add(self, part: Part, rows: Sequence[Row]) -> None:
        """Part of a transaction, which `commit` ends."""

    @abc.abstractmethod
    def execute(self, words: str, parameters: Sequence[Any] = ()) -> Sequence[Row]:
        """Run a statement with `?` for parameters; its rows."""

    @abc.abstractmethod
    def session(self, now: int) -> Session:
        """A session, as the features use it."""

    @abc.abstractmethod
    def has_table(self, name: str) -> bool: ...

    @abc.abstractmethod
    def settle(self, part: Part) -> None:
        """Finish a part: set the next number that its sequence gives out."""

    @abc.abstractmethod
    def remove_everything(self) -> None:
        """Remove every table of ours, as if the schema had never been created; part of a transaction, which `commit`
        ends."""

    @abc.abstractmethod
    def close(self) -> None: ...

    @abc.abstractmethod
    def begin(self) -> None:
        """Begin a transaction if none is open."""

    @abc.abstractmethod
    def commit(self) -> None: ...

    @abc.abstractmethod
    def roll_back(self) -> None: ...

    def count(self, part: Part) -> int:
        ((number,),) = self.execute(f"SELECT count(*) FROM {part.source(self.kind)}")
        return int(number)


def is_ours(table: str) -> bool:
    """Whether a table of this name is ours, or was created for us."""
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
