"""Clients that send their request a byte at a time, and how long the server bears each of them."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from types import TracebackType

DRIP_S = 10.0
#: what is sent at once; then a byte every ten seconds
HEAD = b"GET /v1/ping HTTP/1.1\r\nX-Slow: a"
BODY = (
    b"POST /v1/cold-read-requests HTTP/1.1\r\nHost: x\r\n"
    b"Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"
)


class Slow(asyncio.Protocol):
    """One of them."""

    def __init__(self, first: bytes, ended: Callable[[float], None]) -> None:
        self._first = first
        self._ended = ended

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._began = time.monotonic()
        transport.write(self._first)
        self._dripping = asyncio.get_running_loop().call_later(DRIP_S, self._drip)

    def connection_lost(self, exc: Exception | None) -> None:
        self._dripping.cancel()
        self._ended(time.monotonic() - self._began)

    def _drip(self) -> None:
        self._transport.write(b"a")
        self._dripping = asyncio.get_running_loop().call_later(DRIP_S, self._drip)


class Crowd:
    """`with Crowd(port, 1000) as crowd:` they hang; `crowd.borne()` waits until the last was let go."""

    def __init__(self, port: int, clients: int) -> None:
        self._port = port
        self._clients = clients
        self._there = threading.Event()
        self._gone = threading.Event()
        self._leave: Callable[[], object] = lambda: None
        self._seconds: list[float] = []
        self._thread = threading.Thread(target=lambda: asyncio.run(self._hang()), daemon=True)

    def __enter__(self) -> Crowd:
        self._thread.start()
        assert self._there.wait(60), "they could not all connect"
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._leave()
        self._thread.join(10)

    @property
    def hanging(self) -> int:
        return self._clients - len(self._seconds)

    def borne(self, within: float = 30) -> list[float]:
        """For how many seconds each was borne; who still hangs after `within` is missing."""
        self._gone.wait(within)
        return sorted(self._seconds)

    async def _hang(self) -> None:
        loop = asyncio.get_running_loop()
        over = asyncio.Event()
        self._leave = lambda: loop.call_soon_threadsafe(over.set)
        for number in range(self._clients):
            first = (HEAD, BODY)[number % 2]
            await loop.create_connection(lambda: Slow(first, self._note), "127.0.0.1", self._port)  # noqa: B023
        self._there.set()
        await over.wait()

    def _note(self, seconds: float) -> None:
        self._seconds.append(seconds)
        if not self.hanging:
            self._gone.set()
