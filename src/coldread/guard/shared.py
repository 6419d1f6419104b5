"""Reads and misses counted over all processes on PostgreSQL: each may count a small block before it asks for the total.

A block is a tenth of the limit, divided by the number of processes: together they exceed a limit by at most a tenth.
Reported uses have really happened, so nobody is refused early. A client that polls occasionally never fills a block,
and its reads write nothing."""

from __future__ import annotations

import asyncio
import secrets

from coldread.base.clock import MINUTE, Clock
from coldread.base.db import Database, PointRead, Unavailable
from coldread.base.settings import Settings
from coldread.guard.limits import MISSES, READS
from coldread.guard.rate import CROWD_MISSES_PER_MIN, ReadGuard, Window

#: the share by which all processes together may exceed a limit
TOO_MUCH = 0.1
#: assumed until the processes have counted each other
LIKELY_PROCESSES = 4
#: the name under which processes are counted, minute by minute
PROCESSES = "processes"


class SharedWindow(Window):
    """What this process knows: the total when it last asked, and its own count since."""

    def __init__(self, name: str, length: int, most: int) -> None:
        super().__init__(length)
        self.name = name
        self.most = most
        #: by client: counted here and not reported yet
        self.unreported: dict[str, int] = {}

    def turn(self, now: int) -> None:
        before = self.start
        super().turn(now)
        if self.start != before:
            self.unreported = {}

    def add(self, client: str) -> int:
        counted = super().add(client)
        if client in self.counts:
            self.unreported[client] = self.unreported.get(client, 0) + 1
        return counted

    def is_due(self, client: str, processes: int) -> bool:
        """Whether the block is used up. A client over its limit is refused without another query."""
        unreported = self.unreported.get(client, 0)
        return (
            unreported >= uses_per_block(self.most, processes)
            and self.counts[client] - unreported <= self.most
        )


def uses_per_block(most: int, processes: int) -> int:
    """How many uses a process may count without asking."""
    return max(1, int(most * TOO_MUCH / processes))


class SharedReadGuard(ReadGuard):
    """The limits for all processes of one database."""

    def __init__(self, settings: Settings, clock: Clock, db: Database) -> None:
        super().__init__(settings, clock)
        self._db = db
        self._me = secrets.token_hex(8)
        self._processes = LIKELY_PROCESSES
        self._counted_at = -1
        self._reads = self._shared_reads = SharedWindow(READS.name, READS.window, self.most_reads)
        self._misses = self._shared_misses = SharedWindow(MISSES.name, MISSES.window, self.most_misses)
        self._crowd = self._shared_crowd = SharedWindow("crowd_misses", MINUTE, CROWD_MISSES_PER_MIN)
        self._asking: dict[tuple[str, str], asyncio.Task[bool]] = {}

    async def before_read(self, client: str) -> None:
        """Before a read is counted: if its client's block is used up, ask for the total."""
        if self.most_reads and self._must_wait(self._shared_reads, client):
            await self._ask(self._shared_reads, client)

    async def before_miss(self, client: str) -> None:
        """The same for misses, which are counted after the lookup."""
        if not self.most_misses:
            return
        for window, name in ((self._shared_misses, client), (self._shared_crowd, "")):
            if self._must_wait(window, name):
                await self._ask(window, name)

    def _must_wait(self, window: SharedWindow, client: str) -> bool:
        return window.is_due(client, self._processes) or (
            bool(self._asking) and self._question((window.name, client)) is not None
        )

    def _question(self, name: tuple[str, str]) -> asyncio.Task[bool] | None:
        """The query that is running. A finished one does not count, though it is listed until the loop turns."""
        asked = self._asking.get(name)
        return None if asked is None or asked.done() else asked

    async def _ask(self, window: SharedWindow, client: str) -> None:
        """Other requests of the client wait for the same query; a crowd of them may use up the next block."""
        name = (window.name, client)
        while self._must_wait(window, client):
            question = self._question(name)
            if question is None:
                question = self._asking[name] = asyncio.create_task(self._tell(window, client))
                question.add_done_callback(lambda done: self._forget_question(name, done))
            if not await asyncio.shield(question):
                return

    def _forget_question(self, name: tuple[str, str], question: asyncio.Task[bool]) -> None:
        if self._asking.get(name) is question:
            del self._asking[name]

    async def _tell(self, window: SharedWindow, client: str) -> bool:
        """Report the counts, and store the totals; False if the database is unavailable."""
        now = self.clock.now()
        window.turn(now)
        start, unreported = window.start, window.unreported.pop(client, 0)
        try:
            await self._count_processes(now - now % MINUTE)
            row = await self._db.point(REPORT, window.name, client, start, unreported)
        except Unavailable:
            if window.start == start:  # the window has ended in the meantime: nothing to store
                window.unreported[client] = window.unreported.get(client, 0) + unreported
            return False
        if row is not None and window.start == start:
            window.counts[client] = row[0] + window.unreported.get(client, 0)
        return True

    async def _count_processes(self, minute: int) -> None:
        """Once a minute: many processes get smaller blocks."""
        if minute == self._counted_at:
            return
        self._counted_at = minute
        row = await self._db.point(PRESENT, PROCESSES, self._me, minute, PROCESSES, self._me, minute - MINUTE)
        others = row[0] if row is not None else 0
        self._processes = max(LIKELY_PROCESSES, others + 1)


#: one row by primary key, incremented: the count of all processes
REPORT = PointRead(
    sql="INSERT INTO counters (limit_name, subject, window_start, used) VALUES (?, ?, ?, ?) "
    "ON CONFLICT (limit_name, subject, window_start) DO UPDATE "
    "SET used = counters.used + excluded.used RETURNING used"
)
#: registers this process, and returns how many others are registered
PRESENT = PointRead(
    sql="WITH me AS (INSERT INTO counters (limit_name, subject, window_start, used) VALUES (?, ?, ?, 1) "
    "ON CONFLICT DO NOTHING) SELECT count(DISTINCT subject) FROM counters "
    "WHERE limit_name = ? AND subject <> ? AND window_start >= ?"
)
