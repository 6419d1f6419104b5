"""Watches over simulated days, with everything that can go wrong: is each due run done once, and each change reported once?

    python -m bench.watch.month --watches 1000 --days 30 [--database postgresql://…]

The sweep, the runs, the comparison, the letters and the database are the service's own. Only the look is simulated: it
gives what a scan of a small page gave, with the page's present headline, because thirty thousand looks by a browser would
take days. What a look itself finds is tested with real pages elsewhere.

What goes wrong: processes die before a run is stored, in its transaction, and after it; runs are lost and found twice;
hosts die, for an hour or for good; the clock jumps ahead and back; owners stop. The truth is kept beside the service, from
what each look showed, and compared in the end."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import random
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import sqlalchemy as sa
from tests.harness.service import Service

from bench.watch.truth import Result, World, judged, spread
from coldread.base import log
from coldread.base.clock import DAY, HOUR, MINUTE
from coldread.base.db import Session
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scans.store import ScanOutcome
from coldread.watches.ask import ask_watch, confirm, hash_of, stop
from coldread.watches.due import mend_clocks, queue_due, warn_and_end
from coldread.watches.rules import RUN_LOST, Rhythm, WatchState
from coldread.watches.run import Due, LookOutcome, begin_run, finish_run
from coldread.watches.tables import watch_runs, watches
from coldread.watches.wanted import Wanted

TICK = 15 * MINUTE
#: how often a process dies, for each run: before the run is stored, in its transaction, after it
DIES_BEFORE, DIES_WITHIN, DIES_AFTER = 0.02, 0.01, 0.01
#: how often a run that is queued never begins, and is done by two workers
IS_LOST, IS_DOUBLED = 0.01, 0.02
#: for each tick: a page's headline changes, a host is away for two days
CHANGES, GOES_AWAY = 0.0008, 0.0005
#: owners who stop in the whole time
STOPS = 0.1
#: hosts that die for good
DEAD_SHARE = 0.02
NO_PAGE = "connect_failed"
#: workers that run at the same time
WORKERS = 8


class Died(Exception):
    """The process was killed here."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Fate:
    """What happens to one run."""

    is_lost: bool
    #: for each worker that has the run: where it dies (`before`, `within`, `after` storing it), or empty
    ends: tuple[str, ...]

    @staticmethod
    def drawn(chance: Callable[[], float]) -> Fate:
        is_lost, is_doubled = chance() < IS_LOST, chance() < IS_DOUBLED
        ends = []
        for _ in range(2 if is_doubled else 1):
            dice = chance()
            dies = (
                (DIES_BEFORE, "before"),
                (DIES_BEFORE + DIES_WITHIN, "within"),
                (DIES_BEFORE + DIES_WITHIN + DIES_AFTER, "after"),
            )
            ends.append(next((name for share, name in dies if dice < share), ""))
        return Fate(is_lost=is_lost, ends=tuple(ends))


def simulate(service: Service, *, number: int, days: int, seed: int, hosts: int = 50) -> Result:
    """Watch `number` pages for so many days."""
    world, began = World(chance=random.Random(seed)), time.monotonic()
    ids = [_watched(service, f"https://h{n % hosts}.example/{n}", n, world) for n in range(number)]
    end = service.clock.at + days * DAY
    dead = [f"h{n}.example" for n in range(round(hosts * DEAD_SHARE))]
    jumps = _jumps(world, service.clock.at, days)
    while service.clock.at < end:
        service.clock.move(TICK)
        world.hours.add(service.clock.at // HOUR)
        _live_on(service, world, dead, hosts, end, days)
        if jumps and service.clock.at >= jumps[0][0]:
            _, by = jumps.pop(0)
            world.faults["clock jumped"] += 1
            service.clock.move(by)
        if world.chance.random() < STOPS * number * TICK / (days * DAY):
            service.write(stop, world.chance.choice(ids))
        service.run(_quarter(service, world))
    return judged(service, world, time.monotonic() - began)


def _watched(service: Service, url: str, number: int, world: World) -> str:
    rhythm = Rhythm.WEEKLY if number % 5 == 0 else Rhythm.DAILY
    email = f"owner{number}@d{number}.example"
    wanted = Wanted(
        url=url, brief=Brief(goal=PrimaryGoal.NEWSLETTER), email=email, rhythm=rhythm, client="203.0.113.7"
    )
    watch_id: str = service.write(ask_watch, service.settings, wanted)[0]
    token = f"token-{number}"

    def known_token(session: Session) -> None:
        mine = watches.c.id == watch_id
        session.run(sa.update(watches).where(mine).values(confirm_hash=hash_of(token)))

    service.write(known_token)
    assert service.write(confirm, service.settings, token).watch_id == watch_id
    return watch_id


def _jumps(world: World, start: int, days: int) -> list[tuple[int, int]]:
    """Moments and sizes of the clock's jumps: hours ahead, and back again."""
    moments = sorted(start + round(world.chance.random() * days * DAY) for _ in range(max(2, days // 6)))
    sizes = (5 * HOUR, -4 * HOUR, 2 * DAY, -2 * DAY, -30 * MINUTE)
    return [(moment, sizes[place % len(sizes)]) for place, moment in enumerate(moments)]


def _live_on(service: Service, world: World, dead: list[str], hosts: int, end: int, days: int) -> None:
    """Time passes for the pages."""
    for url in world.headlines:
        if world.chance.random() < CHANGES:
            world.headlines[url] += 1
    if world.chance.random() < GOES_AWAY * hosts:
        host = f"h{world.chance.randrange(hosts)}.example"
        world.away[host] = max(world.away.get(host, 0), service.clock.at + 2 * DAY)
        world.faults["a host was away"] += 1
    if service.clock.at > end - (days - 5) * DAY:
        for host in dead:
            world.away[host] = end + 100 * DAY


def _whose_turn_it_is(session: Session) -> list[tuple[str, int]]:
    """Queued runs whose turn at their host has come, as the runner of jobs would find them."""
    rows = session.rows(
        sa.select(watches.c.id, watches.c.due_at)
        .where(
            watches.c.state == WatchState.ON,
            watches.c.due_at <= session.now,
            watches.c.queued_until > session.now,
            watches.c.queued_until <= session.now + RUN_LOST,
        )
        .order_by(watches.c.queued_until)
    )
    return [(row.id, row.due_at) for row in rows]


async def _quarter(service: Service, world: World) -> None:
    """The sweep, and all runs whose turn has come, done by several workers at the same time."""
    db = service.services.db
    for sweep in (mend_clocks, queue_due, warn_and_end):
        await db.write(sweep, service.services)
    places = asyncio.Semaphore(WORKERS)

    async def work(watch_id: str, due_at: int, fate: Fate) -> None:
        async with places:
            await _run(service, world, watch_id, due_at, fate)

    turns = await db.read(_whose_turn_it_is)
    # drawn before any run begins, so that a seed has the same faults whichever worker is first
    fated = [(watch_id, due_at, Fate.drawn(world.chance.random)) for watch_id, due_at in turns]
    await asyncio.gather(*(work(*each) for each in fated))
    await db.write(_forget_jobs)


async def _run(service: Service, world: World, watch_id: str, due_at: int, fate: Fate) -> None:
    """One run, or what is left of it."""
    db = service.services.db
    if fate.is_lost:
        world.faults["a run was lost"] += 1
        await db.write(_lose, watch_id, service.clock.at + RUN_LOST)
        return
    world.faults["two workers had one run"] += len(fate.ends) - 1
    halves = [await _looked(service, world, watch_id, due_at) for _ in fate.ends]
    for half, end in zip(halves, fate.ends, strict=True):
        if half is None:
            continue
        due, looked, seen = half
        if end == "before":
            world.faults["died before a run was stored"] += 1
            continue
        if end == "within":
            world.faults["died in the transaction"] += 1
            with contextlib.suppress(Died):
                await db.write(_finish_and_die, service.services, due, looked)
            continue
        if await db.write(_finish, service.services, due, looked):
            world.shown[watch_id, due_at] = seen
        if end == "after":
            world.faults["died before the job was marked as done"] += 1
            again = await _looked(service, world, watch_id, due_at)
            assert again is None, "a run that is done begins again"


async def _looked(
    service: Service, world: World, watch_id: str, due_at: int
) -> tuple[Due, LookOutcome, int | None] | None:
    due: Due | None = await service.services.db.write(begin_run, service.services, watch_id, due_at)
    if due is None:
        return None
    seen = world.look(due.request.url, service.clock.at)
    if seen is None:
        return due, LookOutcome(fault=NO_PAGE), None
    return due, LookOutcome(found=_outcome(seen)), seen


def _outcome(headline: int) -> ScanOutcome:
    """What a scan of a small page gave, with this headline."""
    text = f"Headline {headline}"
    page = {
        "scores": {"overall": 70, "dimensions": {}, "coverage": 99, "rubric_version": "3.0"},
        "findings": {"items": [], "counts": {"P0": 0, "P1": 0, "P2": 0, "info": 0}, "not_measured": []},
        "reading": {"headline": {"text": text}, "prices": [], "steps": []},
        "chat_summary": text,
        "lead_qualified": False,
        "caveats": [],
    }
    return ScanOutcome(source="pipeline", page=page, observations_hash="0" * 64, lasts=False)


def _finish(session: Session, services: Any, due: Due, looked: LookOutcome) -> bool:
    """Whether this worker stored the run, and not the other one."""
    before = _has_run(session, due.watch_id, due.due_at)
    finish_run(session, services, due, looked)
    return not before and _has_run(session, due.watch_id, due.due_at)


def _finish_and_die(session: Session, services: Any, due: Due, looked: LookOutcome) -> None:
    finish_run(session, services, due, looked)
    raise Died


def _has_run(session: Session, watch_id: str, due_at: int) -> bool:
    mine = sa.and_(watch_runs.c.watch_id == watch_id, watch_runs.c.due_at == due_at)
    return session.row(sa.select(watch_runs.c.number).where(mine)) is not None


def _lose(session: Session, watch_id: str, until: int) -> None:
    """The job is gone, and the watch still counts as queued."""
    session.run(sa.update(watches).where(watches.c.id == watch_id).values(queued_until=until + 1))


def _forget_jobs(session: Session) -> None:
    """Jobs are played by hand here, on the simulated clock; their rows are no part of what is tested."""
    table = "procrastinate_jobs" if session.is_postgres else "jobs"
    session.run(sa.text(f"DELETE FROM {table}"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watches", type=int, default=1000)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", help="PostgreSQL; default: a SQLite file")
    options = parser.parse_args()
    with TemporaryDirectory() as folder, log.without_log_lines():
        url = options.database or f"sqlite:///{folder}/coldread.db"
        service = month_service(url, Path(folder) / "data")
        result = simulate(service, number=options.watches, days=options.days, seed=options.seed)
        service.close()
    print(
        f"{options.watches} watches, {options.days} days, seed {options.seed}: {result.runs} runs, "
        f"{result.told} changes told, {result.letters} letters, {result.stopped} over, "
        f"{result.seconds:.0f} s"
    )
    print(f"  {spread(result.hours)}")
    for name, count in sorted(result.faults.items()):
        print(f"  {name}: {count}")
    print("\n".join(result.wrong) or "each due run done once, each change told once")
    raise SystemExit(bool(result.wrong))


def month_service(url: str, data_dir: Path, **more: str) -> Service:
    """A service whose limits let a thousand people ask at once."""
    names = (
        "limit_watches_per_hour",
        "limit_watches_ip_per_hour",
        "limit_watches_domain_per_hour",
        "limit_watches_host_per_day",
        "watches_per_host",
        "watch_runs_per_day",
    )
    return Service(url, data_dir, **dict.fromkeys(names, "0"), **more)


if __name__ == "__main__":
    main()
