"""Hours of ordinary life: orders polled at their interval with 304s, creates beside them; memory and refusals are watched."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import statistics
import tempfile
import time
from collections import Counter
from pathlib import Path

import httpx

from bench.service import contestants, results
from bench.service.polls_and_orders import WISH

INTERVAL_S = 30
CREATES_PER_S = 2.0
WATCH_S = 10


def resident_mb(pid: int) -> float:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS")) / 1024


class Life:
    """All clients together, over keep-alive connections."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.answers: Counter[str] = Counter()
        self.waited_ms: list[float] = []

    async def ask(self, what: str, method: str, path: str, **request: object) -> httpx.Response | None:
        began = time.perf_counter()
        try:
            answer = await self.http.request(method, path, **request)  # type: ignore[arg-type]
        except httpx.HTTPError as error:
            self.answers[f"{what} {type(error).__name__}"] += 1
            return None
        self.waited_ms.append((time.perf_counter() - began) * 1000)
        self.answers[f"{what} {answer.status_code}"] += 1
        return answer

    async def place(self) -> str | None:
        answer = await self.ask("create", "POST", "/v1/cold-read-requests", json=WISH)
        return answer.json()["order_id"] if answer is not None and answer.status_code == 201 else None

    async def poll(self, order_id: str) -> None:
        tag = ""
        await asyncio.sleep(random.uniform(0, INTERVAL_S))
        while True:
            headers = {"If-None-Match": tag} if tag else {}
            answer = await self.ask("poll", "GET", f"/v1/orders/{order_id}", headers=headers)
            tag = answer.headers.get("etag", tag) if answer is not None else tag
            await asyncio.sleep(INTERVAL_S)

    async def keep_placing(self) -> None:
        while True:
            await self.place()
            await asyncio.sleep(random.expovariate(CREATES_PER_S))


async def live(server: contestants.Contestant, orders: int, minutes: float) -> tuple[Life, list[float]]:
    limits = httpx.Limits(max_connections=200, max_keepalive_connections=200)
    memory: list[float] = []
    async with httpx.AsyncClient(base_url=server.url, limits=limits, timeout=30, trust_env=False) as http:
        life = Life(http)
        placed = [order_id for order_id in [await life.place() for _ in range(orders)] if order_id]
        life.answers.clear()
        life.waited_ms.clear()
        tasks = [asyncio.create_task(life.poll(order_id)) for order_id in placed]
        tasks.append(asyncio.create_task(life.keep_placing()))
        until = time.monotonic() + minutes * 60
        while time.monotonic() < until:
            await asyncio.sleep(min(WATCH_S, max(0.0, until - time.monotonic())))
            memory.append(resident_mb(server.pid))
        for task in tasks:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*tasks, return_exceptions=True)
    return life, memory


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--minutes", type=float, default=120)
    asked.add_argument("--orders", type=int, default=2_000)
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with contestants.ours("coldread", f"sqlite:///{folder / 'soak.db'}", folder) as server:
            life, memory = asyncio.run(live(server, given.orders, given.minutes))
    settled = memory[len(memory) // 5 :] or memory
    waited = sorted(life.waited_ms)
    rows = [
        ("minutes", f"{given.minutes:g}"),
        ("orders polled every 30 s", f"{given.orders:,}"),
        ("answers", ", ".join(f"{name}: {count:,}" for name, count in sorted(life.answers.items()))),
        ("median / 99 % / longest wait", " / ".join(f"{waited[int(len(waited) * share)]:.1f} ms" for share in (0.5, 0.99)) + f" / {waited[-1]:.0f} ms"),
        ("memory after a fifth of the time", f"{statistics.median(settled[:3]):.0f} MB"),
        ("memory at the end", f"{statistics.median(settled[-3:]):.0f} MB (asked: growth under 5 %)"),
    ]  # fmt: skip
    results.write("Soak (SQLite)", results.table(("what", "seen"), rows))


if __name__ == "__main__":
    main()
