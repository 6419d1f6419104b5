"""Statements that are compiled once and passed directly to the driver: for the writes of every order.

SQLAlchemy builds, caches and adapts a statement each time, which takes ten times as long as SQLite takes to run it. A
prepared statement has SQLAlchemy's SQL (tables, columns, both dialects) and skips the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from coldread.base.db import Session

#: a dialect's INSERT: both have ON CONFLICT, SQLAlchemy's generic one does not
Insert = Callable[[sa.Table], Any]


class Prepared:
    """One statement with named parameters. Values must be of types that both drivers accept: text, numbers, bytes,
    None."""

    def __init__(self, words: Callable[[Insert], Any], columns: Sequence[str] | None = None) -> None:
        self._words = words
        #: the columns of a plain INSERT
        self._columns = columns
        self._sqlite: str | None = None
        self._postgres: str | None = None

    def run(self, session: Session, **values: Any) -> Sequence[Any] | None:
        """Run it; returns the first row, if there are rows."""
        if session.driver is None:
            return self._run_on_postgres(session, values)
        if self._sqlite is None:
            self._sqlite = self._compiled_sql(sqlite.insert, sqlite.dialect(paramstyle="named"))
        row: Sequence[Any] | None = session.driver.execute(self._sqlite, values).fetchone()
        return row

    def put(self, session: Session, **values: Any) -> None:
        """Run an INSERT whose result nobody needs: on PostgreSQL it is sent with the next statement."""
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
            self._postgres = self._compiled_sql(postgresql.insert, session.connection.dialect)
        return self._postgres

    def _compiled_sql(self, insert: Insert, dialect: sa.Dialect) -> str:
        return str(self._words(insert).compile(dialect=dialect, column_keys=self._columns))


def insert_into(table: sa.Table) -> Prepared:
    """An INSERT of all columns."""
    return Prepared(lambda _: sa.insert(table).inline(), [column.name for column in table.columns])


class SparseInsert:
    """An INSERT of the columns that have a value: most columns of a new order are empty."""

    def __init__(self, table: sa.Table) -> None:
        self._table = table
        #: by the columns in the INSERT
        self._of: dict[tuple[str, ...], Prepared] = {}

    def put(self, session: Session, **values: Any) -> None:
        present = {name: value for name, value in values.items() if value is not None}
        columns = tuple(present)
        prepared = self._of.get(columns)
        if prepared is None:
            prepared = self._of[columns] = Prepared(lambda _: sa.insert(self._table).inline(), columns)
        prepared.put(session, **present)


def param(name: str) -> sa.BindParameter[Any]:
    return sa.bindparam(name)
