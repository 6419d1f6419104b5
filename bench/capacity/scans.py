"""`python -m bench.capacity.scans`: what a scan costs each part on PostgreSQL, in CPU, connections and bytes.

One API process, one worker with a browser, one scan at a time; processes that end during the run count too. The pages are
those of `tests/sites`, served on this machine; each is scanned under an address of its own, so nothing comes from the cache.
"""

from __future__ import annotations

import contextlib
import tempfile
import time
from pathlib import Path

import httpx
import psycopg
from tests.harness import postgres

from bench.scan.cpu import CpuMeter
from bench.service import contestants, results
from bench.service.life import PAGES, pages_served
from bench.service.load import worker
from bench.service.on_postgres import database_seconds

SCANS = 16


def asked(database: str, statement: str) -> int:
    with psycopg.connect("postgresql://" + database.split("://", 1)[1]) as connection:
        row = connection.execute(statement.encode()).fetchone()
    assert row is not None
    return int(row[0])


def scanned(server: contestants.Contestant, host: str, numbers: range) -> list[float]:
    """How long each took; every one by a browser."""
    pages = sorted(page.name for page in PAGES.glob("*.html"))
    took = []
    for number in numbers:
        body = {"url": f"http://{host}/{pages[number % len(pages)]}?n={number}", "primary_goal": "book_call"}
        began = time.monotonic()
        answer = httpx.post(server.url + "/v1/scan", json=body, timeout=120, trust_env=False)
        took.append(time.monotonic() - began)
        assert answer.json().get("_source") == "pipeline", answer.text[:300]
    return took


def main() -> None:
    with contextlib.ExitStack() as running:
        database = postgres.new_database()
        folder = Path(running.enter_context(tempfile.TemporaryDirectory()))
        host = running.enter_context(pages_served())
        environ = {
            **contestants.environment(database, folder, scans_of=host),
            "COLDREAD_SCAN_DEADLINE_S": "60",
        }
        looks = running.enter_context(worker("scan", environ))
        server = running.enter_context(contestants.ours("api", database, folder, pinned=False, scans_of=host))
        scanned(server, host, range(-2, 0))  # the browser starts, and code is read in
        size, spent = "SELECT pg_database_size(current_database())", database_seconds()
        before = asked(database, size)
        with CpuMeter(looks) as looking, CpuMeter(server.pid) as api:
            took = scanned(server, host, range(SCANS))
        spent = database_seconds() - spent
        grown = asked(database, size) - before
        connections = asked(
            database,
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
    rows = [
        ("CPU of the worker with its browser", f"{looking.seconds / SCANS:.2f} s"),
        ("CPU of the API process with its children", f"{api.seconds / SCANS * 1000:.0f} ms"),
        ("CPU of PostgreSQL", f"{spent / SCANS * 1000:.0f} ms"),
        ("the database grows by", f"{grown / SCANS / 1024:.0f} kB"),
        ("took, median", f"{sorted(took)[SCANS // 2]:.1f} s"),
        ("connections of both processes", str(connections)),
    ]
    results.write(f"What a scan costs (PostgreSQL, {SCANS} scans)", results.table(("a scan", "seen"), rows))


if __name__ == "__main__":
    main()
