"""PostgreSQL's part: every table by COPY from one snapshot, without external tools."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from coldread.copying.postgres_end import continue_sequence
from coldread.migrations.schema import metadata

#: jobs are retried after a restore; the worker that had one no longer exists
_JOBS = "procrastinate_jobs"
_STATUS = "CASE WHEN status = 'doing' THEN 'todo'::procrastinate_job_status ELSE status END"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Copied:
    columns: list[str]
    rows: int


def dump(url: str, folder: Path) -> dict[str, Copied]:
    """Write `folder/<table>.copy` for each table; parents before children."""
    copied = {}
    with psycopg.connect(_url_without_driver(url)) as connection:
        connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
        connection.read_only = True
        for table in (*(table.name for table in metadata.sorted_tables), _JOBS):
            columns = _columns(connection, table)
            if columns:
                rows = _copy_out(connection, table, columns, folder / f"{table}.copy")
                copied[table] = Copied(columns=columns, rows=rows)
    return copied


def load(url: str, folder: Path, tables: dict[str, dict[str, Any]]) -> None:
    """Fill the empty tables in one transaction, and set the sequences."""
    with psycopg.connect(_url_without_driver(url)) as connection:
        for table, description in tables.items():
            columns = [sql.Identifier(name) for name in description["columns"]]
            statement = sql.SQL("COPY {} ({}) FROM STDIN").format(
                sql.Identifier(table), sql.SQL(", ").join(columns)
            )
            with connection.cursor().copy(statement) as copy, (folder / f"{table}.copy").open("rb") as file:
                while chunk := file.read(1 << 20):
                    copy.write(chunk)
            continue_sequence(connection, table, description["columns"])


def _columns(connection: psycopg.Connection[Any], table: str) -> list[str]:
    rows = connection.execute(
        "SELECT column_name FROM information_schema.columns "
        "WHERE table_schema = current_schema() AND table_name = %s AND is_generated = 'NEVER' "
        "ORDER BY ordinal_position",
        (table,),
    )
    return [row[0] for row in rows if not (table == _JOBS and row[0] == "worker_id")]


def _copy_out(connection: psycopg.Connection[Any], table: str, columns: list[str], path: Path) -> int:
    chosen = [
        sql.SQL(_STATUS) if table == _JOBS and name == "status" else sql.Identifier(name) for name in columns
    ]
    statement = sql.SQL("COPY (SELECT {} FROM {}) TO STDOUT").format(
        sql.SQL(", ").join(chosen), sql.Identifier(table)
    )
    cursor = connection.cursor()
    with path.open("wb") as file, cursor.copy(statement) as copy:
        for chunk in copy:
            file.write(chunk)
    return cursor.rowcount


def _url_without_driver(url: str) -> str:
    return "postgresql://" + url.split("://", 1)[1]
