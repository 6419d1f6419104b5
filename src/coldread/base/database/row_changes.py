"""Waiting for a row to change: one task and one query for all who wait in this process.

A waiter takes a future, and no thread, connection or transaction. The task queries every quarter of a second while
anybody waits, so it also sees changes by other processes."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Callable, Sequence

from coldread.base import log
from coldread.base.db import Database, Session, Unavailable

TICK_S = 0.25
#: above these limits a request is answered at once, as if it had not asked to wait
MOST_WAITING = 5000
MOST_PER_CLIENT = 100

#: the mark of each existing row, by its key
ReadMarks = Callable[[Session, Sequence[str]], dict[str, str]]


class Watch:
    """One for each process."""

    def __init__(self, db: Database) -> None:
        self._db = db
        #: by the function that reads the marks, then by key
        self._waiting: dict[ReadMarks, dict[str, dict[asyncio.Future[None], str]]] = {}
        self._clients: Counter[str] = Counter()
        self._task: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        return sum(self._clients.values())

    async def wait_for_change(
        self, key: str, mark: str, seconds: float, *, look: ReadMarks, client: str
    ) -> bool | None:
        """True once the row's mark differs from `mark`, False after `seconds`; None if too many wait already."""
        if self.waiting >= MOST_WAITING or self._clients[client] >= MOST_PER_CLIENT:
            return None
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(look, {}).setdefault(key, {})[future] = mark
        self._clients[client] += 1
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._watch())
        try:
            async with asyncio.timeout(seconds):
                await future
        except TimeoutError:
            return False
        finally:
            self._forget(look, key, future, client)
        return True

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    def _forget(self, look: ReadMarks, key: str, future: asyncio.Future[None], client: str) -> None:
        keys = self._waiting.get(look, {})
        waiters = keys.get(key, {})
        waiters.pop(future, None)
        if not waiters:
            keys.pop(key, None)
        if not keys:
            self._waiting.pop(look, None)
        self._clients[client] -= 1
        if not self._clients[client]:
            del self._clients[client]

    async def _watch(self) -> None:
        """Loop until nobody waits any more."""
        while self._waiting:
            for look in list(self._waiting):
                try:
                    marks = await self._db.read(look, list(self._waiting.get(look, {})))
                except Unavailable as error:
                    log.get("watch").warning("cannot look now", reason=str(error)[:300])
                else:
                    self._wake(look, marks)
            await asyncio.sleep(TICK_S)

    def _wake(self, look: ReadMarks, marks: dict[str, str]) -> None:
        for key, waiters in self._waiting.get(look, {}).items():
            for future, mark in waiters.items():
                if marks.get(key) != mark and not future.done():
                    future.set_result(None)
