"""The parts of a copy: one for each table, from the metadata, so that a new table is copied without any new code.

Two are not plain copies. Jobs are in a table of ours on SQLite and in Procrastinate's on PostgreSQL. Contents
(documents, pictures) are in files or in `blobs`: see `contents_copy`."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from coldread.jobs.tables import job_errors, jobs
from coldread.migrations.schema import metadata
from coldread.store.tables import blobs

Row = tuple[Any, ...]
Key = tuple[Any, ...]

CONTENTS = blobs.name
JOBS = jobs.name


@dataclasses.dataclass(frozen=True, kw_only=True)
class Part:
    """One table's rows, in a form that is the same for both databases: text, integers, bytes, null."""

    name: str
    columns: tuple[str, ...]
    #: the primary key: rows are read in its order, and continue after the last that arrived
    key: tuple[str, ...]
    #: indexes of the boolean columns
    truths: frozenset[int] = frozenset()
    #: the query to read from, if not the table of this name
    on_sqlite: str = ""
    on_postgres: str = ""
    #: applied to each row after reading
    settle: Callable[[Row], Row] | None = None

    def key_of(self, row: Row) -> Key:
        return tuple(row[self.columns.index(name)] for name in self.key)

    def named(self, row: Row) -> str:
        """A row's name in messages."""
        return " ".join(f"{name}={value}" for name, value in zip(self.key, self.key_of(row), strict=True))

    def source(self, kind: str) -> str:
        special = self.on_sqlite if kind == "sqlite" else self.on_postgres
        return f"({special}) AS moved" if special else f'"{self.name}"'

    def canonical_row(self, row: Row) -> Row:
        """The same row from either database; booleans are 0 and 1."""
        if self.truths:
            row = tuple(
                int(value) if place in self.truths and value is not None else value
                for place, value in enumerate(row)
            )
        return self.settle(row) if self.settle else row


def part_of_table(table: sa.Table) -> Part:
    key = tuple(column.name for column in table.primary_key.columns)
    if not key:
        raise LookupError(f"{table.name} has no primary key: its rows cannot be moved one after another")
    return Part(
        name=table.name,
        columns=tuple(column.name for column in table.columns),
        key=key,
        truths=frozenset(
            place for place, column in enumerate(table.columns) if isinstance(column.type, sa.Boolean)
        ),
    )


def parts() -> list[Part]:
    """Every part, parents before children."""
    plain = [table for table in metadata.sorted_tables if table not in (jobs, job_errors)]
    return [*(part_of_table(table) for table in plain), _JOBS_PART]


def _finished_job(row: Row) -> Row:
    """Arguments as text with sorted names: PostgreSQL stores them as JSONB."""
    place = _JOB_COLUMNS.index("arguments")
    arguments = row[place] if isinstance(row[place], dict) else json.loads(row[place])
    return (*row[:place], json.dumps(arguments, sort_keys=True), *row[place + 1 :])


_JOB_COLUMNS = ("id", "queue", "name", "key", "arguments", "state", "due_at", "tries", "error", "created_at")

#: whole microseconds since 1970
_MICROSECONDS = "CAST(EXTRACT(EPOCH FROM {}) * 1000000 AS bigint)"

#: no worker runs now: every job waits again, and is due when it was due
_JOBS_PART = Part(
    name=JOBS,
    columns=_JOB_COLUMNS,
    key=("id",),
    settle=_finished_job,
    on_sqlite=(
        "SELECT id, queue, name, key, arguments, CASE state WHEN 'running' THEN 'waiting' ELSE state END AS state, "
        "due_at, tries, error, created_at FROM jobs"
    ),
    on_postgres=(
        "SELECT job.id, job.queue_name AS queue, job.task_name AS name, job.queueing_lock AS key, job.args AS arguments, "
        "CASE job.status WHEN 'failed' THEN 'dead' ELSE 'waiting' END AS state, "
        f"COALESCE(CASE job.status WHEN 'failed' THEN failure.at END, {_MICROSECONDS.format('job.scheduled_at')}, 0) "
        "AS due_at, job.attempts AS tries, failure.error, "
        f"COALESCE((SELECT {_MICROSECONDS.format('min(event.at)')} FROM procrastinate_events event "
        "WHERE event.job_id = job.id AND event.type = 'deferred'), 0) AS created_at "
        "FROM procrastinate_jobs job LEFT JOIN job_errors failure ON failure.job_id = job.id "
        "WHERE job.status IN ('todo', 'doing', 'failed')"
    ),
)
