"""The steps lead to the very tables that the code uses, whichever way a database is made."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from coldread.migrations import apply
from coldread.migrations.schema import metadata


@pytest.fixture
def empty(database_url: str) -> str:
    engine = apply._engine(database_url)
    with engine.begin() as connection:
        metadata.drop_all(connection)
        connection.execute(sa.text("DROP TABLE IF EXISTS alembic_version"))
    engine.dispose()
    return database_url


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


def test_the_steps_and_the_tables_give_the_same_database(empty: str) -> None:
    engine = apply._engine(empty)
    with engine.begin() as connection:
        apply._run_alembic(connection)
    by_steps = shape(empty)
    with engine.begin() as connection:
        differences = compare_metadata(MigrationContext.configure(connection), metadata)
        assert differences == []
        metadata.drop_all(connection)
        connection.execute(sa.text("DROP TABLE alembic_version"))
    engine.dispose()
    assert apply.upgrade(empty) == ["nothing", apply.newest()]
    assert shape(empty) == by_steps


def test_migrating_twice_does_nothing_the_second_time(empty: str) -> None:
    assert apply.upgrade(empty)
    assert apply.upgrade(empty) == []
    assert apply.current(empty) == apply.newest()


def test_a_step_can_be_taken_back(empty: str) -> None:
    from alembic import command
    from alembic.config import Config

    engine = apply._engine(empty)
    with engine.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(apply.FOLDER))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
        command.downgrade(config, "base")
        assert sa.inspect(connection).get_table_names() == ["alembic_version"]
    engine.dispose()
