"""Opening the database behind a URL as an end of a copy."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from coldread.base.settings import Settings
from coldread.copying.contents_copy import Installation
from coldread.copying.database_end import CopyError, End


def open_end(url: str, *, filled: bool, alone: bool = True) -> End:
    """The database behind `url`. `filled`: it is the source, otherwise the target.

    `alone`: no other process may write to it until it is closed; otherwise it is only read."""
    if path := sqlite_path(url):
        from coldread.copying.sqlite_end import SqliteEnd

        return SqliteEnd(path, filled=filled, alone=alone)
    if url.startswith(("postgresql://", "postgres://")):
        from coldread.copying.postgres_end import PostgresEnd

        return PostgresEnd(url, filled=filled, alone=alone)
    raise CopyError(
        f"{url.split('://', 1)[0]} is no database of ours: postgresql://… or sqlite:///… is meant"
    )


def sqlite_path(url: str) -> Path | None:
    """The path in `url`, if it is SQLite."""
    return Path(url.removeprefix("sqlite:///")) if url.startswith("sqlite:///") else None


@contextlib.contextmanager
def held_installation(settings: Settings, *, filled: bool, alone: bool = True) -> Iterator[Installation]:
    """One end with its contents, for the duration of this context."""
    end = open_end(settings.database_url, filled=filled, alone=alone)
    try:
        yield Installation(end, settings)
    finally:
        end.close()
