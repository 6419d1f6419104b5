"""A SQLite file as an end of a copy."""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.pool import StaticPool

from coldread.base import private
from coldread.base.db import Session
from coldread.copying import database_end
from coldread.copying.database_end import FETCH, CopyError, End, is_ours, select
from coldread.copying.parts import Key, Part, Row


class SqliteEnd(End):
    """A file that no other process may have open at the start. Later others may read the source, but not open the
    target."""

    kind = "sqlite"

    def __init__(self, path: Path, *, filled: bool, alone: bool) -> None:
        self.place = str(path.absolute())
        if filled and not path.exists():
            raise CopyError(f"there is no database at {path}")
        if not filled:
            private.make_database(path)
        if alone and filled:
            _open_connection(path, exclusively=True).close()
        self.driver = _open_connection(path, exclusively=alone and not filled, write=alone)
        self.driver.execute("COMMIT")
        if not filled:
            self.driver.execute("PRAGMA journal_mode=WAL")
            self.driver.execute("PRAGMA synchronous=FULL")
            self.driver.execute("PRAGMA foreign_keys=ON")
        self._engine = sa.create_engine("sqlite://", creator=lambda: self.driver, poolclass=StaticPool)
        self.connection = self._engine.connect()
        if filled:  # SQLAlchemy's first connection rolls back
            _begin(self.driver, path, write=alone)

    def rows(self, part: Part, after: Key | None = None) -> Iterator[Row]:
        words, parameters = select(part, self.kind, after)
        cursor = self.driver.execute(words, parameters)
        while some := cursor.fetchmany(FETCH):
            for row in some:
                yield part.canonical_row(row)

    def begin(self) -> None:
        if not self.driver.in_transaction:
            self.driver.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        if self.driver.in_transaction:
            self.driver.execute("COMMIT")

    def roll_back(self) -> None:
        if self.driver.in_transaction:
            self.driver.execute("ROLLBACK")

    def add(self, part: Part, rows: Sequence[Row]) -> None:
        names, marks = ", ".join(f'"{name}"' for name in part.columns), ", ".join("?" for _ in part.columns)
        self.driver.executemany(f'INSERT INTO "{part.name}" ({names}) VALUES ({marks})', rows)

    def execute(self, words: str, parameters: Sequence[Any] = ()) -> Sequence[Row]:
        found: list[Row] = self.driver.execute(words, parameters).fetchall()
        return found

    def session(self, now: int) -> Session:
        return Session(connection=self.connection, now=now, driver=self.driver)

    def has_table(self, name: str) -> bool:
        return bool(self.execute("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,)))

    def settle(self, part: Part) -> None:
        """Nothing to do: SQLite continues after the highest number."""

    def remove_everything(self) -> None:
        self.commit()
        self.driver.execute("PRAGMA foreign_keys=OFF")  # has an effect only outside a transaction
        self.begin()
        for (name,) in self.execute("SELECT name FROM sqlite_master WHERE type = 'table'"):
            if is_ours(name):
                self.execute(f'DROP TABLE "{name}"')
        self.commit()
        self.driver.execute("PRAGMA foreign_keys=ON")

    def close(self) -> None:
        self.roll_back()
        with contextlib.suppress(sa.exc.SQLAlchemyError):
            self.connection.close()
        self._engine.dispose()
        self.driver.close()


def _open_connection(path: Path, *, exclusively: bool, write: bool = True) -> sqlite3.Connection:
    """A connection in a transaction. `exclusively`: SQLite lets no other process open the file, not even to read."""
    driver = sqlite3.connect(
        f"file:{quote(str(path))}?mode={'rwc' if write else 'ro'}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,
    )
    driver.execute(f"PRAGMA busy_timeout={int(database_end.WAIT_FOR_OTHERS_S * 1000)}")
    if exclusively:
        driver.execute("PRAGMA locking_mode=EXCLUSIVE")
    _begin(driver, path, write=write)
    return driver


def _begin(driver: sqlite3.Connection, path: Path, *, write: bool) -> None:
    try:
        driver.execute("BEGIN IMMEDIATE" if write else "BEGIN")
    except sqlite3.OperationalError as error:
        driver.close()
        raise CopyError(
            f"{path} is open elsewhere ({error}): stop `coldread serve`, `coldread work` and whatever else "
            "has it open, then try again"
        ) from error
