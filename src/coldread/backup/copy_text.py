"""Reading PostgreSQL's COPY text into SQLite, for a backup that is restored into the other kind of database."""

from __future__ import annotations

import datetime as dt
import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from coldread.base.clock import moment

_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}

_JOBS, _ERRORS = "procrastinate_jobs", "job_errors"


def load(database: Path, folder: Path, tables: dict[str, dict[str, Any]]) -> None:
    """Fill the empty tables of `database` in one transaction; Procrastinate's jobs become ours."""
    connection = sqlite3.connect(database)
    try:
        with connection:
            for table, description in tables.items():
                if table not in (_JOBS, _ERRORS):
                    _insert_rows(
                        connection, table, description["columns"], _rows_of_fields(folder / f"{table}.copy")
                    )
            if _JOBS in tables:
                _add_jobs(
                    connection,
                    _rows_by_column_name(folder, _JOBS, tables),
                    _rows_by_column_name(folder, _ERRORS, tables),
                )
    finally:
        connection.close()


def _insert_rows(
    connection: sqlite3.Connection, table: str, columns: list[str], lines: Iterator[list[str | None]]
) -> None:
    kinds = {row[1]: row[2] for row in connection.execute(f'PRAGMA table_info("{table}")')}
    read = [_converter_for_type(kinds[name]) for name in columns]
    names, marks = ", ".join(f'"{name}"' for name in columns), ", ".join("?" for _ in columns)
    rows = (
        [None if field is None else each(field) for each, field in zip(read, line, strict=True)]
        for line in lines
    )
    connection.executemany(f'INSERT INTO "{table}" ({names}) VALUES ({marks})', rows)


def _converter_for_type(kind: str) -> Callable[[str], Any]:
    """The converter for the type that SQLite's table declares."""
    if kind == "BOOLEAN":
        return lambda field: int(field == "t")
    if "INT" in kind:
        return int
    if kind == "BLOB":
        return lambda field: bytes.fromhex(field.removeprefix("\\x"))
    return str


def _rows_of_fields(path: Path) -> Iterator[list[str | None]]:
    with path.open(encoding="utf-8", newline="\n") as file:
        for line in file:
            yield [_unescaped(field) for field in line.removesuffix("\n").split("\t")]


def _unescaped(field: str) -> str | None:
    if field == "\\N":
        return None
    if "\\" not in field:
        return field
    first, *rest = field.split("\\")
    parts = [first]
    escaped = iter(rest)
    for piece in escaped:
        if piece == "":  # an escaped backslash: what follows it is plain text
            parts.append("\\" + next(escaped, ""))
        else:
            parts.append(_ESCAPES.get(piece[0], piece[0]) + piece[1:])
    return "".join(parts)


def _rows_by_column_name(
    folder: Path, table: str, tables: dict[str, dict[str, Any]]
) -> Iterator[dict[str, str | None]]:
    if table in tables:
        for line in _rows_of_fields(folder / f"{table}.copy"):
            yield dict(zip(tables[table]["columns"], line, strict=True))


def _add_jobs(
    connection: sqlite3.Connection,
    jobs: Iterator[dict[str, str | None]],
    errors: Iterator[dict[str, str | None]],
) -> None:
    failures = {row["job_id"]: row for row in errors}
    for job in jobs:
        if job["status"] not in {"todo", "doing", "failed"}:
            continue
        failure = failures.get(job["id"], {})
        due = _parse_moment(job["scheduled_at"])
        dead = job["status"] == "failed"
        connection.execute(
            "INSERT INTO jobs (id, queue, name, key, arguments, state, due_at, tries, error, created_at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                int(job["id"] or 0),
                job["queue_name"],
                job["task_name"],
                job["queueing_lock"],
                json.dumps(json.loads(job["args"] or "{}"), sort_keys=True),
                "dead" if dead else "waiting",
                int(failure.get("at") or due) if dead else due,
                int(job["attempts"] or 0),
                failure.get("error"),
                due,
            ),
        )


def _parse_moment(text: str | None) -> int:
    """`2026-11-15 09:20:00.5+00`, as PostgreSQL writes it."""
    return moment(dt.datetime.fromisoformat(_timestamp_with_six_decimals(text))) if text else 0


def _timestamp_with_six_decimals(text: str) -> str:
    """Python 3.11 reads three or six decimals, PostgreSQL writes as many as there are."""
    seconds, point, rest = text.partition(".")
    if not point:
        return text
    digits = rest[: len(rest) - len(rest.lstrip("0123456789"))]
    return f"{seconds}.{digits:0<6}{rest[len(digits) :]}"
