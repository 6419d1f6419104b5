"""Two API processes and workers on PostgreSQL under load: 200 clients that only read, then ordinary load with scans."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
from tests.harness import postgres

from bench.service import contestants, results
from bench.service.contestants import Contestant
from bench.service.cpu_clock import cpu_seconds
from bench.service.life import CLIENTS, Life, life_with, lived, pages_served
from bench.service.polls_and_orders import placed

CREATES_PER_S = 20.0
SCANS_PER_MINUTE = 3.0
QUEUES = ("work", "scan")


@contextmanager
def worker(queue: str, environ: dict[str, str]) -> Iterator[int]:
    """`coldread work`; its process."""
    process = subprocess.Popen(
        [*contestants.COLDREAD, "work", "--queues", queue],
        env={**os.environ, **environ},
        stdout=subprocess.DEVNULL,
    )
    try:
        yield process.pid
    finally:
        process.terminate()
        process.wait(30)


def all_read(servers: Sequence[Contestant], seconds: float) -> list[tuple[str, str]]:
    """Every client asks again as soon as it is answered, half of them at each server."""
    path, _ = placed(servers[0])
    before = sum(cpu_seconds(server.pid) for server in servers)
    asked = [
        subprocess.Popen(
            ["wrk", "-t1", f"-c{CLIENTS // len(servers)}", f"-d{seconds:g}s", "--latency", server.url + path],
            stdout=subprocess.PIPE,
            text=True,
        )
        for server in servers
    ]
    told = [process.communicate()[0] for process in asked]
    spent = sum(cpu_seconds(server.pid) for server in servers) - before
    answers = sum(int(number) for one in told for number in re.findall(r"(\d+) requests in", one))
    slowest = [number for one in told for number in re.findall(r"99%\s+(\S+)", one)]
    refused = [number for one in told for number in re.findall(r"(?:Non-2xx|Socket errors).*", one)]
    return [
        ("answers a second", f"{answers / seconds:,.0f}"),
        ("99 % of the answers within", " and ".join(slowest)),
        ("refused or broken", "; ".join(refused) or "0"),
        ("CPU of the API processes an answer", f"{spent / answers * 1e6:.0f} µs"),
    ]


async def ordinary(
    servers: Sequence[Contestant], pages: str, orders: int, seconds: float
) -> tuple[Life, float]:
    """Life at twenty creates a second, and how much of one core the API processes took."""
    async with life_with([server.url for server in servers], pages) as life:
        before = sum(cpu_seconds(server.pid) for server in servers)
        await lived(
            life,
            orders=orders,
            seconds=seconds,
            creates_per_s=CREATES_PER_S,
            scans_per_minute=SCANS_PER_MINUTE,
        )
    return life, (sum(cpu_seconds(server.pid) for server in servers) - before) / seconds


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--seconds", type=float, default=180, help="of ordinary life")
    asked.add_argument("--orders", type=int, default=2_000)
    given = asked.parse_args()
    database = postgres.new_database()
    with contextlib.ExitStack() as running:
        folder = Path(running.enter_context(tempfile.TemporaryDirectory()))
        pages = running.enter_context(pages_served())
        environ = contestants.environment(database, folder, scans_of=pages)
        for queue in QUEUES:
            running.enter_context(worker(queue, environ))
        servers = [
            running.enter_context(
                contestants.ours(f"api {number}", database, folder, pinned=False, scans_of=pages)
            )
            for number in (1, 2)
        ]
        for server in servers:
            httpx.get(server.url + "/v1/ping", trust_env=False).raise_for_status()
        rows = all_read(servers, 30)
        life, share = asyncio.run(ordinary(servers, pages, given.orders, given.seconds))
    reads = results.table(("200 clients that only read", "seen"), rows)
    mixed = results.table(
        ("ordinary life", "seen"),
        (
            ("seconds", f"{given.seconds:g}"),
            ("orders polled every 30 s; creates a second; scans a minute", f"{given.orders:,}; {CREATES_PER_S:g}; {SCANS_PER_MINUTE:g}"),
            ("answers", life.told()),
            *((f"{what}: median / 99 % / longest wait", life.waits(what)) for what in ("poll", "create", "scan")),
            ("answers that no client should get", f"{life.failures()} (asked: 0)"),
            ("of one core, both API processes", f"{share:.0%}"),
        ),
    )  # fmt: skip
    results.write("Load (PostgreSQL, two API processes, workers for jobs and scans)", f"{reads}\n\n{mixed}")


if __name__ == "__main__":
    main()
