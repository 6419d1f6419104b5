"""Opening the database behind a URL. Each kind is imported only where it is used."""

from __future__ import annotations

from coldread.base.clock import Clock
from coldread.base.db import Database


def open_database(url: str, clock: Clock) -> Database:
    """The database behind `url`. It connects at the first query."""
    if url.startswith("sqlite"):
        from coldread.base.database.sqlite import SqliteDatabase

        return SqliteDatabase(url.removeprefix("sqlite:///"), clock)
    from coldread.base.database.postgres import PostgresDatabase

    return PostgresDatabase(url, clock)
