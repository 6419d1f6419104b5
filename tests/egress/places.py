"""What the tests put at both ends of the door: names that lie, and a small site on loopback."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from itertools import repeat

from coldread.egress.budget import Budget, Caps
from coldread.egress.connector import Connector
from coldread.egress.errors import NameNotFound
from coldread.egress.names import Names, Resolver
from coldread.egress.policy import Policy

Handler = Callable[[str, asyncio.StreamWriter], Awaitable[None]]


def lying(answers: Mapping[str, list[list[str]]]) -> Resolver:
    """A resolver with TTL 0: each question about a name takes its next answer, the last one stays."""
    left = {name: iter([*rounds, *repeat(rounds[-1], 20)]) for name, rounds in answers.items()}

    async def resolve(host: str) -> list[str]:
        if host not in left:
            raise NameNotFound(host)
        return next(left[host])

    return resolve


def fixed(answers: Mapping[str, list[str]]) -> Resolver:
    return lying({name: [addresses] for name, addresses in answers.items()})


def a_door(
    *, allow: set[tuple[str, int]] | None = None, resolver: Resolver | None = None, caps: Caps | None = None
) -> Connector:
    return Connector(
        policy=Policy(allow=frozenset(allow or set())),
        names=Names(resolver or fixed({})),
        budget=Budget(caps or Caps()),
    )


@asynccontextmanager
async def a_site(handler: Handler) -> AsyncIterator[int]:
    """The port of a server on 127.0.0.1 that gives each request's line to `handler` and then hangs up."""

    serving: set[asyncio.Task[None]] = set()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if (task := asyncio.current_task()) is not None:
            serving.add(task)
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            await handler(head.decode("latin-1"), writer)
            await writer.drain()
        except (OSError, EOFError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield server.sockets[0].getsockname()[1]
    finally:
        # nobody is let in any more before it closes: who comes in between is dropped with his socket open
        asyncio.get_running_loop().remove_reader(server.sockets[0].fileno())
        await asyncio.sleep(0)
        server.close()
        for task in serving:
            task.cancel()  # a browser keeps connections on which it never asks
        await asyncio.gather(*serving, return_exceptions=True)


async def redirect_to_query(head: str, writer: asyncio.StreamWriter) -> None:
    """Answers `GET /?<location>` with a redirect to that location, anything else with `hello`."""
    path = head.split(" ")[1]
    if path.startswith("/?"):
        location = bytes.fromhex(path[2:]).decode()
        writer.write(f"HTTP/1.1 302 Found\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode())
    else:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\n\r\nhello")
