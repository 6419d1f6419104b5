"""A database on a PostgreSQL server as an end of a copy."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator, Sequence
from typing import Any

import psycopg
import sqlalchemy as sa
from psycopg import sql
from sqlalchemy.engine import make_url
from sqlalchemy.pool import StaticPool

from coldread.base.database.postgres import driver_url
from coldread.base.db import Session
from coldread.copying import database_end
from coldread.copying.database_end import FETCH, CopyError, End, is_ours, select
from coldread.copying.parts import JOBS, Key, Part, Row
from coldread.migrations.schema import metadata

_QUEUE_TABLES = ("procrastinate_jobs", "procrastinate_events")


class PostgresEnd(End):
    """A database on a server. The source's tables are locked against writers; readers may continue."""

    kind = "postgresql"

    def __init__(self, url: str, *, filled: bool, alone: bool) -> None:
        self.place = make_url(driver_url(url)).set(password=None, drivername="postgresql").render_as_string()
        self._engine = sa.create_engine(driver_url(url), poolclass=StaticPool)
        try:
            self.connection = self._engine.connect()
        except sa.exc.OperationalError as error:
            raise CopyError(f"{self.place} does not answer: {error.orig}") from error
        self.driver: psycopg.Connection[Any] = self.connection.connection.driver_connection  # type: ignore[assignment]
        if not alone:
            return
        try:
            self._require_alone()
        except CopyError:
            self.close()
            raise
        if filled and self.has_table("orders"):
            tables = ", ".join(f'"{name}"' for name in (*metadata.tables, *_QUEUE_TABLES))
            self.driver.execute(f"LOCK TABLE {tables} IN EXCLUSIVE MODE")  # until the connection is closed

    def _require_alone(self) -> None:
        """Refuse if anybody else is connected: they may write, and the service's processes keep their connections open."""
        until = time.monotonic() + database_end.WAIT_FOR_OTHERS_S
        while others := self.driver.execute(
            "SELECT pid, COALESCE(NULLIF(application_name, ''), 'a client') FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND COALESCE(backend_type, 'client backend') = 'client backend'"
        ).fetchall():
            self.driver.rollback()
            if time.monotonic() > until:
                who = ", ".join(f"{name} (pid {pid})" for pid, name in others[:5])
                raise CopyError(
                    f"{self.place} is in use by {len(others)}: {who}. Stop `coldread serve`, `coldread work` and "
                    "whatever else is connected, then try again"
                )
            time.sleep(0.1)
        self.driver.rollback()
        self.driver.execute("SET idle_in_transaction_session_timeout = 0")
        self.driver.execute("SET statement_timeout = 0")
        self.driver.commit()

    def rows(self, part: Part, after: Key | None = None) -> Iterator[Row]:
        words, parameters = select(part, self.kind, after)
        with self.driver.cursor("moving", binary=True) as cursor:
            cursor.execute(words.replace("?", "%s"), parameters)
            while some := cursor.fetchmany(FETCH):
                for row in some:
                    yield part.canonical_row(row)

    def begin(self) -> None:
        """Automatic, with the first statement."""

    def commit(self) -> None:
        self.driver.commit()

    def roll_back(self) -> None:
        self.driver.rollback()

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
        """Insert jobs in Procrastinate's tables; its triggers record them as deferred now, and this restores the real
        time."""
        named = [dict(zip(part.columns, row, strict=True)) for row in rows]
        with self.driver.cursor() as cursor:
            cursor.executemany(_ADD_JOB, named)
            cursor.execute(
                "DELETE FROM procrastinate_events WHERE job_id = ANY(%s)", ([job["id"] for job in named],)
            )
            cursor.executemany(_ADD_DEFERRED, named)
            cursor.executemany(_ADD_JOB_ERROR, [job for job in named if job["error"] is not None])

    def execute(self, words: str, parameters: Sequence[Any] = ()) -> Sequence[Row]:
        cursor = self.driver.execute(words.replace("?", "%s"), parameters or None)
        return cursor.fetchall() if cursor.description else []

    def session(self, now: int) -> Session:
        return Session(connection=self.connection, now=now)

    def has_table(self, name: str) -> bool:
        return self.execute("SELECT to_regclass(?) IS NOT NULL", (name,))[0][0] is True

    def settle(self, part: Part) -> None:
        table = "procrastinate_jobs" if part.name == JOBS else part.name
        continue_sequence(self.driver, table, list(part.columns))

    def remove_everything(self) -> None:
        if names := [f'"{name}"' for (name,) in self.execute(_TABLES) if is_ours(name)]:
            self.execute(f"DROP TABLE {', '.join(names)} CASCADE")
        for words in (_FUNCTIONS, _TYPES):
            for (statement,) in self.execute(words):
                self.execute(statement)
        self.commit()

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

_TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"
#: functions and types of the job queue's schema besides its tables
_FUNCTIONS = (
    "SELECT format('DROP FUNCTION %s CASCADE', oid::regprocedure) FROM pg_proc "
    "WHERE pronamespace = current_schema()::regnamespace AND proname LIKE 'procrastinate\\_%'"
)
_TYPES = (
    "SELECT format('DROP TYPE %s CASCADE', oid::regtype) FROM pg_type "
    "WHERE typnamespace = current_schema()::regnamespace AND typname LIKE 'procrastinate\\_%' AND typtype IN ('c', 'e')"
)


def continue_sequence(connection: psycopg.Connection[Any], table: str, columns: Sequence[str]) -> None:
    """Set the table's sequence to continue after its highest number."""
    if "id" not in columns:
        return
    row = connection.execute("SELECT pg_get_serial_sequence(%s, 'id')", (table,)).fetchone()
    if row is None or row[0] is None:
        return
    last = sql.SQL("SELECT setval(%s, GREATEST((SELECT COALESCE(MAX(id), 0) FROM {}), 1))").format(
        sql.Identifier(table)
    )
    connection.execute(last, (row[0],))
