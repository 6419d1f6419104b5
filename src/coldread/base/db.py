"""A transaction is a function: `await db.write(place, request)` runs `place(session, request)` and commits.

Database           the interface for surfaces and jobs
├── SqliteDatabase one writer thread (waiting writes share a commit), readers on read-only connections
└── PostgresDatabase a greenlet of the async engine, INSERTs in batches, a few connections for point reads

Unavailable        the database is unreachable, locked or full; the surfaces answer 503
"""

from __future__ import annotations

import abc
import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa

from coldread.base.clock import Clock

if TYPE_CHECKING:
    from coldread.base.database.insert_batch import Pipeline

P = ParamSpec("P")
T = TypeVar("T")

#: the metadata of every table; features add theirs in `tables.py`
metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


class Unavailable(Exception):
    """The database cannot be used now; a later try may work."""


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Session:
    """One transaction, as features see it."""

    connection: sa.Connection
    #: the moment at which the transaction began, used for everything that it writes
    now: int
    #: SQLite's own connection below SQLAlchemy's, for prepared statements; None on PostgreSQL
    driver: Any = None
    #: statements that are sent with the next one, on PostgreSQL
    pipeline: Pipeline | None = None

    def run(self, statement: sa.Executable, parameters: Any = None) -> sa.CursorResult[Any]:
        if self.pipeline is not None:
            self.pipeline.send()
        return self.connection.execute(statement, parameters)

    def row(self, statement: sa.Executable, parameters: Any = None) -> sa.Row[Any] | None:
        return self.run(statement, parameters).first()

    def rows(self, statement: sa.Executable, parameters: Any = None) -> Sequence[sa.Row[Any]]:
        return self.run(statement, parameters).all()

    def insert(self, table: sa.Table) -> Any:
        """An INSERT of the session's own dialect: both have ON CONFLICT, SQLAlchemy's generic one does not."""
        if self.is_postgres:
            from sqlalchemy.dialects import postgresql

            return postgresql.insert(table)
        from sqlalchemy.dialects import sqlite

        return sqlite.insert(table)

    @property
    def is_postgres(self) -> bool:
        return self.connection.dialect.name == "postgresql"


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class PointRead:
    """One row by primary key, read so often that it bypasses SQLAlchemy; `?` marks parameters."""

    sql: str
    #: the same for several keys in one query, on PostgreSQL: `?` is their array, and a row begins with its key
    many: str | None = None


def trace_name(function: Callable[..., object]) -> str:
    """The name of a transaction's function: `orders.acts.place.place`."""
    module = getattr(function, "__module__", "") or ""
    return f"{module.removeprefix('coldread.')}.{getattr(function, '__name__', 'function')}"


class Database(abc.ABC):
    """The interface for surfaces and jobs."""

    clock: Clock

    @abc.abstractmethod
    async def write(
        self, function: Callable[Concatenate[Session, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `function(session, …)` in its own transaction and commit it."""

    @abc.abstractmethod
    async def read(
        self, function: Callable[Concatenate[Session, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `function(session, …)` on one consistent snapshot; it must not write."""

    @abc.abstractmethod
    async def point(self, query: PointRead, *parameters: Any) -> Sequence[Any] | None:
        """The row of a point read."""

    def point_now(self, query: PointRead, *parameters: Any) -> Sequence[Any] | None:
        """The same without waiting, if the database is in this process."""
        raise Unavailable("this database cannot be asked without waiting")

    async def check(self) -> None:  # noqa: B027 - a server itself says when it is down
        """Raises Unavailable if a write would fail now."""

    @abc.abstractmethod
    async def close(self) -> None:
        """Finish what was asked before, then close every connection."""
