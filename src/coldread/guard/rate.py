"""Counting against the limits: exact counters in the database, fast ones in memory."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import MINUTE, Clock
from coldread.base.database.prepared import Insert, Prepared, param
from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.guard.limits import (
    MISSES,
    READS,
    Counted,
    Limit,
    Usage,
    UsageUnlessOff,
    rate_limit_policy_header,
    seconds_left,
    window_start,
)
from coldread.guard.tables import counters

CROWD_MISSES_PER_MIN = 3000  # with more misses, somebody is guessing from many addresses
CROWD_LIMIT = 20  # misses that one address may have during that time
WHOM = {
    "ip": "one client",
    "url": "one page",
    "global": "all clients together",
    "mailbox": "one mailbox",
    "domain": "one domain",
}
MOST_CLIENTS = 100_000  # remembered at once; a flood of addresses must not fill the memory


def rate_limited(usage: Usage, detail: str) -> Problem:
    return Problem(
        "rate-limited",
        detail,
        headers={**usage.headers(), "Retry-After": str(usage.reset)},
        limit_scope=usage.limit.scope,
        limit=usage.most,
        retry_after=usage.reset,
    )


def count_use(session: Session, limit: Limit, subject: str, most: int, policy: str = "") -> UsageUnlessOff:
    """Count one use, or raise 429 and count nothing.

    `policy`: the answer's policy for a route with several limits; see `count_each`."""
    if most == 0:
        return None
    used = _count_use(session, limit, subject, most)
    usage = Usage(
        limit=limit,
        most=most,
        used=most if used is None else used,
        reset=seconds_left(limit, session.now),
        policy=policy,
    )
    if used is None:
        raise _limit_reached_problem(usage)
    return usage


def count_each(session: Session, wanted: Sequence[Counted]) -> UsageUnlessOff:
    """Count one use of every limit of a route, or raise 429. Returns the limit that is nearest to its end."""
    policy = rate_limit_policy_header(wanted)
    return usage_with_fewest_left(
        [count_use(session, limit, subject, most, policy) for limit, subject, most in wanted]
    )


def usage_with_fewest_left(usages: Iterable[UsageUnlessOff]) -> UsageUnlessOff:
    """The one with the fewest uses left."""
    counted = [usage for usage in usages if usage is not None]
    return min(counted, key=lambda usage: usage.remaining, default=None)


def _count_use(session: Session, limit: Limit, subject: str, most: int) -> int | None:
    """Count one use. Returns the new count, or None if the limit was reached before."""
    row = _TAKE.run(
        session,
        limit_name=limit.name,
        subject=subject,
        window_start=window_start(limit, session.now),
        used=1,
        most=most,
    )
    return row[0] if row else None


def count_all(session: Session, wanted: Sequence[Counted]) -> bool:
    """Count one use of each; False, and none counted, if one of them is reached. The caller does not learn which.

    Callers that count the same limits name them in the same order, so that two transactions do not deadlock."""
    active = [(limit, subject, most) for limit, subject, most in wanted if most]
    for at, (limit, subject, most) in enumerate(active):
        if _count_use(session, limit, subject, most) is None:
            for counted, whose, _ in active[:at]:
                give_back(session, counted, whose, session.now)
            return False
    return True


def refuse_exhausted(session: Session, wanted: Sequence[Counted]) -> None:
    """429 if one of them is reached, without locking a row: many refusals at once must not queue."""
    counted = session.rows(
        sa.select(counters).where(
            sa.or_(
                *(
                    sa.and_(
                        counters.c.limit_name == limit.name,
                        counters.c.subject == subject,
                        counters.c.window_start == window_start(limit, session.now),
                    )
                    for limit, subject, _ in wanted
                )
            )
        )
    )
    used_by = {(row.limit_name, row.subject): row.used for row in counted}
    policy = rate_limit_policy_header(wanted)
    for limit, subject, most in wanted:
        if most and used_by.get((limit.name, subject), 0) >= most:
            reset = seconds_left(limit, session.now)
            raise _limit_reached_problem(Usage(limit=limit, most=most, used=most, reset=reset, policy=policy))


def _limit_reached_problem(usage: Usage) -> Problem:
    limit = usage.limit
    return rate_limited(
        usage, f"{usage.most} in {limit.window_seconds} seconds is the most for {WHOM[limit.scope]}."
    )


def _count_up(insert: Insert) -> Any:
    return (
        insert(counters)
        .on_conflict_do_update(
            index_elements=["limit_name", "subject", "window_start"],
            set_={"used": counters.c.used + sa.literal_column("1")},
            where=counters.c.used < param("most"),
        )
        .returning(counters.c.used)
    )


_TAKE = Prepared(_count_up, [column.name for column in counters.columns])


def usage_of(session: Session, limit: Limit, subject: str, most: int) -> UsageUnlessOff:
    """The current usage, without counting."""
    if most == 0:
        return None
    row = session.row(
        sa.select(counters.c.used).where(
            counters.c.limit_name == limit.name,
            counters.c.subject == subject,
            counters.c.window_start == window_start(limit, session.now),
        )
    )
    return Usage(limit=limit, most=most, used=row.used if row else 0, reset=seconds_left(limit, session.now))


def nearest_of(session: Session, wanted: Sequence[Counted]) -> UsageUnlessOff:
    """The usage of a route's nearest limit, without counting."""
    usages = [usage_of(session, limit, subject, most) for limit, subject, most in wanted]
    found = usage_with_fewest_left(usages)
    return found._replace(policy=rate_limit_policy_header(wanted)) if found else None


def give_back(session: Session, limit: Limit, subject: str, taken_at: int) -> None:
    """Undo a count, in the window in which it was made."""
    session.run(
        sa.update(counters)
        .where(
            counters.c.limit_name == limit.name,
            counters.c.subject == subject,
            counters.c.window_start == window_start(limit, taken_at),
            counters.c.used > 0,
        )
        .values(used=counters.c.used - 1)
    )


def forget_windows(session: Session, before: int) -> int:
    """Delete counters of windows that began before `before`; returns how many."""
    return session.run(sa.delete(counters).where(counters.c.window_start < before)).rowcount


class Window:
    """Counts for each client in one fixed window; a new window starts empty."""

    def __init__(self, length: int) -> None:
        self.length = length
        self.start = -1
        #: oldest first
        self.counts: OrderedDict[str, int] = OrderedDict()

    def turn(self, now: int) -> None:
        start = now - now % self.length
        if start != self.start:
            self.start = start
            self.counts = OrderedDict()

    def of(self, client: str) -> int:
        return self.counts.get(client, 0)

    def add(self, client: str) -> int:
        """Count a new client even if too many are remembered; the oldest is forgotten."""
        used = self.counts.get(client, 0) + 1
        if used == 1 and len(self.counts) >= MOST_CLIENTS:
            self.counts.popitem(last=False)
        self.counts[client] = used
        return used


class ReadGuard:
    """Reads and misses of this process, in memory, because a read writes nothing. `shared` has the version for several
    processes.

    A client without misses is never refused because others guess."""

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self.clock = clock
        self.most_reads = READS.most(settings)
        self.most_misses = MISSES.most(settings)
        self._reads = Window(READS.window)
        self._misses = Window(MISSES.window)
        self._crowd = Window(MINUTE)

    async def before_read(self, client: str) -> None:
        """Before a read is counted: fetch the counts of other processes. Here there are none."""

    async def before_miss(self, client: str) -> None:
        """The same before a miss is counted."""

    def admit(self, client: str) -> dict[str, str]:
        """Count a read by id. Returns the RateLimit headers of its answer, or raises 429."""
        usage = self.count(client)
        return usage.headers() if usage is not None else {}

    def count(self, client: str) -> UsageUnlessOff:
        """Count a read by id, or raise 429."""
        now = self.clock.now()
        if self._misses.counts:
            self._misses.turn(now)
            self._refuse_guesser(client, now)
        if self.most_reads == 0:
            return None
        self._reads.turn(now)
        usage = Usage(
            limit=READS, most=self.most_reads, used=self._reads.add(client), reset=seconds_left(READS, now)
        )
        if usage.used > usage.most:
            raise rate_limited(usage, f"{usage.most} reads a minute is the most for one client.")
        return usage

    def count_miss(self, client: str) -> None:
        """Count a read that found nothing; raises 429 instead of the 404 after too many."""
        now = self.clock.now()
        self._misses.turn(now)
        self._crowd.turn(now)
        self._misses.add(client)
        self._crowd.add("")
        self._refuse_guesser(client, now)

    def _refuse_guesser(self, client: str, now: int) -> None:
        if self.most_misses == 0:
            return
        self._crowd.turn(now)
        crowded = self._crowd.of("") > CROWD_MISSES_PER_MIN
        most = min(CROWD_LIMIT, self.most_misses) if crowded else self.most_misses
        misses = self._misses.of(client)
        if misses > most:
            usage = Usage(limit=MISSES, most=most, used=misses, reset=seconds_left(MISSES, now))
            raise rate_limited(usage, "Too many ids or keys that do not exist were tried from this address.")
