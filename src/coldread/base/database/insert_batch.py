"""Batching the INSERTs of one transaction on PostgreSQL, because a network round trip takes longer than an INSERT.

An INSERT waits for the next statement, or for the end of the transaction. Several become one (`WITH a AS (INSERT …)
INSERT …`): each writes a different table, and none reads what another writes. An error is raised where the batch is
sent, and rolls back the transaction as usual."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from psycopg.pq import TransactionStatus
from sqlalchemy.util import await_only

from coldread.base.database import pg_first_statement

Statement = tuple[str, Mapping[str, Any]]

_PARAMETER = re.compile(r"%\((\w+)\)s")
#: statements that read nothing that was put before: an INSERT, and the function that defers a job
_GO_ALONG = ("INSERT", "SELECT procrastinate_defer_jobs_v1(")


class Pipeline:
    """One for each transaction; used inside the greenlet of the database's engine."""

    def __init__(self, connection: sa.Connection) -> None:
        fairy = connection.connection
        self._driver: Any = fairy.driver_connection
        self._waiting: list[Statement] = []
        #: statements that are prepared on this connection
        self._names: dict[str, bytes] = fairy.info.setdefault("prepared", {})

    def put(self, words: str, values: Mapping[str, Any]) -> None:
        """Put an INSERT whose result nobody needs. The same table a second time sends the batch first."""
        if any(words == waiting for waiting, _ in self._waiting):
            self.send()
        self._waiting.append((words, values))

    def ask(self, words: str, values: Mapping[str, Any]) -> Sequence[Any] | None:
        """The first row of this statement, after everything that was put before it; some statements go in the same
        batch."""
        if not words.startswith(_GO_ALONG):
            self.send()
            return self._run([(words, values)])
        self.put(words, values)
        return self.send()

    def send(self) -> Sequence[Any] | None:
        """Send the batch; the first row of its last statement, if it returns rows."""
        if not self._waiting:
            return None
        statements, self._waiting = self._waiting, []
        return self._run(statements)

    def commit(self) -> None:
        """Send the batch and COMMIT. A failed transaction is left to its rollback."""
        self.send()
        if self._driver.pgconn.transaction_status == TransactionStatus.INTRANS:
            await_only(pg_first_statement.commit(self._driver))

    def forget_prepared(self) -> None:
        """After a rollback, psycopg makes the server forget the connection's prepared statements."""
        self._names.clear()

    def _run(self, statements: list[Statement]) -> Sequence[Any] | None:
        words, values = one_statement_of(statements)
        row: Sequence[Any] | None = await_only(
            pg_first_statement.first_row(self._driver, self._names, words, values)
        )
        return row


def one_statement_of(statements: Sequence[Statement]) -> tuple[str, list[Any]]:
    """One statement that does the same as these, in PostgreSQL's own form ($1, $2, …).

    psycopg parses a statement with more than 50 named parameters each time, which takes longer than to run it."""
    words, names = _joined_words(tuple(words for words, _ in statements))
    return words, [statements[place][1][name] for place, name in names]


@lru_cache(maxsize=256)
def _joined_words(every: tuple[str, ...]) -> tuple[str, list[tuple[int, str]]]:
    names: list[tuple[int, str]] = []

    def numbered(place: int, words: str) -> str:
        def number(found: re.Match[str]) -> str:
            names.append((place, found[1]))
            return f"${len(names)}"

        return _PARAMETER.sub(number, words).replace("%%", "%")

    *first, last = (numbered(place, words) for place, words in enumerate(every))
    if not first:
        return last, names
    return "WITH " + ", ".join(
        f"s{place} AS ({words})" for place, words in enumerate(first)
    ) + " " + last, names
