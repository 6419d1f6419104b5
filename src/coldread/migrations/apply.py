"""Migrating a database to the schema of this version. Two processes that try at once take turns."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa

from coldread.base.database import sqlite
from coldread.migrations.fetch_job import add_fetch_job

FOLDER = Path(__file__).parent
#: any number, the same in every process: the advisory lock of a migration
LOCK = 0x0C01D_4EAD
#: a table that exists while `coldread move` or `coldread restore` fills the database
MOVING = "coldread_move"


class HalfFilled(Exception):
    """A database that a move or a restore has not completely filled: serving it would answer 404 for existing orders."""


def newest_step() -> str:
    """The last step's name. Files are numbered, so Alembic is not needed for this."""
    return max(path.stem.split("_")[0] for path in (FOLDER / "versions").glob("[0-9]*.py"))


def current_step(url: str) -> str | None:
    """The step of the database's schema; None for an empty one."""
    engine = _engine(url)
    try:
        with engine.connect() as connection:
            return _current_step_of(connection)
    finally:
        engine.dispose()


def upgrade(url: str) -> list[str]:
    """Apply the missing steps. Returns the steps before and after, as `[from, to]`, or nothing if none was missing."""
    engine = _engine(url, stepping=True)
    try:
        with engine.begin() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(LOCK)))
            before = _current_step_of(connection)
            if before == newest_step():
                return []
            if before is None:
                create(connection)
            else:
                _run_alembic(connection)
            return [before or "nothing", newest_step()]
    finally:
        engine.dispose()


def upgrade_to(url: str, step: str) -> None:
    """Apply the steps up to this one: the schema of a backup of that time."""
    engine = _engine(url, stepping=True)
    try:
        with engine.begin() as connection:
            _run_alembic(connection, step)
    finally:
        engine.dispose()


def _current_step_of(connection: sa.Connection) -> str | None:
    there = sa.inspect(connection)
    if there.has_table(MOVING):
        raise HalfFilled(
            "this database is half filled by `coldread move` or `coldread restore`, which did not end: "
            "give that command once more, as it was given, and it does"
        )
    if not there.has_table("alembic_version"):
        return None
    step: str | None = connection.scalar(sa.text("SELECT version_num FROM alembic_version"))
    return step


def create(connection: sa.Connection) -> None:
    """Create an empty database directly from the tables, and stamp it; a test proves that the steps give the same.

    Alembic takes 0.6 s to import, too much for a first start that answers within three."""
    from coldread.migrations.schema import metadata

    metadata.create_all(connection)
    add_procrastinate(connection)
    add_fetch_job(connection)
    connection.execute(
        sa.text(
            "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL CONSTRAINT alembic_version_pkc PRIMARY KEY)"
        )
    )
    connection.execute(
        sa.text("INSERT INTO alembic_version (version_num) VALUES (:step)"), {"step": newest_step()}
    )


def add_procrastinate(connection: sa.Connection) -> None:
    """The job queue's tables, on PostgreSQL only."""
    if connection.dialect.name == "postgresql":
        from coldread.migrations.procrastinate_schema import schema_sql

        connection.exec_driver_sql(schema_sql().replace("%", "%%"))


def _run_alembic(connection: sa.Connection, step: str = "head") -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, step)


def _engine(url: str, *, stepping: bool = False) -> sa.Engine:
    """`stepping`: on SQLite a step copies a table and drops the old one, which must not cascade to other rows."""
    if url.startswith("sqlite"):
        engine = sqlite.engine(url.removeprefix("sqlite:///"), read_only=False)
        if stepping:
            sa.event.listen(engine, "connect", lambda raw, _: raw.execute("PRAGMA foreign_keys=OFF"))
        return engine
    from coldread.base.database.points import CONNECT_S
    from coldread.base.database.postgres import driver_url

    return sa.create_engine(driver_url(url), connect_args={"connect_timeout": CONNECT_S})
