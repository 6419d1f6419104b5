"""Hours of ordinary load on one machine, watching memory, open files and every answer; `--postgres`: with several processes."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import statistics
import tempfile
from pathlib import Path

from bench.service import contestants, results, soak_on_postgres
from bench.service.held import Held
from bench.service.life import Life, life_with, lived, pages_served

WATCH_S = 10
CREATES_PER_S = 2.0
SCANS_PER_MINUTE = 3.0


async def soaked(
    server: contestants.Contestant, pages: str, orders: int, minutes: float
) -> tuple[Life, list[Held]]:
    held: list[Held] = []

    async def watch() -> None:
        while True:
            await asyncio.sleep(WATCH_S)
            held.append(Held.by(server.pid))

    async with life_with([server.url], pages) as life:
        watching = asyncio.create_task(watch())
        await lived(
            life,
            orders=orders,
            seconds=minutes * 60,
            creates_per_s=CREATES_PER_S,
            scans_per_minute=SCANS_PER_MINUTE,
        )
        watching.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watching
    return life, held


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=120)
    asked.add_argument("--orders", type=int, default=2_000)
    asked.add_argument("--postgres", action="store_true", help="two API processes and workers on PostgreSQL")
    given = asked.parse_args()
    if given.postgres:
        soak_on_postgres.soak(
            soak_on_postgres.Lasting(
                minutes=given.minutes,
                orders=given.orders,
                creates_per_s=CREATES_PER_S,
                scans_per_minute=SCANS_PER_MINUTE,
            )
        )
        return
    with tempfile.TemporaryDirectory() as place, pages_served() as pages:
        folder = Path(place)
        database = f"sqlite:///{folder / 'soak.db'}"
        with contestants.ours("coldread", database, folder, pinned=False, scans_of=pages) as server:
            life, held = asyncio.run(soaked(server, pages, given.orders, given.minutes))
    settled = held[len(held) // 5 :] or held
    early, late = settled[:6], settled[-6:]
    before, after = (statistics.median(one.megabytes for one in some) for some in (early, late))
    rows = [
        ("minutes", f"{given.minutes:g}"),
        ("orders polled every 30 s", f"{given.orders:,}"),
        ("answers", life.told()),
        *((f"{what}: median / 99 % / longest wait", life.waits(what)) for what in ("poll", "create", "scan")),
        ("answers that no client should get", f"{life.failures()} (asked: 0)"),
        ("memory after a fifth of the time", f"{before:.0f} MB"),
        ("memory at the end", f"{after:.0f} MB, {after / before - 1:+.1%} (asked: growth under 5 %)"),
        ("open files after a fifth, at the end", f"{statistics.median(one.files for one in early):.0f}, "
                                                 f"{statistics.median(one.files for one in late):.0f}"),
    ]  # fmt: skip
    results.write("Soak (SQLite, a browser scanning)", results.table(("what", "seen"), rows))


if __name__ == "__main__":
    main()
