"""Who gets a browser next: people before background work, and each client's first page before any client's second."""

from __future__ import annotations

import asyncio
import dataclasses
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


@dataclasses.dataclass(frozen=True, kw_only=True)
class Turn:
    """For whom a page is scanned."""

    #: the client; empty: no particular one, which counts as a separate client
    holder: str = ""
    #: a background scan: it never takes the last browser, and lets all others go first
    background: bool = False


@dataclasses.dataclass(eq=False, kw_only=True)
class _Waiter:
    holder: object
    background: bool
    number: int
    admitted: asyncio.Future[None]


class FairTurns:
    """At most `at_once` browsers are in use, and one more while a single client has several and another one waits."""

    def __init__(self, at_once: int) -> None:
        self._at_once = at_once
        self._held: Counter[object] = Counter()
        self._background = 0
        self._waiting: list[_Waiter] = []
        self._number = 0

    @asynccontextmanager
    async def take(self, turn: Turn, patience: float) -> AsyncIterator[None]:
        """Raises TimeoutError if no turn came in time."""
        waiter = _Waiter(
            holder=turn.holder or object(),
            background=turn.background,
            number=self._number,
            admitted=asyncio.get_running_loop().create_future(),
        )
        self._number += 1
        self._waiting.append(waiter)
        self._admit()
        try:
            async with asyncio.timeout(patience):
                await waiter.admitted
        except BaseException:
            self._leave(waiter)
            raise
        try:
            yield
        finally:
            self._leave(waiter)

    def _leave(self, waiter: _Waiter) -> None:
        if waiter in self._waiting:
            self._waiting.remove(waiter)
            return
        self._held -= Counter([waiter.holder])
        self._background -= waiter.background
        self._admit()

    def _admit(self) -> None:
        for waiter in sorted(
            self._waiting, key=lambda one: (one.background, self._held[one.holder], one.number)
        ):
            if self._has_room(waiter):
                self._waiting.remove(waiter)
                self._held[waiter.holder] += 1
                self._background += waiter.background
                waiter.admitted.set_result(None)
                self._admit()  # the clients' shares have changed
                return

    def _has_room(self, waiter: _Waiter) -> bool:
        taken = self._held.total()
        if waiter.background:
            return taken < self._at_once and self._background < max(1, self._at_once - 1)
        if taken < self._at_once:
            return True
        somebody_has_several = any(number > 1 for number in self._held.values())
        return taken == self._at_once and somebody_has_several and not self._held[waiter.holder]
