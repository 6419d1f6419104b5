"""An ordinary load on the service: orders polled at their interval with 304s, with creates and scans."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import itertools
import random
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from json import loads

import aiohttp

from bench.service import contestants
from bench.service.polls_and_orders import WISH

INTERVAL_S = 30
CLIENTS = 200
KEPT_S = 60  # a connection that nobody uses; the service lets go of it later
PAGES = contestants.ROOT / "tests" / "sites"


@contextmanager
def pages_served() -> Iterator[str]:
    """The test pages on loopback: `host:port`."""
    port = contestants.free_port()
    command = [
        sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "-d", str(PAGES)
    ]  # fmt: skip
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield f"127.0.0.1:{port}"
    finally:
        server.kill()
        server.wait()


@dataclasses.dataclass(frozen=True, kw_only=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Life:
    """All clients together, over keep-alive connections, spread over the given servers."""

    def __init__(self, clients: Sequence[aiohttp.ClientSession], pages: str) -> None:
        self._clients = itertools.cycle(clients)
        self._pages = [f"http://{pages}/{page.name}" for page in sorted(PAGES.glob("*.html"))]
        self._scans = itertools.count()
        #: when the clock started
        self.began = 0.0
        self.answers: Counter[str] = Counter()
        self.waited_ms: defaultdict[str, list[float]] = defaultdict(list)

    async def ask(
        self, what: str, method: str, path: str, *, headers: dict[str, str] | None = None, json: object = None
    ) -> Answer | None:
        began = time.perf_counter()
        try:
            async with next(self._clients).request(method, path, headers=headers, json=json) as told:
                answer = Answer(status=told.status, headers=told.headers, body=await told.read())
        except (aiohttp.ClientError, TimeoutError) as error:
            self.answers[f"{what} {type(error).__name__}"] += 1
            return None
        self.waited_ms[what].append((time.perf_counter() - began) * 1000)
        self.answers[f"{what} {answer.status}"] += 1
        return answer

    async def place(self) -> str | None:
        answer = await self.ask("create", "POST", "/v1/cold-read-requests", json=WISH)
        return loads(answer.body)["order_id"] if answer is not None and answer.status == 201 else None

    async def poll(self, order_id: str) -> None:
        tag = ""
        await asyncio.sleep(random.uniform(0, INTERVAL_S))
        while True:
            headers = {"If-None-Match": tag} if tag else {}
            answer = await self.ask("poll", "GET", f"/v1/orders/{order_id}", headers=headers)
            tag = answer.headers.get("etag", tag) if answer is not None else tag
            await asyncio.sleep(INTERVAL_S)

    async def scan(self) -> None:
        number = next(self._scans)
        url = f"{self._pages[number % len(self._pages)]}?{number}"  # never the same twice: no answer from the cache
        await self.ask("scan", "POST", "/v1/scan", json={"url": url, "primary_goal": "demo"})

    async def keep_placing(self, per_second: float) -> None:
        async with asyncio.TaskGroup() as placing:
            while True:
                await asyncio.sleep(random.expovariate(per_second))
                placing.create_task(self.place())

    async def keep_scanning(self, per_minute: float) -> None:
        while per_minute:
            await asyncio.sleep(60 / per_minute)
            await self.scan()

    def told(self) -> str:
        return ", ".join(f"{name}: {count:,}" for name, count in sorted(self.answers.items()))

    def waits(self, what: str) -> str:
        """Median, 99th percentile and the longest."""
        waited = sorted(self.waited_ms[what])
        if not waited:
            return "–"
        return _spread(waited)

    def thirds(self, what: str) -> list[str]:
        """The same for what was asked first, in the middle and last."""
        waited, third = self.waited_ms[what], len(self.waited_ms[what]) // 3
        if not third:
            return ["–"] * 3
        return [_spread(sorted(part)) for part in (waited[:third], waited[third:-third], waited[-third:])]

    def failures(self) -> int:
        """Answers that no client should get: errors of the service, and connections that broke."""
        fine = {"200", "201", "304"}
        return sum(count for name, count in self.answers.items() if name.split()[1] not in fine)


def _spread(waited: Sequence[float]) -> str:
    return f"{waited[len(waited) // 2]:.1f} / {waited[int(len(waited) * 0.99)]:.0f} / {waited[-1]:.0f} ms"


@contextlib.asynccontextmanager
async def life_with(urls: Sequence[str], pages: str) -> AsyncIterator[Life]:
    """A life that talks to these servers in turn, over two hundred connections in all."""
    share = CLIENTS // len(urls)
    async with contextlib.AsyncExitStack() as open_clients:
        clients = [
            await open_clients.enter_async_context(
                aiohttp.ClientSession(
                    url,
                    connector=aiohttp.TCPConnector(limit=share, keepalive_timeout=KEPT_S),
                    timeout=aiohttp.ClientTimeout(total=90),
                )
            )
            for url in urls
        ]
        yield Life(clients, pages)


async def lived(
    life: Life, *, orders: int, seconds: float, creates_per_s: float, scans_per_minute: float
) -> None:
    """Place the orders, then poll them while others order and scan; what came before the clock started is forgotten."""
    placed = [order_id for order_id in [await life.place() for _ in range(orders)] if order_id]
    life.answers.clear()
    life.waited_ms.clear()
    life.began = time.monotonic()
    tasks = [asyncio.create_task(life.poll(order_id)) for order_id in placed]
    tasks.append(asyncio.create_task(life.keep_placing(creates_per_s)))
    tasks.append(asyncio.create_task(life.keep_scanning(scans_per_minute)))
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
