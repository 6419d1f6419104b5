"""Watches over simulated days, with everything that can go wrong: is each due run done once, and each change told once?

    python -m bench.watch.month --watches 1000 --days 30 [--database postgresql://…]

The sweep, the runs, the comparison, the letters and the database are the service's own. Only the look is a stand-in: it
gives what a scan of a small page gave, with the page's present headline, because thirty thousand looks by a browser would
take days. What a look itself tells is tested with real pages elsewhere.

What goes wrong: processes die before a run is stored, in its transaction, and after it; runs are lost and found twice;
hosts die, for an hour or for good; the clock jumps ahead and back; owners stop. The truth is kept beside the service, from
what each look showed, and compared in the end."""

from __future__ import annotations

import argparse
import dataclasses
import random
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa
from tests.harness.service import Service

from coldread.base import log
from coldread.base.clock import DAY, HOUR, MINUTE
from coldread.base.db import Session
from coldread.mail.tables import letters
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scans.store import ScanOutcome
from coldread.watches.ask import ask_watch, confirm, hash_of, stop
from coldread.watches.due import mend_clocks, queue_due, warn_and_end
from coldread.watches.rules import RUN_LOST, Rhythm, WatchState
from coldread.watches.run import Due, Looked, begin_run, finish_run
from coldread.watches.tables import watch_changes, watch_runs, watches
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


class Died(Exception):
    """The process was killed here."""


@dataclasses.dataclass
class World:
    """The pages as they are, and what each look showed."""

    chance: random.Random
    headlines: dict[str, int] = dataclasses.field(default_factory=dict)
    #: host to the moment until which it is away
    away: dict[str, int] = dataclasses.field(default_factory=dict)
    #: (watch, due moment) to what its stored look showed: a headline's number, or None without a page
    shown: dict[tuple[str, int], int | None] = dataclasses.field(default_factory=dict)
    faults: Counter[str] = dataclasses.field(default_factory=Counter)

    def look(self, url: str, now: int) -> int | None:
        host = urlsplit(url).hostname or ""
        return None if now < self.away.get(host, 0) else self.headlines.setdefault(url, 0)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Result:
    """What came of it."""

    runs: int
    told: int
    letters: int
    stopped: int
    faults: Counter[str]
    seconds: float
    #: the most runs in one simulated hour
    busiest_hour: int
    #: sentences that say what is wrong; empty if all is right
    wrong: list[str]


def simulate(service: Service, *, number: int, days: int, seed: int, hosts: int = 50) -> Result:
    """Watch `number` pages for so many days."""
    world, began = World(chance=random.Random(seed)), time.monotonic()
    ids = [_watched(service, f"https://h{n % hosts}.example/{n}", n, world) for n in range(number)]
    end = service.clock.at + days * DAY
    dead = [f"h{n}.example" for n in range(round(hosts * DEAD_SHARE))]
    jumps = _jumps(world, service.clock.at, days)
    while service.clock.at < end:
        service.clock.move(TICK)
        _live_on(service, world, dead, hosts, end, days)
        if jumps and service.clock.at >= jumps[0][0]:
            _, by = jumps.pop(0)
            world.faults["clock jumped"] += 1
            service.clock.move(by)
        if world.chance.random() < STOPS * number * TICK / (days * DAY):
            service.write(stop, world.chance.choice(ids))
        for sweep in (mend_clocks, queue_due, warn_and_end):
            service.write(sweep, service.services)
        for watch_id, due_at in service.read(_whose_turn_it_is):
            _run(service, world, watch_id, due_at)
        service.write(_forget_jobs)
    return _judged(service, world, time.monotonic() - began)


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


def _run(service: Service, world: World, watch_id: str, due_at: int) -> None:
    """One run, or what is left of it."""
    chance = world.chance.random
    if chance() < IS_LOST:
        world.faults["a run was lost"] += 1
        service.write(_lose, watch_id, service.clock.at + RUN_LOST)
        return
    workers = 2 if chance() < IS_DOUBLED else 1
    world.faults["two workers had one run"] += workers - 1
    halves = [_looked(service, world, watch_id, due_at) for _ in range(workers)]
    for half in halves:
        if half is None:
            continue
        due, looked, seen = half
        if chance() < DIES_BEFORE:
            world.faults["died before a run was stored"] += 1
            continue
        if chance() < DIES_WITHIN:
            world.faults["died in the transaction"] += 1
            try:
                service.write(_finish_and_die, service.services, due, looked)
            except Died:
                continue
        before = service.read(_has_run, watch_id, due_at)
        service.write(finish_run, service.services, due, looked)
        if not before and service.read(_has_run, watch_id, due_at):
            world.shown[watch_id, due_at] = seen
        if chance() < DIES_AFTER:
            world.faults["died before the job was marked as done"] += 1
            again = _looked(service, world, watch_id, due_at)
            assert again is None, "a run that is done begins again"


def _looked(
    service: Service, world: World, watch_id: str, due_at: int
) -> tuple[Due, Looked, int | None] | None:
    due: Due | None = service.write(begin_run, service.services, watch_id, due_at)
    if due is None:
        return None
    seen = world.look(due.request.url, service.clock.at)
    if seen is None:
        return due, Looked(fault=NO_PAGE), None
    return due, Looked(found=_outcome(seen)), seen


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


def _finish_and_die(session: Session, services: Any, due: Due, looked: Looked) -> None:
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


def _judged(service: Service, world: World, seconds: float) -> Result:
    runs = service.read(lambda session: list(session.rows(sa.select(watch_runs))))
    told = service.read(lambda session: list(session.rows(sa.select(watch_changes))))
    sent = service.read(lambda session: list(session.rows(sa.select(letters.c.about, letters.c.kind))))
    rows = service.read(lambda session: list(session.rows(sa.select(watches))))
    wrong = [
        *_wrong_runs(rows, runs, world, service.clock.at),
        *_wrong_letters(rows, runs, told, sent, world),
    ]
    hours = Counter(run.at // HOUR for run in runs)
    return Result(
        runs=len(runs),
        told=len(told),
        letters=len(sent),
        stopped=sum(row.state == WatchState.OVER for row in rows),
        faults=world.faults,
        seconds=seconds,
        busiest_hour=max(hours.values()),
        wrong=wrong,
    )


def _wrong_runs(rows: list[Any], runs: list[Any], world: World, now: int) -> list[str]:
    """Each due moment is run once, in order, and no watch that is on has been forgotten."""
    wrong = []
    by_watch: dict[str, list[Any]] = {}
    for run in sorted(runs, key=lambda run: run.number):
        by_watch.setdefault(run.watch_id, []).append(run)
    for row in rows:
        mine = by_watch.get(row.id, [])
        if [run.number for run in mine] != list(range(1, row.runs + 1)):
            wrong.append(f"{row.id}: runs {[run.number for run in mine]} of {row.runs}")
        if len({run.due_at for run in mine}) != len(mine):
            wrong.append(f"{row.id}: a due moment was run twice")
        if any((row.id, run.due_at) not in world.shown for run in mine):
            wrong.append(f"{row.id}: a run that no look belongs to")
        if row.state == WatchState.ON and row.due_at < now - DAY:
            wrong.append(f"{row.id}: due since {(now - row.due_at) / DAY:.1f} days")
    return wrong


def _wrong_letters(
    rows: list[Any], runs: list[Any], told: list[Any], sent: list[Any], world: World
) -> list[str]:
    """What was told is what the looks showed, by a count of our own; each change has one letter."""
    wrong = []
    by_watch: dict[str, list[Any]] = {}
    for run in sorted(runs, key=lambda run: run.number):
        by_watch.setdefault(run.watch_id, []).append(run)
    noted = {(change.watch_id, change.number) for change in told}
    expected, stops = set(), set()
    for row in rows:
        known, gone = None, 0
        for run in by_watch.get(row.id, []):
            seen = world.shown.get((row.id, run.due_at))
            if seen is None:
                gone += 1
                if gone == 2:
                    expected.add((row.id, run.number))
                if gone == 5:
                    expected.add((row.id, run.number))
                    stops.add(row.id)
                continue
            if known is not None and seen != known:
                expected.add((row.id, run.number))
            known, gone = seen, 0
    wrong += [f"not told: {each}" for each in sorted(expected - noted)]
    wrong += [f"told for nothing: {each}" for each in sorted(noted - expected)]
    # the letters of a watch that its owner stopped are deleted where they had not been sent
    over = {row.id for row in rows if row.ended_because == "stopped"}
    wanted = Counter(
        f"watch/{watch_id}/{number}"
        for watch_id, number in expected
        if not _is_stop(watch_id, number, stops, by_watch)
    )
    wanted.update(f"watch/{watch_id}/stopped" for watch_id in stops)
    written = Counter(row.about for row in sent if not row.about.endswith("/confirm"))
    for about in sorted(wanted.keys() | written.keys()):
        if about.split("/")[1] in over:
            continue
        if wanted[about] != written[about]:
            wrong.append(f"{about}: {written[about]} letters instead of {wanted[about]}")
    return wrong


def _is_stop(watch_id: str, number: int, stops: set[str], by_watch: dict[str, list[Any]]) -> bool:
    return watch_id in stops and by_watch[watch_id][-1].number == number


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--watches", type=int, default=1000)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", help="PostgreSQL; default: a SQLite file")
    options = parser.parse_args()
    with TemporaryDirectory() as folder, log.silenced():
        url = options.database or f"sqlite:///{folder}/coldread.db"
        service = month_service(url, Path(folder) / "data")
        result = simulate(service, number=options.watches, days=options.days, seed=options.seed)
        service.close()
    print(
        f"{options.watches} watches, {options.days} days, seed {options.seed}: {result.runs} runs, "
        f"{result.told} changes told, {result.letters} letters, {result.stopped} over, "
        f"at most {result.busiest_hour} runs in one hour, {result.seconds:.0f} s"
    )
    for name, count in sorted(result.faults.items()):
        print(f"  {name}: {count}")
    print("\n".join(result.wrong) or "each due run done once, each change told once")
    raise SystemExit(bool(result.wrong))


def month_service(url: str, data_dir: Path) -> Service:
    """A service whose limits let a thousand people ask at once."""
    names = (
        "limit_watches_per_hour",
        "limit_watches_ip_per_hour",
        "limit_watches_domain_per_hour",
        "limit_watches_host_per_day",
        "watches_per_host",
        "watch_runs_per_day",
    )
    return Service(url, data_dir, **dict.fromkeys(names, "0"))


if __name__ == "__main__":
    main()
