"""INSERTs of one transaction on PostgreSQL that travel together: a journey costs more than what is done at its end.

What is put waits for the next statement, or for the end of the transaction. Several become one (`WITH a AS (INSERT …) INSERT …`):
each writes a table of its own, and none reads what another writes. What fails is raised where it is sent, and undoes the
transaction as it would have done at once.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import sqlalchemy as sa
from psycopg.pq import TransactionStatus
from sqlalchemy.util import await_only

from coldread.base import pg_first_statement

Statement = tuple[str, Mapping[str, Any]]

_PARAMETER = re.compile(r"%\((\w+)\)s")
#: what reads nothing that was put before it: an INSERT, and the function that puts a job off
_GO_ALONG = ("INSERT", "SELECT procrastinate_defer_jobs_v1(")


class Pipeline:
    """One a transaction; used inside the greenlet of the database's engine."""

    def __init__(self, connection: sa.Connection) -> None:
        fairy = connection.connection
        self._driver: Any = fairy.driver_connection
        self._waiting: list[Statement] = []
        #: what was prepared on this connection
        self._names: dict[str, bytes] = fairy.info.setdefault("prepared", {})

    def put(self, words: str, values: Mapping[str, Any]) -> None:
        """An INSERT whose answer nobody needs; the same one twice would meet its own rows."""
        if any(words == waiting for waiting, _ in self._waiting):
            self.send()
        self._waiting.append((words, values))

    def ask(self, words: str, values: Mapping[str, Any]) -> Sequence[Any] | None:
        """The first row of this one, once everything that was put before it is done; some take it along."""
        if not words.startswith(_GO_ALONG):
            self.send()
            return self._run([(words, values)])
        self.put(words, values)
        return self.send()

    def send(self) -> Sequence[Any] | None:
        """Everything that waits; the first row of the last, where it gives rows."""
        if not self._waiting:
            return None
        statements, self._waiting = self._waiting, []
        return self._run(statements)

    def commit(self) -> None:
        """Everything that waits, and COMMIT; a transaction that failed is left to whoever undoes it."""
        self.send()
        if self._driver.pgconn.transaction_status == TransactionStatus.INTRANS:
            await_only(pg_first_statement.commit(self._driver))

    def forget_prepared(self) -> None:
        """A transaction is undone: psycopg then has the server forget what is prepared on the connection."""
        self._names.clear()

    def _run(self, statements: list[Statement]) -> Sequence[Any] | None:
        words, values = joined(statements)
        row: Sequence[Any] | None = await_only(
            pg_first_statement.first_row(self._driver, self._names, words, values)
        )
        return row


def joined(statements: Sequence[Statement]) -> tuple[str, list[Any]]:
    """One statement that does what these do, in PostgreSQL's own form ($1, $2, …).

    psycopg reads a statement with names of more than 50 parameters anew each time, which takes longer than to run it.
    """
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
