"""SQLite: one writer thread owns the write connection; readers never wait for it (WAL)."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Concatenate
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.pool import NullPool

from coldread.base import log, private, trace
from coldread.base.clock import Clock
from coldread.base.db import Database, P, PointRead, Session, T, Unavailable, trace_name

BUSY_MS = 5_000  # how long another process may hold the write lock before we answer 503
SHARE = 32  # writes that may share one commit: with more, the first of them would wait too long
READERS = 2
#: pages in the write-ahead log before a checkpoint: pages that every order changes are then written back only once
CARRIED_OVER = 4_000

#: how long a poll may be answered from a deleted file
LOOK_AGAIN_S = 1.0
PROBE_S = 1.0

SYSTEM = {"db.system.name": "sqlite"}
AWAY = (sa.exc.OperationalError, sa.exc.InterfaceError, sqlite3.OperationalError)


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class _Call:
    function: Callable[[Session], Any]
    loop: asyncio.AbstractEventLoop
    answer: asyncio.Future[Any]

    def settle(self, outcome: Any) -> None:
        if self.answer.cancelled():
            return
        if isinstance(outcome, BaseException):
            self.answer.set_exception(outcome)
        else:
            self.answer.set_result(outcome)


def connect(path: str, *, read_only: bool, create: bool = True) -> sqlite3.Connection:
    """A connection in WAL mode with full durability: an acknowledged order survives a power cut."""
    if not read_only and create:
        private.make_database(Path(path))
    mode = "ro" if read_only else "rwc" if create else "rw"
    connection = sqlite3.connect(
        f"file:{quote(path)}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False
    )
    connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")
    if not read_only:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute(f"PRAGMA wal_autocheckpoint={CARRIED_OVER}")
    return connection


def engine(path: str, *, read_only: bool) -> sa.Engine:
    """An engine whose transactions are IMMEDIATE for writers (a lock upgrade cannot wait) and deferred for readers."""
    new_engine = _silent_engine(path, read_only=read_only)
    begin = "BEGIN" if read_only else "BEGIN IMMEDIATE"
    sa.event.listen(new_engine, "begin", lambda connection: _driver_connection(connection).execute(begin))
    return new_engine


def _silent_engine(path: str, *, read_only: bool, create: Callable[[], bool] = lambda: True) -> sa.Engine:
    """An engine that sends nothing to the driver when SQLAlchemy begins a transaction."""
    return sa.create_engine(
        "sqlite://",
        creator=lambda: connect(path, read_only=read_only, create=create()),
        poolclass=NullPool,
    )


class WatchedFile:
    """The file that the database was opened from. A deleted file accepts writes until the process ends, and then they
    are lost. So the path must still lead to the open file."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._opened: tuple[int, int] | None = None
        self._told = False

    @property
    def was_there(self) -> bool:
        return self._opened is not None

    def is_same(self) -> bool:
        """Whether the path leads to the open file. A replaced file counts as the new one from now on. Raises if there
        is none."""
        try:
            status = self._path.stat()
        except OSError as error:
            if self._opened is None:
                return True  # not created yet
            if not self._told:
                log.get("database").warning("the database file is gone", path=str(self._path))
                self._told = True
            raise sqlite3.OperationalError("the database file is gone") from error
        found = (status.st_dev, status.st_ino)
        same = self._opened in (None, found)
        if self._told or not same:
            log.get("database").warning("there is a database file again", path=str(self._path))
        self._opened, self._told = found, False
        return same


def _driver_connection(connection: sa.Connection) -> Any:
    return connection.connection.driver_connection


class SqliteDatabase(Database):
    """One file, one writer."""

    def __init__(self, path: str, clock: Clock) -> None:
        self.path = path
        self.clock = clock
        self._calls: queue.SimpleQueue[_Call | None] = queue.SimpleQueue()
        self._writer: threading.Thread | None = None
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="sqlite-read")
        self._mine = threading.local()
        self._point: sqlite3.Connection | None = None
        self._point_looked = 0.0
        self._point_file, self._written_file = WatchedFile(path), WatchedFile(path)

    async def write(
        self, function: Callable[Concatenate[Session, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if trace.is_on():
            with trace.span(f"write {trace_name(function)}", SYSTEM):
                return await self._run_on_writer_thread(trace.in_this_step(function), *args, **kwargs)
        return await self._run_on_writer_thread(function, *args, **kwargs)

    async def _run_on_writer_thread(
        self, function: Callable[Concatenate[Session, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        if self._writer is None:
            self._writer = threading.Thread(target=self._write_all, name="sqlite-write", daemon=True)
            self._writer.start()
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._calls.put(
            _Call(function=lambda session: function(session, *args, **kwargs), loop=loop, answer=answer)
        )
        return await answer

    async def read(
        self, function: Callable[Concatenate[Session, P], T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        def work() -> T:
            try:
                with self._open_reading_connection() as connection, connection.begin():
                    return function(_session(connection, self.clock), *args, **kwargs)
            except AWAY as error:
                raise Unavailable(str(error)) from error

        if not trace.is_on():
            return await asyncio.get_running_loop().run_in_executor(self._readers, work)
        with trace.span(f"read {trace_name(function)}", SYSTEM):
            return await asyncio.get_running_loop().run_in_executor(self._readers, work)

    async def point(self, query: PointRead, *parameters: Any) -> Sequence[Any] | None:
        return self.point_now(query, *parameters)

    def point_now(self, query: PointRead, *parameters: Any) -> Sequence[Any] | None:
        # In the event loop on purpose: the read takes 15 µs, a hop to a thread and back many times that.
        try:
            if (now := time.monotonic()) - self._point_looked > LOOK_AGAIN_S or self._point is None:
                if not self._point_file.is_same():
                    self._point = None
                self._point_looked = now
            if self._point is None:
                self._point = connect(self.path, read_only=True)
            row: tuple[Any, ...] | None = self._point.execute(query.sql, parameters).fetchone()
        except sqlite3.OperationalError as error:
            self._point = None
            raise Unavailable(str(error)) from error
        return row

    async def check(self) -> None:
        self._point_looked = 0.0
        with contextlib.suppress(TimeoutError):  # a process that writes for longer is busy, not unavailable
            async with asyncio.timeout(PROBE_S):
                await self.write(_probe_write_lock)

    async def close(self) -> None:
        self._readers.shutdown(wait=True)
        if self._writer is not None:
            self._calls.put(None)
            await asyncio.to_thread(self._writer.join)
            self._writer = None
        if self._point is not None:
            self._point.close()
            self._point = None

    def _open_reading_connection(self) -> sa.Connection:
        if not hasattr(self._mine, "engine"):
            self._mine.engine = engine(self.path, read_only=True)
        connection: sa.Connection = self._mine.engine.connect()
        return connection

    def _write_all(self) -> None:
        file = self._written_file
        writer = _silent_engine(self.path, read_only=False, create=lambda: not file.was_there)
        connection: sa.Connection | None = None
        while True:
            calls = self._next_waiting_writes()
            if not calls:
                break
            try:
                if not file.is_same():
                    _close_connection(connection)
                    connection = None
                connection = connection or writer.connect()
                outcomes = _run_in_one_commit(connection, calls, self.clock)
            except Exception as error:
                outcomes = [translated_error(error)] * len(calls)
                _close_connection(connection)
                connection = None
            _hand_back(calls, outcomes)
        _close_connection(connection)

    def _next_waiting_writes(self) -> list[_Call]:
        """The next writes to run together; none when the database closes."""
        first = self._calls.get()
        if first is None:
            return []
        calls = [first]
        while len(calls) < SHARE:
            try:
                call = self._calls.get_nowait()
            except queue.Empty:
                break
            if call is None:
                self._calls.put(None)
                break
            calls.append(call)
        return calls


def _run_in_one_commit(connection: sa.Connection, calls: list[_Call], clock: Clock) -> list[Any]:
    """The result or error of each function. Each runs in a savepoint, so a failed one rolls back only itself."""
    with _transaction(connection) as driver:
        if len(calls) == 1:
            return [_run_alone(_session(connection, clock), calls[0].function)]
        outcomes = []
        for call in calls:
            outcomes.append(_run_in_savepoint(_session(connection, clock), call.function))
            _require_open_transaction(driver)
        return outcomes


@contextmanager
def _transaction(connection: sa.Connection) -> Iterator[Any]:
    """BEGIN and COMMIT at the driver: through SQLAlchemy they would take a tenth of an order's time."""
    driver = _driver_connection(connection)
    driver.execute("BEGIN IMMEDIATE")
    try:
        yield driver
        if driver.in_transaction:
            driver.execute("COMMIT")
    finally:
        if driver.in_transaction:
            driver.execute("ROLLBACK")
        if connection.in_transaction():
            connection.rollback()  # SQLAlchemy began its own transaction with its first statement


def _probe_write_lock(session: Session) -> None:
    """Takes the write lock without writing anything: this fails for a file that cannot be written."""


def _session(connection: sa.Connection, clock: Clock) -> Session:
    return Session(connection=connection, now=clock.now(), driver=_driver_connection(connection))


def _run_alone(session: Session, function: Callable[[Session], Any]) -> Any:
    """A single function needs no savepoint, which would cost a copy of every page; a failure rolls back all of it."""
    try:
        outcome = function(session)
    except Exception as error:
        session.driver.rollback()
        return translated_error(error)
    _require_open_transaction(session.driver)
    return outcome


def _run_in_savepoint(session: Session, function: Callable[[Session], Any]) -> Any:
    driver = session.driver  # SQLAlchemy's own savepoint takes ten times as long
    driver.execute("SAVEPOINT alone")
    try:
        outcome = function(session)
        driver.execute("RELEASE alone")
        return outcome
    except Exception as error:
        if driver.in_transaction:
            driver.execute("ROLLBACK TO alone")
            driver.execute("RELEASE alone")
        return translated_error(error)


def translated_error(error: Exception) -> Exception:
    """The driver's error as our own exception."""
    return Unavailable(str(error)) if isinstance(error, AWAY) else error


def _require_open_transaction(driver: Any) -> None:
    """On a full or failing disk SQLite rolls back the entire transaction, and COMMIT then succeeds without effect. The
    earlier functions of the shared transaction are lost too, so none may report success."""
    if not driver.in_transaction:
        raise sqlite3.OperationalError("the disk refused a write, and with it the whole transaction")


def _hand_back(calls: list[_Call], outcomes: list[Any]) -> None:
    """Pass the results to the waiting loops, after the commit, with one wake-up for each loop."""
    for loop in {call.loop for call in calls}:
        of_loop = [
            (call, outcome) for call, outcome in zip(calls, outcomes, strict=True) if call.loop is loop
        ]
        try:
            loop.call_soon_threadsafe(_settle_calls, of_loop)
        except RuntimeError:
            pass  # the loop is closed: nobody waits any more


def _settle_calls(pairs: list[tuple[_Call, Any]]) -> None:
    for call, outcome in pairs:
        call.settle(outcome)


def _close_connection(connection: sa.Connection | None) -> None:
    if connection is not None:
        try:
            connection.close()
        except Exception:  # noqa: S110 - it was broken already; the next write opens a new one
            pass
