"""Names are looked up once per scan, and keep their addresses: a second, different answer (DNS rebinding) cannot occur."""

from __future__ import annotations

import asyncio
import functools
import ipaddress
import socket
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor

from coldread.egress.errors import NameNotFound, TimedOut
from coldread.egress.policy import Address

#: from a name to its current addresses, as text
Resolver = Callable[[str], Awaitable[list[str]]]

#: a separate pool: name servers that never answer must not block other work in threads
LOOKING_UP = ThreadPoolExecutor(max_workers=32, thread_name_prefix="names")
#: lookups of one scan at once
AT_ONCE = 8
#: after this many seconds a resolver counts as silent
TIMEOUT_S = 2.5


async def system_resolver(host: str) -> list[str]:
    """Asks the system's resolver, as other programs do."""
    loop = asyncio.get_running_loop()
    ask = functools.partial(socket.getaddrinfo, host, None, type=socket.SOCK_STREAM)
    try:
        found = await loop.run_in_executor(LOOKING_UP, ask)
    except (OSError, UnicodeError):
        raise NameNotFound(f"no address is known for {host}") from None
    return [str(entry[4][0]) for entry in found]


class Names:
    """The names of one scan, each with the addresses of its only lookup."""

    def __init__(self, resolver: Resolver = system_resolver, *, timeout_s: float = TIMEOUT_S) -> None:
        self._resolver = resolver
        self._timeout_s = timeout_s
        self._turns = asyncio.Semaphore(AT_ONCE)
        self._asked: dict[str, asyncio.Task[tuple[Address, ...]]] = {}

    async def addresses(self, host: str) -> tuple[Address, ...]:
        """All addresses of a host; raises NameNotFound or TimedOut, the same on every call."""
        try:
            return (ipaddress.ip_address(host),)
        except ValueError:
            pass
        if host not in self._asked:
            asked = self._asked[host] = asyncio.create_task(self._ask(host))
            # the caller may be gone when the answer comes: retrieve the exception
            asked.add_done_callback(lambda task: task.cancelled() or task.exception())
        return await asyncio.shield(self._asked[host])

    async def _ask(self, host: str) -> tuple[Address, ...]:
        try:
            async with asyncio.timeout(self._timeout_s), self._turns:
                answers = await self._resolver(host)
        except TimeoutError:
            raise TimedOut(f"no answer about the name {host}") from None
        found = tuple(dict.fromkeys(_address(answer) for answer in answers))
        if not found:
            raise NameNotFound(f"{host} has no address")
        return found


def _address(answer: str) -> Address:
    return ipaddress.ip_address(answer.partition("%")[0])


def own_addresses() -> frozenset[Address]:
    """The addresses that this machine uses for outgoing connections. Connecting a UDP socket sends nothing."""
    found = set[Address]()
    for family, somewhere in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((somewhere, 9))
                found.add(_address(probe.getsockname()[0]))
        except OSError:
            pass  # no route for this family, so no address either
    return frozenset(found)
