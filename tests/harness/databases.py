"""A database of this version's schema, made once a run and copied for each test; and what is said to it, compiled once."""

from __future__ import annotations

import functools
import shutil
import tempfile
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache

from coldread.migrations import apply
from tests.harness.postgres import migrated_here

SQLITE = "sqlite:///"
#: more than all tests of a worker say
STATEMENTS = 5_000


def share_statements() -> None:
    """Statements are compiled once a process and dialect, and not once an engine: a test makes up to three of them.

    All engines of one dialect are made with the same options, so that what one compiles is what each would.
    """
    made: dict[type[sa.Dialect], LRUCache[Any, Any]] = {}
    init = sa.Engine.__init__

    def shared(self: sa.Engine, pool: sa.Pool, dialect: sa.Dialect, *args: Any, **kwargs: Any) -> None:
        init(self, pool, dialect, *args, **kwargs)
        self._compiled_cache = made.setdefault(type(dialect), LRUCache(STATEMENTS))

    sa.Engine.__init__ = shared  # type: ignore[method-assign]
    for kind in (SQLiteDialect_pysqlite, PGDialect_psycopg):  # part of a statement's key
        kind.__eq__ = lambda self, other: type(self) is type(other)  # type: ignore[method-assign]
        kind.__hash__ = lambda self: hash(type(self))  # type: ignore[method-assign]


def prepare(url: str) -> None:
    """Bring the database to the schema of this version; a new SQLite file is a copy, which takes 1 ms instead of 60."""
    path = Path(url.removeprefix(SQLITE))
    if url.startswith(SQLITE) and not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(empty_sqlite())
    elif url not in migrated_here:
        apply.upgrade(url)


@functools.cache
def empty_sqlite() -> bytes:
    """The file of a database without a row, as `coldread serve` makes it."""
    folder = Path(tempfile.mkdtemp(prefix="coldread-empty-"))
    try:
        apply.upgrade(f"{SQLITE}{folder / 'empty.db'}")
        (made,) = folder.iterdir()  # closed: nothing is left in a log beside it
        return made.read_bytes()
    finally:
        shutil.rmtree(folder)
