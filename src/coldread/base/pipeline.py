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

Statement = tuple[str, Mapping[str, Any]]

_PARAMETER = re.compile(r"%\((\w+)\)s")


class Pipeline:
    """One a transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        self._waiting: list[Statement] = []

    def put(self, words: str, values: Mapping[str, Any]) -> None:
        """An INSERT whose answer nobody needs; the same one twice would meet its own rows."""
        if any(words == waiting for waiting, _ in self._waiting):
            self.send()
        self._waiting.append((words, values))

    def ask(self, words: str, values: Mapping[str, Any]) -> Sequence[Any] | None:
        """The first row of this one, once everything that was put before it is done; an INSERT takes it along."""
        if not words.startswith("INSERT"):
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

    def _run(self, statements: list[Statement]) -> Sequence[Any] | None:
        cursor = self._connection.connection.cursor()
        try:
            cursor.execute(*joined(statements))
            row: Sequence[Any] | None = cursor.fetchone() if cursor.description else None
            return row
        finally:
            cursor.close()


def joined(statements: Sequence[Statement]) -> Statement:
    """One statement that does what these do; each keeps its parameters under names of its own."""
    if len(statements) == 1:
        return statements[0]
    values = {
        f"s{place}_{name}": value
        for place, (_, mine) in enumerate(statements)
        for name, value in mine.items()
    }
    return _joined_words(tuple(words for words, _ in statements)), values


@lru_cache(maxsize=64)
def _joined_words(every: tuple[str, ...]) -> str:
    *first, last = (_PARAMETER.sub(rf"%(s{place}_\1)s", words) for place, words in enumerate(every))
    return "WITH " + ", ".join(f"s{place} AS ({words})" for place, words in enumerate(first)) + " " + last
