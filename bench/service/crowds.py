"""Cost as the work grows in other ways than rows: connections 1 to 256, pages 10 kB to 5 MB, jobs waiting 10 to 10⁵."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import sqlite3
import statistics
import tempfile
import time
from pathlib import Path

import psycopg
from tests.harness import postgres
from tests.harness.hostile_shapes import mixed
from tests.scanner.seeing import seen

from bench.service import contestants, results
from bench.service.polls_and_orders import placed
from bench.service.slices import cost, interleaved
from coldread.base.clock import Clock
from coldread.base.database.databases import open_database
from coldread.jobs.job import job
from coldread.jobs.runner import runner
from coldread.migrations import apply
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.phrases import compile_all

CONNECTIONS = (1, 16, 64, 256)
PAGES_KB = (10, 100, 1_000, 5_000)
WAITING = (10, 1_000, 100_000)
DONE = 200  # jobs that are timed
PARAGRAPH = "<p>Every invoice is matched with its order, and what does not match is shown to a person.</p>\n"


def connections(rounds: int) -> str:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with contestants.ours("coldread", f"sqlite:///{folder / 'crowd.db'}", folder) as server:
            path, _ = placed(server)
            found = interleaved(
                rounds,
                {str(number): lambda n=number: cost(server, path, clients=n) for number in CONNECTIONS},  # type: ignore[misc]
            )
    return results.table(
        ("connections", "GET, CPU µs"), [(name, results.spread(values)) for name, values in found.items()]
    )


def page_sizes(rounds: int) -> str:
    """The static look at a page of growing length, once it is fetched: reading it, all checks, the report.

    Twice: a paragraph again and again, which a look meets as one text, and pages of which it has met no text.
    """
    brief = Brief(goal=PrimaryGoal.DEMO)
    compile_all()  # as a worker does before its first page
    review(seen(page_of(1000)), brief)
    rows = []
    for kilobytes in PAGES_KB:
        length = kilobytes * 1000
        alike = [_spent(page_of(length), brief) for _ in range(rounds)]
        unlike = [_spent(mixed(length, seed=kilobytes * 10 + number), brief) for number in range(rounds)]
        rows.append((f"{kilobytes:,} kB", *(f"{statistics.median(one):,.0f} ms" for one in (alike, unlike))))
    return results.table(("page", "CPU of a static look", "no two paragraphs alike"), rows)


def _spent(html: str, brief: Brief) -> float:
    """CPU milliseconds."""
    began = time.process_time()
    review(seen(html), brief)
    return (time.process_time() - began) * 1000


def page_of(length: int) -> str:
    head = "<!doctype html><html lang=en><title>Invoices that match themselves</title><h1>Match invoices</h1>"
    return head + PARAGRAPH * (length // len(PARAGRAPH))


class Deeds:
    """Counts jobs, and wakes who waits for a number of them."""

    def __init__(self) -> None:
        self.done = 0
        self._wanted = 0
        self._there = asyncio.Event()

    def one_more(self) -> None:
        self.done += 1
        if self.done >= self._wanted:
            self._there.set()

    async def more(self, number: int) -> None:
        self._wanted = self.done + number
        self._there.clear()
        await self._there.wait()


@job("bench.nothing")
async def nothing(deeds: Deeds) -> None:
    """Only the machinery is timed."""
    deeds.one_more()


async def seconds_a_job(url: str) -> float:
    """CPU of this process for each of two hundred jobs."""
    deeds = Deeds()
    database = open_database(url, Clock())
    working = asyncio.create_task(runner(database, url, deeds, queues=("work",)).run())
    await deeds.more(20)  # the first ones pay for imports and connections
    before, began = deeds.done, time.process_time()
    await deeds.more(DONE)
    spent = (time.process_time() - began) / (deeds.done - before)
    working.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await working
    await database.close()
    return spent


def waiting_on_sqlite(number: int, folder: Path) -> str:
    path = folder / f"jobs-{number}.db"
    url = f"sqlite:///{path}"
    apply.upgrade(url)
    with sqlite3.connect(path) as connection:
        connection.executemany(
            "INSERT INTO jobs (queue, name, key, arguments, state, due_at, tries, created_at) "
            "VALUES ('work', 'bench.nothing', ?, '{}', 'waiting', ?, 0, 0)",
            [(f"job-{n}", n) for n in range(number + DONE + 100)],
        )
    return url


def waiting_on_postgres(number: int) -> str:
    url = postgres.new_database()
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "INSERT INTO procrastinate_jobs (queue_name, task_name, queueing_lock, args, status) "
            "SELECT 'work', 'bench.nothing', 'job-' || n, %s, 'todo' FROM generate_series(1, %s) n",
            (json.dumps({}), number + DONE + 100),
        )
        connection.execute("ANALYZE procrastinate_jobs")
    return url


def jobs_waiting() -> str:
    rows = []
    with tempfile.TemporaryDirectory() as place:
        for number in WAITING:
            sqlite = asyncio.run(seconds_a_job(waiting_on_sqlite(number, Path(place))))
            shared = asyncio.run(seconds_a_job(waiting_on_postgres(number)))
            rows.append((f"{number:,}", f"{sqlite * 1e6:.0f}", f"{shared * 1e6:.0f}"))
    return results.table(("jobs waiting", "a job on SQLite, CPU µs", "a job on PostgreSQL, CPU µs"), rows)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=5)
    asked.add_argument("--pages", action="store_true", help="only what a look at a page costs")
    given = asked.parse_args()
    os.environ.setdefault("COLDREAD_LOG_FORMAT", "json")
    results.write("Growth in the length of a page (no browser)", page_sizes(given.rounds))
    if given.pages:
        return
    results.write("Growth in connections (SQLite)", connections(given.rounds))
    results.write("Growth in jobs that wait", jobs_waiting())


if __name__ == "__main__":
    main()
