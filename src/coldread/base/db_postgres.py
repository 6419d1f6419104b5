"""PostgreSQL: transactions through SQLAlchemy's async engine, point reads on a few bare psycopg connections."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Concatenate

import psycopg
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from coldread.base.clock import Clock
from coldread.base.db import Database, P, PointRead, Session, T, Unavailable

POOL = 10  # connections for transactions; PostgreSQL's default of 100 leaves room for several processes
POINTS = 4  # connections for point reads: each is busy for well under a millisecond
CONNECT_S = 3
STATEMENT_MS = 10_000

AWAY = (
    sa.exc.OperationalError,
    sa.exc.InterfaceError,
    sa.exc.TimeoutError,
    psycopg.OperationalError,
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
        self._points = _PointConnections("postgresql://" + url.split("://", 1)[1])

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

    async def point(self, query: PointRead, *parameters: Any) -> Sequence[Any] | None:
        try:
            return await self._points.ask(query.sql, parameters)
        except AWAY as error:
            raise Unavailable(str(error)) from error

    async def close(self) -> None:
        await self._engine.dispose()
        await self._points.close()


class _PointConnections:
    """Connections with prepared statements, the warmest used first.

    Not psycopg_pool: after an outage it waits longer and longer before it tries again, and while nothing is
    connected a request waits for its time-out instead of being told at once.
    """

    def __init__(self, url: str) -> None:
        self._url = url
        self._idle: list[psycopg.AsyncConnection[Any]] = []
        self._places = asyncio.Semaphore(POINTS)
        self._sql: dict[str, str] = {}

    async def ask(self, sql: str, parameters: tuple[Any, ...]) -> Sequence[Any] | None:
        text = self._sql.get(sql) or self._sql.setdefault(sql, sql.replace("?", "%s"))
        async with self._places:
            while self._idle:
                try:
                    return await self._ask(self._idle.pop(), text, parameters)
                except psycopg.OperationalError:
                    continue  # a restart has cut it; the next one, or a new one, may do
            fresh = await psycopg.AsyncConnection.connect(
                self._url, autocommit=True, prepare_threshold=0, connect_timeout=CONNECT_S
            )
            return await self._ask(fresh, text, parameters)

    async def _ask(
        self, connection: psycopg.AsyncConnection[Any], sql: str, parameters: tuple[Any, ...]
    ) -> Sequence[Any] | None:
        try:
            cursor = await connection.execute(sql, parameters, binary=True)
            row: tuple[Any, ...] | None = await cursor.fetchone()
        except BaseException:
            await connection.close()  # also when the caller is gone: an answer may still be on its way
            raise
        self._idle.append(connection)
        return row

    async def close(self) -> None:
        for connection in self._idle:
            await connection.close()
        self._idle.clear()
