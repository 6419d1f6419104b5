"""Opening the database behind an address: each kind is imported only where it is used."""

from __future__ import annotations

from coldread.base.clock import Clock
from coldread.base.db import Database


def open_database(url: str, clock: Clock) -> Database:
    """The database behind `url`; nothing is connected until the first question."""
    if url.startswith("sqlite"):
        from coldread.base.db_sqlite import SqliteDatabase

        return SqliteDatabase(url.removeprefix("sqlite:///"), clock)
    from coldread.base.db_postgres import PostgresDatabase

    return PostgresDatabase(url, clock)
