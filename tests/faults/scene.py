"""What every fault has in common: how often and by which chance, who uses the service meanwhile, what is checked."""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import Clock
from coldread.base.database.databases import open_database
from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.mail.tables import letters
from tests.faults.history import Client, Scanner, Told
from tests.faults.invariants import violations
from tests.harness.patience import ANSWER_S
from tests.harness.process import ServerProcess

SEED = int(os.environ.get("FAULT_SEED", "0")) or random.randrange(1, 2**31)
CLIENTS = 4
#: seconds between two requests of a client: an ordinary run leaves time for others, `make faults` gives none
PAUSE_S = 0.0 if os.environ.get("FAULT_LOOPS") else 0.15
#: asked of every recovery
BACK_WITHIN_S = 5.0
#: clients of a loop that runs for minutes are no crowd to be kept out, and a draft is not what is tested
SETTINGS = {
    "scan_engine": "lite",
    "draft_after_s": "3600",
    "limit_create_per_hour": "0",
    "limit_reads_per_min": "0",
}


#: a crowd that scans for minutes
UNLIMITED = Settings(scan_limit_ip=10**6, scan_limit_url=10**6, scan_limit_global=10**6)


def loops(few: int, part: float = 1.0) -> int:
    """How often a fault is repeated: `few` in a run of all tests, a part of FAULT_LOOPS where that is set."""
    return max(few, round(part * int(os.environ.get("FAULT_LOOPS", "0"))))


def asked(database_url: str, question: Callable[[Session], Any], clock: Clock | None = None) -> Any:
    async def ask() -> Any:
        database = open_database(database_url, clock or Clock())
        try:
            return await database.write(question)
        finally:
            await database.close()

    return asyncio.run(ask())


def waiting_letters(session: Session) -> list[str]:
    """Orders whose last letter has yet to be taken to the post; a draft's waits for its hour."""
    waiting = sa.select(letters.c.about).where(
        letters.c.kind == "final_delivered", letters.c.sent_at.is_(None)
    )
    return [row.about for row in session.rows(waiting)]


class Crowd:
    """Clients that use the service while it breaks."""

    def __init__(self, users: Sequence[Client | Scanner]) -> None:
        self.users = users

    @property
    def clients(self) -> list[Client]:
        return [user for user in self.users if isinstance(user, Client)]

    @property
    def history(self) -> list[Told]:
        return [told for user in self.users for told in user.told]

    @property
    def acknowledged(self) -> int:
        return sum(len(told.ids) for told in list(self.history))

    @property
    def put_off(self) -> int:
        return sum(client.put_off for client in self.clients)

    def violations(
        self, database_url: str, *, clock: Clock | None = None, settings: Settings | None = None
    ) -> list[str]:
        found: list[str] = asked(
            database_url, lambda session: violations(session, self.history, settings), clock
        )
        return found

    def goes_on(self, within: float = ANSWER_S) -> float:
        """Seconds until one more order is acknowledged."""
        before = self.acknowledged
        return until(lambda: self.acknowledged > before, within)


@contextmanager
def crowd(
    url: str, chance: random.Random, *, pages: Sequence[str] = (), may_lapse: bool = False
) -> Iterator[Crowd]:
    """Clients that order, and one that scans where there are pages; they end with the block."""
    users: list[Client | Scanner] = [
        Client(url, chance.getrandbits(32), may_lapse=may_lapse, pause_s=PAUSE_S) for _ in range(CLIENTS)
    ]
    if pages:
        users.append(Scanner(url, list(pages)))
    for user in users:
        user.start()
    try:
        yield Crowd(users)
    finally:
        for user in users:
            user.stopping.set()
        for user in users:
            user.join(60)


def killed_and_started(server: ServerProcess, *, afresh: bool) -> float:
    """Seconds from the start to the first answer; where other work keeps the machine busy, its own work counts.

    Afresh, as its users start it, is how soon it is back: once in a test, 10 CPU seconds. `make faults` starts all so.
    """
    server.kill()
    server.fresh = afresh
    wall = server.start()
    worked = server.cpu_seconds()
    assert min(wall, worked) < BACK_WITHIN_S, (wall, worked)
    return wall


def until(happens: Callable[[], object], within: float, *, every: float = 0.02) -> float:
    """Seconds until it happened; what opens a database to be told is asked less often."""
    began = time.monotonic()
    while not happens():
        assert time.monotonic() - began < within, "it did not happen in time"
        time.sleep(every)  # asks again until the deadline above
    return time.monotonic() - began


def a_while(chance: random.Random, least: float = 0.2, most: float = 1.2) -> None:
    """A moment by chance, from the seed: the fault comes in the midst of whatever is done."""
    time.sleep(chance.uniform(least, most))


def spread(seconds: Sequence[float]) -> str:
    ordered = sorted(seconds)
    return f"{ordered[len(ordered) // 2]:.2f} s (median), {ordered[-1]:.2f} s (longest)"
