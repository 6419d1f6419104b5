"""PostgreSQL: transactions through SQLAlchemy's async engine, point reads through a bare psycopg pool."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Concatenate

import psycopg
import psycopg_pool
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
    psycopg_pool.PoolTimeout,
    OSError,
)


def driver_url(url: str) -> str:
    return "postgresql+psycopg://" + url.split("://", 1)[1]


class PostgresDatabase(Database):
    """A server that other machines share."""

    def __init__(self, url: str, clock: Clock) -> None:
        self.clock = clock
        self._url = "postgresql://" + url.split("://", 1)[1]
        self._engine: AsyncEngine = create_async_engine(
            driver_url(url),
            pool_size=POOL,
            max_overflow=0,
            pool_timeout=5,
            pool_pre_ping=True,  # a restarted server must not cost a request
            connect_args={
                "connect_timeout": CONNECT_S,
                "options": f"-c statement_timeout={STATEMENT_MS}",
                "prepare_threshold": 1,
            },
        )
        self._reading = self._engine.execution_options(postgresql_readonly=True)
        self._points: psycopg_pool.AsyncConnectionPool[Any] | None = None
        self._prepared: dict[str, str] = {}

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
        pool = self._points or await self._open_points()
        sql = self._prepared.get(query.sql) or self._prepared.setdefault(
            query.sql, query.sql.replace("?", "%s")
        )
        try:
            return await _ask(pool, sql, parameters)
        except AWAY:
            await pool.check()  # drops every connection that a restart has cut
        try:
            return await _ask(pool, sql, parameters)
        except AWAY as error:
            raise Unavailable(str(error)) from error

    async def _open_points(self) -> psycopg_pool.AsyncConnectionPool[Any]:
        pool: psycopg_pool.AsyncConnectionPool[Any] = psycopg_pool.AsyncConnectionPool(
            self._url,
            min_size=1,
            max_size=POINTS,
            timeout=CONNECT_S,
            open=False,
            kwargs={"autocommit": True, "prepare_threshold": 0, "connect_timeout": CONNECT_S},
        )
        if self._points is None:
            self._points = pool
            await pool.open()
        return self._points

    async def close(self) -> None:
        await self._engine.dispose()
        if self._points is not None:
            await self._points.close()
            self._points = None


async def _ask(
    pool: psycopg_pool.AsyncConnectionPool[Any], sql: str, parameters: tuple[Any, ...]
) -> Sequence[Any] | None:
    async with pool.connection() as connection:
        cursor = await connection.execute(sql, parameters, binary=True)
        row: tuple[Any, ...] | None = await cursor.fetchone()
        return row
