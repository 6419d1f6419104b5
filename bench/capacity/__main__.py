"""`python -m bench.capacity`: a day's peak at 1×, 10×, 100× and 1000× of today's load, simulated with the measured costs.

Every arrival is an event with its own costs at API, PostgreSQL and worker. Each station is a number of cores that serve in
order of arrival. Writes figures.md: how long requests wait, what is busy, what breaks first and what to add.
"""

from __future__ import annotations

import dataclasses
import heapq
import random
from pathlib import Path

from bench.service.results import machine, table

HERE = Path(__file__).parent
SEED = 1
#: simulated seconds of the day's busiest hour, after a tenth to warm up
SECONDS = 120.0
#: the busiest hour has so many times the day's mean
PEAK = 6.0
DAY_S = 86_400.0


@dataclasses.dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of request: how many a day, and what one costs each station in CPU seconds."""

    name: str
    a_day: float
    costs: dict[str, float]
    #: seconds of waiting that use no CPU: the chain, a page's own second
    idle_s: float = 0.0
    #: most seconds that 99 of 100 may take
    asked_s: float


#: Today: 40 orders a day, a thousand polls for each (docs/architecture.md), the free scans of a day, 50 paid calls.
#: Costs of the API and of browsers: bench/RESULTS.md (2026-11-16: "PostgreSQL", "A paid call", "Growth in jobs that wait")
#: and bench/scan/figures.md. Of the database: `python -m bench.capacity.measure`, 2026-11-16 23:07 UTC at load 14, a poll
#: 38 [0–55] µs, an order 1,644 [1,190–1,857]. Estimated, not measured: the API's and the database's part of a scan and of
#: a paid call's rows (8 ms each: some ten transactions and the pictures).
KINDS = (
    Kind(name="poll", a_day=40_000, costs={"api": 190e-6, "database": 40e-6}, asked_s=0.1),
    Kind(name="order", a_day=40, costs={"api": 3.3e-3, "database": 1.6e-3, "work": 5e-3}, asked_s=0.3),
    Kind(
        name="scan",
        a_day=100,
        costs={"api": 8e-3, "database": 8e-3, "scan": 3.3},
        idle_s=1.0,
        asked_s=15.0,
    ),
    Kind(name="paid call", a_day=50, costs={"api": 20e-3, "database": 8e-3}, idle_s=0.03, asked_s=1.0),
)


@dataclasses.dataclass(frozen=True, kw_only=True)
class House:
    """Cores of each station."""

    api: int
    database: int
    work: int
    scan: int

    def cores(self, station: str) -> int:
        return int(getattr(self, station))


#: the house of the compose file on one machine with four cores, and larger ones
SMALL = House(api=2, database=1, work=1, scan=1)
HOUSES: dict[float, tuple[House, ...]] = {
    1: (SMALL,),
    10: (SMALL, House(api=2, database=1, work=1, scan=2)),
    100: (SMALL, House(api=2, database=1, work=1, scan=6)),
    1000: (
        SMALL,
        House(api=4, database=1, work=1, scan=16),
        House(api=4, database=2, work=2, scan=40),
    ),
}


@dataclasses.dataclass
class Seen:
    """What a run showed."""

    waits: dict[str, list[float]]
    busy: dict[str, float]


def lived(times: float, house: House, seconds: float = SECONDS, seed: int = SEED) -> Seen:
    """One peak: arrivals by chance, stations in the order of `costs`, first come first served."""
    chance = random.Random(seed)
    events: list[tuple[float, int, str, Kind, int, float]] = []
    number = 0
    for kind in KINDS:
        rate = kind.a_day * times * PEAK / DAY_S
        at = 0.0
        while (at := at + chance.expovariate(rate)) < seconds:
            heapq.heappush(events, (at, number := number + 1, next(iter(kind.costs)), kind, 0, at))
    free = {name: [0.0] * house.cores(name) for name in ("api", "database", "work", "scan")}
    busy = dict.fromkeys(free, 0.0)
    waits: dict[str, list[float]] = {kind.name: [] for kind in KINDS}
    warm = seconds / 10
    while events:
        at, count, station, kind, place, came = heapq.heappop(events)
        cores = free[station]
        begins = max(at, heapq.heappop(cores))
        # service times vary: the mean is the measured one
        taken = kind.costs[station] * chance.lognormvariate(-0.125, 0.5)
        heapq.heappush(cores, begins + taken)
        busy[station] += max(0.0, min(seconds, begins + taken) - min(seconds, begins))
        stations = list(kind.costs)
        is_told = station != "work"  # letters are nobody's answer
        if place + 1 < len(stations) and stations[place + 1] != "work":
            heapq.heappush(events, (begins + taken, count, stations[place + 1], kind, place + 1, came))
            continue
        if place + 1 < len(stations):
            heapq.heappush(events, (begins + taken, count, stations[place + 1], kind, place + 1, came))
        if is_told and came > warm:
            waits[kind.name].append(begins + taken + kind.idle_s - came)
    return Seen(waits=waits, busy={name: busy[name] / (seconds * house.cores(name)) for name in busy})


def late(times: float, house: House, seed: int = SEED) -> tuple[list[list[str]], list[str]]:
    """Rows of a table, and what breaks."""
    seconds = SECONDS if times >= 1000 else SECONDS * 10 if times >= 100 else SECONDS * 100
    seen = lived(times, house, seconds, seed)
    rows, broken = [], []
    for kind in KINDS:
        found = sorted(seen.waits[kind.name])
        if not found:
            continue
        worst = found[int(len(found) * 0.99)]
        rows.append([kind.name, f"{len(found) / seconds:,.2f}", _time(found[len(found) // 2]), _time(worst)])
        if worst > kind.asked_s:
            broken.append(kind.name)
    full = [name for name, share in seen.busy.items() if share > 0.8]
    used = ", ".join(f"{name} {share:.0%}" for name, share in seen.busy.items())
    rows.append(["busy", used, "", ""])
    return rows, [*(f"{name} too slow" for name in broken), *(f"{name} full" for name in full)]


def _time(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"


ADVICE = """## What breaks first, and what to add

1. **Browsers.** A scan costs 3.3 s of a core, a poll 0.2 ms: one browser's core is late at ten times today's load and full at a
   hundred. Add `coldread work --queues scan` processes, one a core; they share nothing but the database.
2. **The cores of the API** come second: two are a third busy at a thousand times today's load. `coldread serve` processes behind
   the proxy, one a core.
3. **PostgreSQL** comes last: one core is a quarter busy at a thousand times. What to add, in this order, once it is not: a read
   replica for polls (the stored answer is one row by primary key; a replica that lags shows an older status, which `max-age=15`
   allows), partitions by month for `orders`, `order_events` and `scans`, and object storage for pictures and documents.
   None of the three is built.

Not simulated: memory, connections (10 for each process; PostgreSQL's default is 100), disk and network. Costs are of one machine;
on another they differ, all of them in the same direction."""


def main() -> None:
    parts = [
        "# Capacity on paper",
        f"Written by `python -m bench.capacity` (seed {SEED}). {machine()}",
        "Costs in CPU time of one core, measured except for the API's and the database's part of a scan and the database's of a "
        "paid call, which are estimates (`KINDS` names the sources):\n\n"
        + table(
            ("what", "a day, today", "API", "database", "worker", "one core of the API serves a second"),
            [
                [
                    kind.name,
                    f"{kind.a_day:,.0f}",
                    _time(kind.costs.get("api", 0)),
                    _time(kind.costs.get("database", 0)),
                    _time(kind.costs.get("scan", kind.costs.get("work", 0))),
                    f"{1 / kind.costs['api']:,.0f}",
                ]
                for kind in KINDS
            ],
        ),
    ]
    for times, houses in HOUSES.items():
        for house in houses:
            rows, broken = late(times, house)
            cores = ", ".join(f"{name} {house.cores(name)}" for name in ("api", "database", "work", "scan"))
            verdict = "; ".join(broken) or "holds"
            parts.append(
                f"## {times:g} × today, cores: {cores}: {verdict}\n\n"
                + table(("what", "a second at the peak", "median", "99 %"), rows)
            )
    parts.append(ADVICE)
    text = "\n\n".join(parts) + "\n"
    (HERE / "figures.md").write_text(text)
    print(text)


if __name__ == "__main__":
    main()
