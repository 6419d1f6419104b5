"""The rows of a running service's SQLite file, for tests: counted, and put there where days or a chain would bring them."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from coldread.orders.tables import orders
from tests.harness.process import ServerProcess


def put(server: ServerProcess, table: sa.Table, **values: object) -> None:
    _run(server, sa.insert(table).values(**values))


def change_order(server: ServerProcess, order_id: str, **columns: object) -> None:
    change(server, orders, order_id, **columns)


def change(server: ServerProcess, table: sa.Table, row_id: str, **columns: object) -> None:
    """Another value in the row with this id."""
    _run(server, sa.update(table).where(table.c.id == row_id).values(**columns))


def found(server: ServerProcess, table: sa.Table, **where: object) -> list[sa.Row[Any]]:
    """Rows with these values, as they were written."""
    conditions = [table.c[name] == value for name, value in where.items()]
    rows: list[sa.Row[Any]] = _run(server, sa.select(table).where(*conditions).order_by(sa.text("rowid")))
    return rows


def _run(server: ServerProcess, statement: sa.Executable) -> Any:
    engine = sa.create_engine(server.environ["COLDREAD_DATABASE_URL"])
    try:
        with engine.begin() as rows:
            done = rows.execute(statement)
            return list(done) if done.returns_rows else None
    finally:
        engine.dispose()
