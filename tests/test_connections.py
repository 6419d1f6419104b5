"""Every connection is answered: as many as there are files for, and the others are told to come again."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from typing import Any

import uvicorn
from uvicorn.server import ServerState

from coldread.base.open_files import OWN_FILES
from coldread.http_protocol import StrictProtocol
from coldread.server import Acceptor
from tests.harness.patience import ANSWER_S

POLL = b"GET /v1/orders/INV-7Hq2mXpR HTTP/1.1\r\nHost: x\r\n\r\n"
MOST = 5


async def fine(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


def test_whoever_comes_beyond_the_bound_is_answered_and_the_others_stay() -> None:
    protocol = type("Protocol", (StrictProtocol,), {"most_connections": MOST})
    config = uvicorn.Config(fine, http=protocol, ws="none", lifespan="off", log_config=None)
    config.load()
    state = ServerState()

    async def scene() -> tuple[list[bytes], bytes]:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(
            lambda: protocol(config=config, server_state=state, app_state={}), "127.0.0.1", 0
        )
        place = server.sockets[0].getsockname()
        ends = [await asyncio.open_connection(*place) for _ in range(MOST + 3)]
        for _, writer in ends:
            writer.write(POLL)
        heads = [await reader.readuntil(b"\r\n\r\n") for reader, _ in ends]
        body, (first, again) = await ends[-1][0].read(), ends[0]
        await first.readexactly(2)
        again.write(POLL)
        heads.append(await first.readuntil(b"\r\n\r\n"))
        for _, writer in ends:
            writer.close()
        server.close()
        return heads, body

    heads, body = asyncio.run(scene())
    assert [head[9:12] for head in heads] == [b"200"] * MOST + [b"503"] * 3 + [b"200"]
    assert b"\r\nretry-after: 5\r\n" in heads[-2]
    assert b'"status":503' in body.replace(b" ", b"")


def test_a_server_takes_all_the_files_that_it_may_have() -> None:
    asked = (
        "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (300, 900))\n"
        "from coldread.base.open_files import most_connections\n"
        "print(most_connections(), *resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    said = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout
    assert said.split() == [str(900 - OWN_FILES), "900", "900"]


class Greeting(asyncio.Protocol):
    """Says something to whoever comes."""

    def __init__(self, there: set[asyncio.BaseTransport]) -> None:
        self._there = there

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._there.add(self._remember(transport))
        self.transport.write(b"hello\n")

    def _remember(self, transport: asyncio.BaseTransport) -> asyncio.BaseTransport:
        assert isinstance(transport, asyncio.WriteTransport)
        self.transport = transport
        return transport

    def connection_lost(self, exc: Exception | None) -> None:
        self._there.discard(self.transport)


def test_where_no_files_are_left_connections_wait_and_none_is_closed() -> None:
    async def scene() -> tuple[int, list[bytes]]:
        there: set[asyncio.BaseTransport] = set()
        listener = socket.create_server(("127.0.0.1", 0))
        listener.setblocking(False)
        acceptor = Acceptor(listener, lambda: Greeting(there), lambda taking: len(there) + taking >= MOST)
        ends = [await asyncio.open_connection(*listener.getsockname()) for _ in range(3 * MOST)]
        for reader, _ in ends[:MOST]:
            assert await reader.readline() == b"hello\n"
        at_first = len(there)
        waiting = [asyncio.create_task(reader.readline()) for reader, _ in ends[MOST:]]
        for _, writer in ends:  # as one goes, the next is let in
            writer.write_eof()
        greeted = list(await asyncio.wait_for(asyncio.gather(*waiting), ANSWER_S))
        for _, writer in ends:
            writer.close()
        acceptor.close()
        return at_first, greeted

    at_first, greeted = asyncio.run(scene())
    assert at_first == MOST
    assert greeted == [b"hello\n"] * 2 * MOST
