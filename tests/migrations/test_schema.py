"""The steps lead to the very tables that the code uses, whichever way a database is made."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from coldread.migrations import apply
from coldread.migrations.schema import metadata
from tests.harness import postgres
from tests.harness.patience import START_S
from tests.harness.process import COMMAND, launch

#: SQLAlchemy cannot read an index on lower(…) back from SQLite; PostgreSQL's are compared
pytestmark = [
    pytest.mark.filterwarnings(f"ignore:{told}")
    for told in ("Skipped unsupported reflection of expr", "autogenerate skipping metadata-specified expr")
]


@pytest.fixture(params=["sqlite", "postgres"])
def two_empty(request: pytest.FixtureRequest, tmp_path: Path) -> list[str]:
    """Two databases without a table."""
    if request.param == "sqlite":
        return [f"sqlite:///{tmp_path / name}.db" for name in ("one", "other")]
    return [postgres.new_database(migrated=False) for _ in range(2)]


@pytest.fixture
def empty(two_empty: list[str]) -> str:
    return two_empty[0]


def shape(url: str) -> dict[str, Any]:
    engine = apply._engine(url)
    with engine.connect() as connection:
        inspector = sa.inspect(connection)
        found = {
            table: (
                [
                    (column["name"], str(column["type"]), column["nullable"])
                    for column in inspector.get_columns(table)
                ],
                inspector.get_pk_constraint(table)["constrained_columns"],
                sorted(str(index["column_names"]) for index in inspector.get_indexes(table)),
                sorted(str(key["constrained_columns"]) for key in inspector.get_foreign_keys(table)),
            )
            for table in sorted(inspector.get_table_names())
        }
    engine.dispose()
    return found


def test_the_steps_and_the_tables_give_the_same_database(two_empty: list[str]) -> None:
    by_steps, at_once = two_empty
    engine = apply._engine(by_steps)
    with engine.begin() as connection:
        apply._run_alembic(connection)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"include_name": _is_ours})
        assert compare_metadata(context, metadata) == []
    engine.dispose()
    assert apply.upgrade(at_once) == ["nothing", apply.newest_step()]
    assert shape(at_once) == shape(by_steps)


def test_a_database_made_by_the_command_alone_has_every_table(two_empty: list[str]) -> None:
    """In a process of its own: what other tests have imported must not help."""
    by_steps, by_command = two_empty
    engine = apply._engine(by_steps)
    with engine.begin() as connection:
        apply._run_alembic(connection)
    engine.dispose()
    environ = {**os.environ, "COLDREAD_DATABASE_URL": by_command}
    subprocess.run([*COMMAND, "migrate"], env=environ, check=True, capture_output=True, timeout=60)
    assert shape(by_command) == shape(by_steps)


def _is_ours(name: str | None, kind: str, _: Any) -> bool:
    return kind != "table" or not str(name).startswith("procrastinate_")


def test_migrating_twice_does_nothing_the_second_time(empty: str) -> None:
    assert apply.upgrade(empty)
    assert apply.upgrade(empty) == []
    assert apply.current_step(empty) == apply.newest_step()


def test_a_step_that_fails_leaves_the_database_as_it_was(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(_: sa.Connection) -> None:
        raise RuntimeError("the power went, or the disk was full")

    monkeypatch.setattr(apply, "add_procrastinate", failing)  # after the tables, before the stamp
    with pytest.raises(RuntimeError, match="the power went"):
        apply.upgrade(empty)
    assert shape(empty) == {}
    monkeypatch.undo()
    assert apply.upgrade(empty) == ["nothing", apply.newest_step()]


def test_of_processes_that_start_at_once_one_makes_the_tables_and_none_fails(
    empty: str, tmp_path: Path
) -> None:
    environ = {**os.environ, "COLDREAD_DATABASE_URL": empty}
    log = tmp_path / "migrate.log"
    started = [launch(["migrate"], environ, log) for _ in range(4)]
    assert [process.wait(START_S) for process in started] == [0] * 4, log.read_text()
    assert apply.current_step(empty) == apply.newest_step()
