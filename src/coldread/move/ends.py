"""The two ends of a move. Each is held by the mover alone: nobody else writes while rows are on their way."""

from __future__ import annotations

import abc
import contextlib
import sqlite3
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import sqlalchemy as sa
from psycopg import sql
from sqlalchemy.engine import make_url
from sqlalchemy.pool import StaticPool

from coldread.backup.postgres import continue_sequence
from coldread.base.db import Session
from coldread.base.db_postgres import driver_url
from coldread.migrations.schema import metadata
from coldread.move.parts import JOBS, Key, Part, Row

FETCH = 1_000
WAIT_FOR_OTHERS_S = 5.0  # a process that has just been stopped may take a moment to let go

_QUEUE_TABLES = ("procrastinate_jobs", "procrastinate_events")


class MoveError(Exception):
    """What cannot be moved, or not now; the message says why and what to do."""


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
    def close(self) -> None: ...

    def count(self, part: Part) -> int:
        ((number,),) = self.execute(f"SELECT count(*) FROM {part.source(self.kind)}")
        return int(number)

    @abc.abstractmethod
    def begin(self) -> None:
        """A transaction, where none is under way."""

    @abc.abstractmethod
    def commit(self) -> None: ...


class SqliteEnd(End):
    """A file. In exclusive locking mode SQLite lets nobody else open it, not even to read, until we close it."""

    kind = "sqlite"

    def __init__(self, path: Path, *, filled: bool, alone: bool) -> None:
        self.place = str(path.absolute())
        if filled and not path.exists():
            raise MoveError(f"there is no database at {path}")
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = "rwc" if alone else "ro"
        self.driver = sqlite3.connect(
            f"file:{quote(str(path))}?mode={mode}", uri=True, isolation_level=None, check_same_thread=False
        )
        self.driver.execute(f"PRAGMA busy_timeout={int(WAIT_FOR_OTHERS_S * 1000)}")
        try:
            if alone:
                self.driver.execute("PRAGMA locking_mode=EXCLUSIVE")
            self.driver.execute("BEGIN IMMEDIATE" if alone else "BEGIN")
        except sqlite3.OperationalError as error:
            self.driver.close()
            raise MoveError(
                f"{path} is open elsewhere ({error}): stop `coldread serve`, `coldread work` and whatever else "
                "has it open, then try again"
            ) from error
        if not filled:
            self.driver.execute("COMMIT")
            self.driver.execute("PRAGMA journal_mode=WAL")
            self.driver.execute("PRAGMA synchronous=FULL")
            self.driver.execute("PRAGMA foreign_keys=ON")
        self._engine = sa.create_engine("sqlite://", creator=lambda: self.driver, poolclass=StaticPool)
        self.connection = self._engine.connect()

    def rows(self, part: Part, after: Key | None = None) -> Iterator[Row]:
        words, parameters = _select(part, self.kind, after)
        cursor = self.driver.execute(words, parameters)
        while some := cursor.fetchmany(FETCH):
            for row in some:
                yield part.canonical(row)

    def begin(self) -> None:
        if not self.driver.in_transaction:
            self.driver.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        if self.driver.in_transaction:
            self.driver.execute("COMMIT")

    def add(self, part: Part, rows: Sequence[Row]) -> None:
        names, marks = ", ".join(f'"{name}"' for name in part.columns), ", ".join("?" for _ in part.columns)
        self.driver.executemany(f'INSERT INTO "{part.name}" ({names}) VALUES ({marks})', rows)

    def execute(self, words: str, parameters: Sequence[Any] = ()) -> Sequence[Row]:
        found: list[Row] = self.driver.execute(words, parameters).fetchall()
        return found

    def session(self, now: int) -> Session:
        return Session(connection=self.connection, now=now, driver=self.driver)

    def has_table(self, name: str) -> bool:
        return bool(self.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,)))

    def settle(self, part: Part) -> None:
        """Nothing: SQLite counts on from the highest number that there is."""

    def close(self) -> None:
        if self.driver.in_transaction:
            self.driver.execute("ROLLBACK")
        with contextlib.suppress(sa.exc.SQLAlchemyError):
            self.connection.close()
        self._engine.dispose()
        self.driver.close()


class PostgresEnd(End):
    """A database on a server. The source's tables are locked against writers; readers may go on reading."""

    kind = "postgresql"

    def __init__(self, url: str, *, filled: bool, alone: bool) -> None:
        self.place = make_url(driver_url(url)).set(password=None, drivername="postgresql").render_as_string()
        self._engine = sa.create_engine(driver_url(url), poolclass=StaticPool)
        try:
            self.connection = self._engine.connect()
        except sa.exc.OperationalError as error:
            raise MoveError(f"{self.place} does not answer: {error.orig}") from error
        self.driver: psycopg.Connection[Any] = self.connection.connection.driver_connection  # type: ignore[assignment]
        self.driver.autocommit = False
        if not alone:
            return
        try:
            self._require_alone()
        except MoveError:
            self.close()
            raise
        if filled and self.has_table("orders"):
            tables = ", ".join(f'"{name}"' for name in (*metadata.tables, *_QUEUE_TABLES))
            self.driver.execute(f"LOCK TABLE {tables} IN EXCLUSIVE MODE")  # until the connection is closed

    def _require_alone(self) -> None:
        """Whoever else is connected may write: the service's processes keep their connections open."""
        until = time.monotonic() + WAIT_FOR_OTHERS_S
        while others := self.driver.execute(
            "SELECT pid, COALESCE(NULLIF(application_name, ''), 'a client') FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND COALESCE(backend_type, 'client backend') = 'client backend'"
        ).fetchall():
            self.driver.rollback()
            if time.monotonic() > until:
                who = ", ".join(f"{name} (pid {pid})" for pid, name in others[:5])
                raise MoveError(
                    f"{self.place} is in use by {len(others)}: {who}. Stop `coldread serve`, `coldread work` and "
                    "whatever else is connected, then try again"
                )
            time.sleep(0.1)
        self.driver.rollback()
        self.driver.execute("SET idle_in_transaction_session_timeout = 0")
        self.driver.execute("SET statement_timeout = 0")
        self.driver.commit()

    def rows(self, part: Part, after: Key | None = None) -> Iterator[Row]:
        words, parameters = _select(part, self.kind, after)
        with self.driver.cursor("moving", binary=True) as cursor:
            cursor.itersize = FETCH
            cursor.execute(words.replace("?", "%s"), parameters)
            for row in cursor:
                yield part.canonical(row)

    def begin(self) -> None:
        """By itself, with the first statement."""

    def commit(self) -> None:
        self.driver.commit()

    def add(self, part: Part, rows: Sequence[Row]) -> None:
        if part.name == JOBS:
            self._add_jobs(part, rows)
            return
        names = sql.SQL(", ").join(map(sql.Identifier, part.columns))
        words = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(part.name), names)
        with self.driver.cursor().copy(words) as copy:
            for row in rows:
                copy.write_row(row)

    def _add_jobs(self, part: Part, rows: Sequence[Row]) -> None:
        """As Procrastinate keeps them; its triggers note them as deferred now, and we when they were."""
        named = [dict(zip(part.columns, row, strict=True)) for row in rows]
        with self.driver.cursor() as cursor:
            cursor.executemany(_ADD_JOB, named)
            cursor.execute(
                "DELETE FROM procrastinate_events WHERE job_id = ANY(%s)", ([job["id"] for job in named],)
            )
            cursor.executemany(_ADD_DEFERRED, named)
            cursor.executemany(_ADD_JOB_ERROR, [job for job in named if job["error"] is not None])

    def execute(self, words: str, parameters: Sequence[Any] = ()) -> Sequence[Row]:
        cursor = self.driver.execute(words.replace("?", "%s"), parameters)
        return cursor.fetchall() if cursor.description else []

    def session(self, now: int) -> Session:
        return Session(connection=self.connection, now=now)

    def has_table(self, name: str) -> bool:
        return self.execute("SELECT to_regclass(?) IS NOT NULL", (name,))[0][0] is True

    def settle(self, part: Part) -> None:
        table = "procrastinate_jobs" if part.name == JOBS else part.name
        continue_sequence(self.driver, table, list(part.columns))

    def close(self) -> None:
        self.driver.close()
        with contextlib.suppress(sa.exc.SQLAlchemyError, psycopg.Error):
            self.connection.invalidate()
        self._engine.dispose()


_MOMENT = "timestamptz 'epoch' + %({})s * interval '1 microsecond'"
_ADD_JOB = (
    "INSERT INTO procrastinate_jobs (id, queue_name, task_name, queueing_lock, args, status, scheduled_at, attempts) "
    "VALUES (%(id)s, %(queue)s, %(name)s, %(key)s, CAST(%(arguments)s AS jsonb), "
    "CAST(CASE %(state)s::text WHEN 'dead' THEN 'failed' ELSE 'todo' END AS procrastinate_job_status), "
    f"{_MOMENT.format('due_at')}, %(tries)s)"
)
_ADD_DEFERRED = (
    "INSERT INTO procrastinate_events (job_id, type, at) "
    f"VALUES (%(id)s, 'deferred', {_MOMENT.format('created_at')})"
)
_ADD_JOB_ERROR = "INSERT INTO job_errors (job_id, at, error) VALUES (%(id)s, %(due_at)s, %(error)s)"


def _select(part: Part, kind: str, after: Key | None) -> tuple[str, Sequence[Any]]:
    columns = ", ".join(f'"{name}"' for name in part.columns)
    key = ", ".join(f'"{name}"' for name in part.key)
    words = f"SELECT {columns} FROM {part.source(kind)}"
    if after is not None:
        words += f" WHERE ({key}) > ({', '.join('?' for _ in after)})"
    return f"{words} ORDER BY {key}", after or ()


def opened(url: str, *, filled: bool, alone: bool = True) -> End:
    """The database behind `url`: the one that is left (`filled`), or the one that is moved into.

    `alone`: nobody else may write to it until it is closed; else it is only looked at.
    """
    if url.startswith("sqlite:///"):
        return SqliteEnd(Path(url.removeprefix("sqlite:///")), filled=filled, alone=alone)
    if url.startswith(("postgresql://", "postgres://")):
        return PostgresEnd(url, filled=filled, alone=alone)
    raise MoveError(
        f"{url.split('://', 1)[0]} is no database of ours: postgresql://… or sqlite:///… is meant"
    )
