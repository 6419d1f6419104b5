"""Rows made up from nothing but their table, for whatever must hold of any table that there is."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.jobs.tables import job_errors, jobs
from coldread.migrations.schema import metadata
from coldread.store.tables import blobs

ODD = "å\t\\N\n'\"%s?\u2028😀"
#: tables of one kind of database alone: their rows lie in Procrastinate's tables, or in files, on the other
OF_ONE_KIND = {job_errors.name, blobs.name, jobs.name}


def fill_what_is_empty(session: Session) -> None:
    """Made-up rows for each table that has none: whoever adds a table need not think of this file."""
    for table in metadata.sorted_tables:
        if table.name in OF_ONE_KIND or session.row(sa.select(sa.literal(1)).select_from(table).limit(1)):
            continue
        for row in range(2):
            values = {column.name: _value(session, column, row) for column in table.columns}
            session.run(sa.insert(table).values(values))


def _value(session: Session, column: sa.Column[Any], row: int) -> Any:
    """Made up, or the key of a row that is there."""
    for key in column.foreign_keys:
        rows = session.rows(sa.select(key.column).order_by(key.column).limit(2))
        return rows[row % len(rows)][0]
    return made_up(column, row)


def made_up(column: sa.Column[Any], row: int) -> Any:
    """Something for a column of any table, made from its type alone."""
    if column.nullable and row == 2 and not column.primary_key:
        return None
    if column.foreign_keys:
        (key,) = column.foreign_keys
        return made_up(key.column, row)
    if isinstance(column.type, sa.Boolean):
        return bool(row % 2)
    if isinstance(column.type, sa.BigInteger):
        return 1_794_734_400_000_000 + row
    if isinstance(column.type, sa.Integer):
        return 7 + row
    if isinstance(column.type, sa.LargeBinary):
        return bytes(range(256)) * (row + 1)
    text = f"{row}{column.name[:1]}{ODD}"
    return text[: column.type.length] if getattr(column.type, "length", None) else text * 50  # type: ignore[attr-defined]
