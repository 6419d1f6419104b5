"""What a poll and an order cost as the table grows: 10³ to 10⁶ orders on the same server, one after the other."""

from __future__ import annotations

import argparse
import sqlite3
import tempfile
from pathlib import Path

import httpx

from bench.service import contestants, results
from bench.service.polls_and_orders import ORDER, UNCHANGED, WISH, placed
from bench.service.slices import cost, interleaved, median
from coldread.base import ids
from coldread.migrations import apply

TABLES = (("orders", "id"), ("order_events", "order_id"), ("order_views", "order_id"))
SHARE = 5_000  # rows a transaction
FLAT = 0.35


def grow(database: Path, like: str, rows: int) -> None:
    """Copies of one order under other ids, with the rows that belong to it, until there are as many."""
    with sqlite3.connect(database) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        there = connection.execute("SELECT count(*) FROM orders").fetchone()[0]
        while there < rows:
            batch = [(ids.new_order_id(),) for _ in range(min(SHARE, rows - there))]
            for table, name in TABLES:
                columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
                kept = [column for column in columns if column not in {name, "id"}]
                listed = ", ".join(kept)
                connection.executemany(
                    f"INSERT INTO {table} ({name}, {listed}) SELECT ?, {listed} FROM {table} WHERE {name} = '{like}'",
                    batch,
                )
            connection.commit()
            there += len(batch)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=5)
    asked.add_argument("--most", type=int, default=1_000_000)
    given = asked.parse_args()
    sizes = [size for size in (1_000, 10_000, 100_000, 1_000_000) if size <= given.most]
    lua = ORDER % httpx.Request("POST", "http://x", json=WISH).content.decode()
    rows: list[tuple[str, ...]] = []
    first: dict[str, float] = {}
    worst = 0.0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        database = folder / "grown.db"
        apply.upgrade(f"sqlite:///{database}")
        with contestants.ours("coldread", f"sqlite:///{database}", folder) as server:
            like = placed(server)[0].rpartition("/")[2]
        for size in sizes:
            grow(database, like, size)
            with contestants.ours("coldread", f"sqlite:///{database}", folder) as server:
                path, tag = placed(server)
                found = interleaved(
                    given.rounds,
                    {
                        "GET": lambda: cost(server, path),  # noqa: B023
                        "304": lambda: cost(server, path, lua=UNCHANGED % tag),  # noqa: B023
                        "create": lambda: cost(server, "/", clients=8, lua=lua),
                    },
                )
            for name, values in found.items():
                first.setdefault(name, median(values))
                worst = max(worst, abs(median(values) / first[name] - 1))
            rows.append((f"{size:,}", *(results.spread(values) for values in found.values())))
    text = results.table(("orders", "GET, CPU µs", "304, CPU µs", "create at 8 clients, CPU µs"), rows)
    verdict = f"Largest change against the first row: {worst:.0%} (asked: within {FLAT:.0%})."
    results.write("Growth (SQLite)", f"{text}\n\n{verdict}")


if __name__ == "__main__":
    main()
