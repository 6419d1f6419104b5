"""The version of 2026-11-16 (commit 0fcd675) with rows in every table: this version serves what it left.

Its last step was 0013, and the steps up to there have not changed since, so a database at 0013 is one of that version.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from coldread.migrations import apply
from coldread.orders.rules.lifecycle import STATE, Status
from tests.harness import postgres
from tests.harness.made_up import made_up
from tests.harness.service import Service
from tests.migrations.test_upgrade import first_version, id_of

LAST_STEP = "0013"
#: tables that are not the service's own
NOT_OURS = ("alembic_version", "procrastinate_", "sqlite_")
#: columns that later steps have dropped, and whose facts nobody needs: tries are counted anew, keys were for 24 hours
GONE = {"operators": {"failures", "locked_until"}, "payments": {"idempotency_key"}}
#: SQLAlchemy cannot read an index on lower(…) back from SQLite
pytestmark = pytest.mark.filterwarnings("ignore:Skipped unsupported reflection of expr")

Rows = dict[str, list[dict[str, Any]]]


@pytest.fixture(params=["sqlite", "postgres"])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of that version: an order in each status, and two rows in whatever else there was."""
    url = (
        f"sqlite:///{tmp_path / 'old.db'}"
        if request.param == "sqlite"
        else postgres.new_database(migrated=False)
    )
    first_version(url)
    apply.upgrade_to(url, LAST_STEP)
    engine = apply._engine(url)
    with engine.begin() as connection:
        for table in tables_of(connection):
            if not connection.execute(sa.select(sa.func.count()).select_from(table)).scalar():
                for row in range(2):
                    connection.execute(table.insert(), values_of(connection, table, row))
    engine.dispose()
    return url


def tables_of(connection: sa.Connection) -> list[sa.Table]:
    found = sa.MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if not table.name.startswith(NOT_OURS)]


def values_of(connection: sa.Connection, table: sa.Table, row: int) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for column in table.columns:
        if column.name == "id" and isinstance(column.type, sa.Integer):
            continue  # counted by the database
        values[column.name] = made_up(column, row)
        for key in column.foreign_keys:
            known = connection.execute(sa.select(key.column).order_by(key.column).limit(2)).all()
            values[column.name] = known[row % len(known)][0]
    return values


def rows_of(url: str) -> Rows:
    engine = apply._engine(url)
    with engine.begin() as connection:
        found = {
            table.name: [dict(row._mapping) for row in connection.execute(sa.select(table))]
            for table in tables_of(connection)
        }
    engine.dispose()
    return found


def lost(before: Rows, after: Rows) -> list[str]:
    """Rows of which a column's value is nowhere any more."""
    found = []
    for table, rows in before.items():
        for row in rows:
            kept = {name: value for name, value in row.items() if name not in GONE.get(table, ())}
            if not any(kept.items() <= new.items() for new in after.get(table, ())):
                found.append(f"{table}: {kept}"[:300])
    return found


def test_every_row_is_there_after_the_upgrade_and_the_orders_are_served(old: str, tmp_path: Path) -> None:
    before = rows_of(old)
    assert all(before.values()), "a row in every table"
    apply.upgrade(old)
    gone = lost(before, rows_of(old))
    assert gone == [], "\n".join(gone)
    if old.startswith("sqlite"):
        engine = apply._engine(old)
        with engine.begin() as connection:
            assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
        engine.dispose()
    service = Service(old, tmp_path / "data")
    try:
        for status in Status:
            if not STATE[status].is_gone:
                assert service.seen(id_of(status))["status"] == status
        assert service.move(id_of(Status.SUBMITTED), "reviewing").status_code == 200
        assert service.order_in("delivered")
    finally:
        service.close()
