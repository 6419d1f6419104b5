"""Requests that come at their time, whether or not the last is answered: what people and agents do, and no benchmark that waits does.

What a request waited counts from the moment when it was due, so that a server that is late is seen to be late.
"""

from __future__ import annotations

import asyncio
import dataclasses
import random
import re
import time
from collections import deque
from collections.abc import Callable, Sequence

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
#: how often somebody looks what is due
TICK_S = 0.002


@dataclasses.dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of request: how many come in a second, and one of them."""

    name: str
    a_second: float
    wanted: int
    make: Callable[[random.Random], bytes]
    #: called with the body of each answer as wanted
    seen: Callable[[bytes], None] = lambda _: None


@dataclasses.dataclass(kw_only=True)
class Came:
    """What came of a kind."""

    waits: list[float] = dataclasses.field(default_factory=list)
    #: by status, what was not wanted
    others: dict[int, int] = dataclasses.field(default_factory=dict)
    due: int = 0
    #: how many were due and not yet sent, at most
    behind: int = 0


class Line(asyncio.Protocol):
    """One connection, one request at a time."""

    def __init__(self, idle: deque[Line], done: Callable[[Line, int, bytes], None]) -> None:
        self.idle, self.done = idle, done
        self.came = bytearray()
        self.carries: tuple[Kind, float] | None = None
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.idle.append(self)

    def send(self, kind: Kind, due: float, request: bytes) -> None:
        assert self.transport is not None
        self.carries = (kind, due)
        self.transport.write(request)

    def data_received(self, data: bytes) -> None:
        self.came += data
        head = self.came.find(b"\r\n\r\n")
        if head < 0:
            return
        length = _LENGTH.search(self.came, 0, head + 2)
        end = head + 4 + (int(length[1]) if length else 0)
        if len(self.came) >= end:
            status, body = int(self.came[9:12]), bytes(self.came[head + 4 : end])
            del self.came[:end]
            self.done(self, status, body)

    def connection_lost(self, exc: Exception | None) -> None:
        if self.carries is not None:
            self.done(self, 0, b"")


async def asked(
    ports: Sequence[int], kinds: Sequence[Kind], seconds: float, *, lines: int = 64, seed: int = 1
) -> dict[str, Came]:
    """So many seconds of arrivals by chance (Poisson), shared by the ports; returns the result for each kind."""
    chance, loop = random.Random(seed), asyncio.get_running_loop()
    came = {kind.name: Came() for kind in kinds}
    idle: deque[Line] = deque()
    late: deque[tuple[Kind, float]] = deque()

    def send(line: Line, kind: Kind, due: float) -> None:
        line.send(kind, due, kind.make(chance))

    def done(line: Line, status: int, body: bytes) -> None:
        assert line.carries is not None
        kind, due = line.carries
        line.carries = None
        of = came[kind.name]
        if status == kind.wanted:
            of.waits.append(time.perf_counter() - due)
            kind.seen(body)
        else:
            of.others[status] = of.others.get(status, 0) + 1
        if not status:
            return  # the connection is gone
        if late:
            send(line, *late.popleft())
        else:
            idle.append(line)

    for place in range(lines):
        port = ports[place % len(ports)]
        await loop.create_connection(lambda: Line(idle, done), "127.0.0.1", port)
    begin = time.perf_counter()
    following = {kind.name: begin + chance.expovariate(kind.a_second) for kind in kinds}
    while (now := time.perf_counter()) < begin + seconds:
        for kind in kinds:
            while (due := following[kind.name]) <= now:
                following[kind.name] = due + chance.expovariate(kind.a_second)
                of = came[kind.name]
                of.due += 1
                if idle:
                    send(idle.popleft(), kind, due)
                else:
                    late.append((kind, due))
                    of.behind = max(of.behind, len(late))
        await asyncio.sleep(TICK_S)
    ends = time.perf_counter() + 10
    while (len(idle) < lines or late) and time.perf_counter() < ends:  # noqa: ASYNC110 - lines may be lost as well
        await asyncio.sleep(TICK_S)
    for line in idle:
        assert line.transport is not None
        line.transport.close()
    return came
