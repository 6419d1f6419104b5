"""The truth beside the service: what each look showed, and whether the service ran and reported exactly that."""

from __future__ import annotations

import dataclasses
import random
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa
from tests.harness.service import Service

from coldread.base.clock import DAY, HOUR
from coldread.mail.tables import letters
from coldread.watches.rules import WatchState
from coldread.watches.tables import watch_changes, watch_runs, watches


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
    #: simulated hours that the service lived through; a jump ahead leaves some out
    hours: set[int] = dataclasses.field(default_factory=set)

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
    #: runs in each simulated hour, the quietest first
    hours: list[int]
    #: sentences that say what is wrong; empty if all is right
    wrong: list[str]


def judged(service: Service, world: World, seconds: float) -> Result:
    runs = service.read(lambda session: list(session.rows(sa.select(watch_runs))))
    told = service.read(lambda session: list(session.rows(sa.select(watch_changes))))
    sent = service.read(lambda session: list(session.rows(sa.select(letters.c.about, letters.c.kind))))
    rows = service.read(lambda session: list(session.rows(sa.select(watches))))
    wrong = [
        *_wrong_runs(rows, runs, world, service.clock.at),
        *_wrong_letters(rows, runs, told, sent, world),
    ]
    in_hour = Counter(run.at // HOUR for run in runs)
    return Result(
        runs=len(runs),
        told=len(told),
        letters=len(sent),
        stopped=sum(row.state == WatchState.OVER for row in rows),
        faults=world.faults,
        seconds=seconds,
        hours=sorted(in_hour[hour] for hour in world.hours | in_hour.keys()),
        wrong=wrong,
    )


def spread(hours: list[int]) -> str:
    """How evenly runs are spread over the hours, which are sorted."""
    middle, last = hours[len(hours) // 2], len(hours) - 1
    busy = sum(runs > 2 * middle for runs in hours)
    return (
        f"in one hour {middle} runs in the median, {hours[round(last * 0.05)]} to {hours[round(last * 0.95)]} in nine of ten "
        f"hours, at most {hours[-1]}; {busy} of {len(hours)} hours have more than twice the median"
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
    """Whether the reports match what the looks showed, by a separate count; each change has one letter."""
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
