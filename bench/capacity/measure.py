"""`python -m bench.capacity.measure`: the CPU that a poll and an order cost the API process and PostgreSQL."""

from __future__ import annotations

import tempfile
from pathlib import Path

from tests.harness import postgres

from bench.service import contestants, results
from bench.service.on_postgres import LUA, database_seconds
from bench.service.polls_and_orders import placed
from bench.service.slices import median, sliced

ROUNDS, SECONDS, CLIENTS = 5, 2.0, 8


def costs(server: contestants.Contestant, path: str, lua: str = "") -> tuple[list[float], list[float]]:
    """CPU µs an answer: of the API process, and of the database."""
    api, database = [], []
    for _ in range(ROUNDS):
        before = database_seconds()
        found = sliced(server, path, clients=CLIENTS, seconds=SECONDS, lua=lua)
        if found.cost_us is not None and found.answers:
            api.append(found.cost_us)
            database.append((database_seconds() - before) / found.answers * 1e6)
    return api, database


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        contestants.ours("coldread", postgres.new_database(), Path(folder)) as ours,
    ):
        path, _ = placed(ours)
        found = {"poll": costs(ours, path), "order": costs(ours, "/", LUA)}
    rows = [
        (what, results.spread(api), results.spread(database), f"{1e6 / median(api):,.0f}")
        for what, (api, database) in found.items()
    ]
    head = (
        "what",
        "API, CPU µs, median [least–most]",
        "database, CPU µs",
        "one core of the API serves a second",
    )
    results.write("What one core serves (PostgreSQL)", results.table(head, rows))


if __name__ == "__main__":
    main()
