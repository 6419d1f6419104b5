"""Orders and polls at a steady rate on PostgreSQL, two API processes and two workers: the highest level that holds, and what breaks above.

`python -m bench.service.rates` tries levels for ten seconds each, and the highest that held for
five minutes with `--then 300`. Level 1 is 200 orders and
2,000 polls a second. Everything is on one machine: clients, API processes, workers and the database share its cores.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import dataclasses
import json
import os
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psutil
import psycopg
from tests.harness import postgres
from tests.harness.service import WISH

from bench.service import contestants, results
from bench.service.contestants import Contestant
from bench.service.cpu_clock import cpu_seconds
from bench.service.load import worker
from bench.service.on_postgres import database_seconds
from bench.service.open_lines import Came, Kind, asked

ORDERS_A_SECOND, POLLS_A_SECOND = 200.0, 2_000.0
LEVELS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
#: 99 of 100 within so many seconds, or the level does not hold
ORDER_S, POLL_S = 0.3, 0.1
#: orders that are polled
KNOWN = 500


@dataclasses.dataclass(frozen=True, kw_only=True)
class House:
    """What runs."""

    servers: list[Contestant]
    workers: list[int]
    database: str


@dataclasses.dataclass(frozen=True, kw_only=True)
class Seen:
    """What a level showed."""

    level: float
    seconds: float
    came: dict[str, Came]
    #: the share of one core that each part of the machine used
    shares: dict[str, float]
    jobs: tuple[int, int]
    connections: int
    load: float

    @property
    def breaks(self) -> list[str]:
        """Why the level does not hold; nothing where it does."""
        found = []
        for name, longest in (("order", ORDER_S), ("poll", POLL_S)):
            of = self.came[name]
            if _at(of.waits, 0.99) > longest:
                found.append(f"99 % of {name}s within {_ms(_at(of.waits, 0.99))}, more than {_ms(longest)}")
            if of.others:
                found.append(f"{name}s answered otherwise: {of.others}")
            if len(of.waits) < 0.99 * of.due:
                found.append(f"{of.due - len(of.waits)} {name}s without an answer")
        grown = (self.jobs[1] - self.jobs[0]) / self.seconds
        if grown > 1:
            found.append(f"jobs that wait grow by {grown:.0f} a second")
        return found

    def row(self) -> tuple[str, ...]:
        order, poll = self.came["order"], self.came["poll"]
        return (
            f"{self.level:g}, {self.seconds:g} s",
            f"{len(order.waits) / self.seconds:,.0f} / {len(poll.waits) / self.seconds:,.0f}",
            _waits(order),
            _waits(poll),
            f"{max(order.behind, poll.behind)}",
            f"{self.jobs[0]} → {self.jobs[1]}",
            ", ".join(f"{name} {share:.0%}" for name, share in self.shares.items()),
            "; ".join(self.breaks) or "holds",
        )


HEAD = (
    "level",
    "orders / polls a second",
    "order: median / 99 % / longest",
    "poll: median / 99 % / longest",
    "requests waiting for a line, most",
    "jobs that wait, before → after",
    "of one core",
    "verdict",
)


@contextmanager
def house() -> Iterator[House]:
    database = postgres.new_database()
    with contextlib.ExitStack() as running:
        folder = Path(running.enter_context(tempfile.TemporaryDirectory()))
        environ = contestants.environment(database, folder)
        os.environ["COLDREAD_OPERATOR_EMAIL"] = "operator@bench.test"  # a letter, so a job, for each order
        workers = [running.enter_context(worker("work", environ)) for _ in range(2)]
        servers = [
            running.enter_context(contestants.ours(f"api {number}", database, folder, pinned=False))
            for number in (1, 2)
        ]
        yield House(servers=servers, workers=workers, database=database)


def known_orders(server: Contestant) -> list[str]:
    with httpx.Client(base_url=server.url, trust_env=False) as client:
        answers = [client.post("/v1/cold-read-requests", json=WISH) for _ in range(KNOWN)]
    return [answer.raise_for_status().json()["order_id"] for answer in answers]


def kinds(level: float, orders: list[str]) -> list[Kind]:
    body = json.dumps(WISH).encode()
    head = b"POST /v1/cold-read-requests HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    place = head + f"Content-Length: {len(body)}\r\n\r\n".encode() + body
    polls = [f"GET /v1/orders/{order} HTTP/1.1\r\nHost: x\r\n\r\n".encode() for order in orders]

    def poll(chance: random.Random) -> bytes:
        return polls[int(chance.random() * len(polls))]

    return [
        Kind(name="order", a_second=ORDERS_A_SECOND * level, wanted=201, make=lambda _: place),
        Kind(name="poll", a_second=POLLS_A_SECOND * level, wanted=200, make=poll),
    ]


def tried(house: House, level: float, seconds: float, orders: list[str]) -> Seen:
    before, jobs = _spent(house), _jobs(house.database)
    began = time.monotonic()
    came = asyncio.run(asked([server.port for server in house.servers], kinds(level, orders), seconds))
    passed = time.monotonic() - began
    after = _spent(house)
    return Seen(
        level=level,
        seconds=seconds,
        came=came,
        shares={name: (after[name] - before[name]) / passed for name in before},
        jobs=(jobs, _jobs(house.database)),
        connections=_asked(
            house.database, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        ),
        load=os.getloadavg()[0],
    )


def settled(house: House, within_s: float = 120) -> None:
    """Until the workers have done what waits."""
    ends = time.monotonic() + within_s
    while _jobs(house.database) > 5 and time.monotonic() < ends:
        time.sleep(0.5)


def _spent(house: House) -> dict[str, float]:
    return {
        "API": sum(cpu_seconds(server.pid) for server in house.servers),
        "workers": sum(_family(pid) for pid in house.workers),
        "database": database_seconds(),
        "clients": time.process_time(),
        "whole machine": _busy(),
    }


def _busy() -> float:
    """Busy seconds of all cores, for all programs."""
    times = psutil.cpu_times()
    return float(sum(times) - times.idle - times.iowait)


def _family(pid: int) -> float:
    process = psutil.Process(pid)
    times = [one.cpu_times() for one in (process, *process.children(recursive=True))]
    return float(sum(one.user + one.system for one in times))


def _jobs(database: str) -> int:
    statement = "SELECT count(*) FROM procrastinate_jobs WHERE status IN ('todo', 'doing') AND (scheduled_at IS NULL OR scheduled_at <= now())"
    return _asked(database, statement)


def _asked(database: str, statement: str) -> int:
    with psycopg.connect("postgresql://" + database.split("://", 1)[1]) as connection:
        row = connection.execute(statement).fetchone()
    assert row is not None
    return int(row[0])


def _at(waits: list[float], share: float) -> float:
    return sorted(waits)[int(len(waits) * share)] if waits else float("inf")


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds < 10 else f"{seconds:.0f} s"


def _waits(of: Came) -> str:
    return f"{_ms(_at(of.waits, 0.5))} / {_ms(_at(of.waits, 0.99))} / {_ms(max(of.waits, default=0.0))}"


def main() -> None:
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument("--level", type=float, action="append", help="these alone")
    given.add_argument("--seconds", type=float, default=10.0)
    given.add_argument("--then", type=float, default=0.0, help="so long the highest level that held")
    chosen = given.parse_args()
    seen: list[Seen] = []
    with house() as running:
        orders = known_orders(running.servers[0])
        for level in chosen.level or LEVELS:
            settled(running)
            seen.append(tried(running, level, chosen.seconds, orders))
            print(" | ".join(seen[-1].row()), f"load {seen[-1].load:.1f}", flush=True)
            if len(seen) > 1 and seen[-1].breaks and seen[-2].breaks:
                break
        held = [one.level for one in seen if not one.breaks]
        if chosen.then and held:
            settled(running)
            seen.append(tried(running, max(held), chosen.then, orders))
            print(" | ".join(seen[-1].row()), f"load {seen[-1].load:.1f}", flush=True)
    shown = results.table(HEAD, [one.row() for one in seen])
    connections = max(one.connections for one in seen)
    results.write(
        "A steady rate (PostgreSQL, two API processes, two workers)",
        f"Level 1 is {ORDERS_A_SECOND:g} orders and {POLLS_A_SECOND:g} polls a second; waits count from "
        f"the moment a request was due. `whole machine` is all that ran on it, these included, of one core; it has two. Connections to PostgreSQL: "
        f"{connections}.\n\n{shown}",
    )


if __name__ == "__main__":
    main()
