"""Statements that are compiled once and handed to the driver as they are: for the writes that every order makes.

SQLAlchemy builds, keys and adapts a statement each time it runs, which costs ten times what SQLite needs to run it.
A prepared statement keeps SQLAlchemy's words for it (tables, columns, both dialects) and leaves that out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from coldread.base.db import Session

#: the INSERT of a dialect: both know ON CONFLICT, SQLAlchemy's common one does not
Insert = Callable[[sa.Table], Any]


class Prepared:
    """One statement; parameters go by name. Values must be what both drivers take: text, numbers, bytes, None."""

    def __init__(self, words: Callable[[Insert], Any], columns: Sequence[str] | None = None) -> None:
        self._words = words
        #: which columns a plain INSERT names
        self._columns = columns
        self._sqlite: str | None = None
        self._postgres: str | None = None

    def run(self, session: Session, **values: Any) -> Sequence[Any] | None:
        """Run it; the first row, where it gives rows."""
        if session.driver is None:
            return self._run_on_postgres(session, values)
        if self._sqlite is None:
            self._sqlite = self._compiled(sqlite.insert, sqlite.dialect(paramstyle="named"))
        row: Sequence[Any] | None = session.driver.execute(self._sqlite, values).fetchone()
        return row

    def put(self, session: Session, **values: Any) -> None:
        """Run an INSERT whose answer nobody needs: on PostgreSQL it goes with the next statement."""
        if session.pipeline is None:
            self.run(session, **values)
        else:
            session.pipeline.put(self._words_for_postgres(session), values)

    def _run_on_postgres(self, session: Session, values: dict[str, Any]) -> Sequence[Any] | None:
        words = self._words_for_postgres(session)
        if session.pipeline is not None:
            return session.pipeline.ask(words, values)
        cursor = session.connection.connection.cursor()
        try:
            cursor.execute(words, values)
            row: Sequence[Any] | None = cursor.fetchone() if cursor.description else None
            return row
        finally:
            cursor.close()

    def _words_for_postgres(self, session: Session) -> str:
        if self._postgres is None:
            self._postgres = self._compiled(postgresql.insert, session.connection.dialect)
        return self._postgres

    def _compiled(self, insert: Insert, dialect: sa.Dialect) -> str:
        return str(self._words(insert).compile(dialect=dialect, column_keys=self._columns))


def insert_into(table: sa.Table) -> Prepared:
    """An INSERT of all columns."""
    return Prepared(lambda _: sa.insert(table).inline(), [column.name for column in table.columns])


class SparseInsert:
    """An INSERT of the columns that have a value: most of a new order's are still empty, and none of them need be sent."""

    def __init__(self, table: sa.Table) -> None:
        self._table = table
        #: by the columns that it names
        self._of: dict[tuple[str, ...], Prepared] = {}

    def put(self, session: Session, **values: Any) -> None:
        given = {name: value for name, value in values.items() if value is not None}
        columns = tuple(given)
        prepared = self._of.get(columns)
        if prepared is None:
            prepared = self._of[columns] = Prepared(lambda _: sa.insert(self._table).inline(), columns)
        prepared.put(session, **given)


def param(name: str) -> sa.BindParameter[Any]:
    return sa.bindparam(name)
