"""PostgreSQL: transactions through SQLAlchemy's async engine, point reads around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Concatenate

import psycopg
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from coldread.base.clock import Clock
from coldread.base.db import Database, P, PointRead, Session, T, Unavailable
from coldread.base.db_points import CONNECT_S, PointConnections

POOL = 10  # connections for transactions; PostgreSQL's default of 100 leaves room for several processes
STATEMENT_MS = 10_000

AWAY = (
    sa.exc.OperationalError,
    sa.exc.InterfaceError,
    sa.exc.TimeoutError,
    psycopg.OperationalError,
    psycopg.errors.UndefinedTable,  # at a first start, until the schema is there
    OSError,
)


def driver_url(url: str) -> str:
    return "postgresql+psycopg://" + url.split("://", 1)[1]


class PostgresDatabase(Database):
    """A server that other machines share."""

    def __init__(self, url: str, clock: Clock) -> None:
        self.clock = clock
        self._engine: AsyncEngine = create_async_engine(
            driver_url(url),
            pool_size=POOL,
            max_overflow=0,
            pool_timeout=15,  # a burst on one order queues here; waiting is better than 503
            pool_pre_ping=True,  # a restarted server must not cost a request
            connect_args={
                "connect_timeout": CONNECT_S,
                "options": f"-c statement_timeout={STATEMENT_MS}",
                "prepare_threshold": 1,
            },
        )
        self._reading = self._engine.execution_options(postgresql_readonly=True)
        self._points = PointConnections("postgresql://" + url.split("://", 1)[1])

    async def write(
        self, function: Callable[Concatenate[Session, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self._transaction(self._engine, lambda session: function(session, *args, **kwargs))

    async def read(
        self, function: Callable[Concatenate[Session, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        return await self._transaction(self._reading, lambda session: function(session, *args, **kwargs))

    async def _transaction(self, engine: AsyncEngine, function: Callable[[Session], T]) -> T:
        try:
            async with engine.begin() as connection:
                return await connection.run_sync(
                    lambda sync: function(Session(connection=sync, now=self.clock.now()))
                )
        except AWAY as error:
            raise Unavailable(str(error)) from error
        except sa.exc.ProgrammingError as error:
            if isinstance(error.orig, AWAY):
                raise Unavailable(str(error)) from error
            raise

    async def point(self, query: PointRead, *parameters: Any) -> Sequence[Any] | None:
        try:
            return await self._points.ask(query, parameters)
        except AWAY as error:
            raise Unavailable(str(error)) from error

    async def close(self) -> None:
        await self._engine.dispose()
        await self._points.close()
