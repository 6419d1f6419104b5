"""PostgreSQL: transactions through SQLAlchemy's async engine, point reads around it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Concatenate

import psycopg
import sqlalchemy as sa
from psycopg.pq import TransactionStatus
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import PoolResetState
from sqlalchemy.util import greenlet_spawn

from coldread.base import trace
from coldread.base.clock import Clock
from coldread.base.database.insert_batch import Pipeline
from coldread.base.database.points import CONNECT_S, PointConnections
from coldread.base.db import Database, P, PointRead, Session, T, Unavailable, trace_name

POOL = 10  # connections for transactions; PostgreSQL's default of 100 leaves room for several processes
STATEMENT_MS = 10_000
TRUSTED_S = 1.0  # a connection that was used this recently is not tested again

SYSTEM = {"db.system.name": "postgresql"}
AWAY = (
    sa.exc.OperationalError,
    sa.exc.InterfaceError,
    sa.exc.TimeoutError,
    psycopg.OperationalError,
    psycopg.errors.UndefinedTable,  # at the first start, before the schema exists
    OSError,
)


class _Cut(psycopg.OperationalError):
    """The connection was lost during a transaction."""


def _note_use(_: Any, record: Any) -> None:
    record.info["used"] = time.monotonic()


def _undo_rest(connection: Any, _: Any, state: PoolResetState) -> None:
    """Roll back before a connection returns to the pool; after a commit psycopg has nothing to do."""
    if state.terminate_only or connection.driver_connection.closed:
        return
    if connection.driver_connection.pgconn.transaction_status != TransactionStatus.IDLE:
        connection.rollback()


def driver_url(url: str) -> str:
    return "postgresql+psycopg://" + url.split("://", 1)[1]


class PostgresDatabase(Database):
    """A database server, shared with other machines."""

    def __init__(self, url: str, clock: Clock) -> None:
        self.clock = clock
        self._engine: AsyncEngine = create_async_engine(
            driver_url(url),
            pool_size=POOL,
            max_overflow=0,
            pool_timeout=15,  # a burst on one order queues here; waiting is better than 503
            pool_reset_on_return=None,  # `_undo_rest` does it
            connect_args={
                "connect_timeout": CONNECT_S,
                "options": f"-c statement_timeout={STATEMENT_MS}",
                "prepare_threshold": 1,
            },
        )
        self._doubted_at = 0.0
        sa.event.listen(self._engine.sync_engine, "checkout", self._check_out)
        sa.event.listen(self._engine.sync_engine, "checkin", _note_use)
        sa.event.listen(self._engine.sync_engine, "reset", _undo_rest)
        self._reading = self._engine.execution_options(postgresql_readonly=True)
        self._points = PointConnections("postgresql://" + url.split("://", 1)[1])

    async def write(
        self, function: Callable[Concatenate[Session, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if not trace.is_on():
            return await self._transaction(self._engine, lambda session: function(session, *args, **kwargs))
        with trace.span(f"write {trace_name(function)}", SYSTEM):
            return await self._transaction(self._engine, lambda session: function(session, *args, **kwargs))

    async def read(
        self, function: Callable[Concatenate[Session, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if not trace.is_on():
            return await self._transaction(self._reading, lambda session: function(session, *args, **kwargs))
        with trace.span(f"read {trace_name(function)}", SYSTEM):
            return await self._transaction(self._reading, lambda session: function(session, *args, **kwargs))

    async def _transaction(self, engine: AsyncEngine, function: Callable[[Session], T]) -> T:
        try:
            try:
                return await self._run_in_greenlet(engine, function)
            except _Cut:
                return await self._run_in_greenlet(engine, function)  # on a tested connection
        except AWAY as error:
            raise Unavailable(str(error)) from error
        except sa.exc.ProgrammingError as error:
            if isinstance(error.orig, AWAY):
                raise Unavailable(str(error)) from error
            raise

    async def _run_in_greenlet(self, engine: AsyncEngine, function: Callable[[Session], T]) -> T:
        """Run all steps in one greenlet, which takes a third of the time of one greenlet for each step."""
        outcome: T = await greenlet_spawn(self._run, engine.sync_engine, function)
        return outcome

    def _run(self, engine: sa.Engine, function: Callable[[Session], T]) -> T:
        """Raises _Cut if the connection was lost before a commit: then the transaction can be repeated.

        The pipeline commits. SQLAlchemy begins and ends its own transaction only if a statement goes through it,
        and rolls back what was not committed when the connection is returned."""
        with engine.connect() as connection:
            pipeline = Pipeline(connection)
            held: Any = connection.connection.driver_connection
            try:
                outcome = function(Session(connection=connection, now=self.clock.now(), pipeline=pipeline))
                pipeline.send()
            except BaseException as error:
                pipeline.forget_prepared()
                if held.closed and not connection.invalidated:
                    connection.invalidate()
                if not connection.invalidated or not isinstance(error, AWAY):
                    raise  # a time-out, or a missing table
                self._doubted_at = time.monotonic()
                raise _Cut(str(error)) from error
            try:
                pipeline.commit()
            except BaseException:
                pipeline.forget_prepared()
                if held.closed:
                    connection.invalidate()
                raise
            return outcome

    def _check_out(self, connection: Any, record: Any, _: Any) -> None:
        """A server restart must not fail a request: test a connection that may have been cut since."""
        used = record.info.get("used", 0.0)
        if used > self._doubted_at and time.monotonic() - used < TRUSTED_S:
            return
        try:
            well = self._engine.dialect.do_ping(connection)
        except Exception as error:
            raise sa.exc.InvalidatePoolError(str(error)) from error
        if not well:
            raise sa.exc.InvalidatePoolError("cut")

    async def point(self, query: PointRead, *parameters: Any) -> Sequence[Any] | None:
        try:
            return await self._points.ask(query, parameters)
        except AWAY as error:
            raise Unavailable(str(error)) from error

    async def close(self) -> None:
        await self._engine.dispose()
        await self._points.close()
