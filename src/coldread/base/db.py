"""A transaction is a function: `await db.write(place, request)` runs `place(session, request)` and commits.

Database           what surfaces and jobs hold
├── SqliteDatabase one writer thread (waiting writes share a commit), readers on read-only connections
└── PostgresDatabase a greenlet of the async engine, INSERTs that travel together, a few connections for point reads

Unavailable        the database is away, locked or full; the surfaces answer 503
"""

from __future__ import annotations

import abc
import dataclasses
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import sqlalchemy as sa

from coldread.base.clock import Clock

if TYPE_CHECKING:
    from coldread.base.insert_batch import Pipeline

P = ParamSpec("P")
T = TypeVar("T")

#: every table of the house; features add theirs in `tables.py`
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
    """The database cannot be asked now; asking again later may work."""


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Session:
    """One transaction, as features see it."""

    connection: sa.Connection
    #: the moment at which the transaction began: one for all it writes
    now: int
    #: SQLite's own connection below SQLAlchemy's, for statements that were compiled before; None on PostgreSQL
    driver: Any = None
    #: what waits to be sent with the next statement, on PostgreSQL
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
        """An INSERT of the session's own dialect: both know ON CONFLICT, SQLAlchemy's common one does not."""
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
    """One row by primary key, asked so often that it goes around SQLAlchemy; `?` marks parameters."""

    sql: str
    #: the same for several keys in one question, on PostgreSQL: `?` is their array, and a row begins with its key
    many: str | None = None


def trace_name(function: Callable[..., object]) -> str:
    """The name that our code gave to a transaction: `orders.acts.place.place`."""
    module = getattr(function, "__module__", "") or ""
    return f"{module.removeprefix('coldread.')}.{getattr(function, '__name__', 'function')}"


class Database(abc.ABC):
    """What surfaces and jobs hold."""

    clock: Clock

    @abc.abstractmethod
    async def write(
        self, function: Callable[Concatenate[Session, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `function(session, …)` in a transaction of its own and commit it."""

    @abc.abstractmethod
    async def read(
        self, function: Callable[Concatenate[Session, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run `function(session, …)` on one consistent state; it must not write."""

    @abc.abstractmethod
    async def point(self, query: PointRead, *parameters: Any) -> Sequence[Any] | None:
        """The row of a point read."""

    def point_now(self, query: PointRead, *parameters: Any) -> Sequence[Any] | None:
        """The same without waiting, where the database is in this process."""
        raise Unavailable("this database cannot be asked without waiting")

    async def check(self) -> None:  # noqa: B027 - a server says itself when it is away
        """Raises Unavailable where nothing could be written now."""

    @abc.abstractmethod
    async def close(self) -> None:
        """Let go of every connection, after what was asked before is done."""
