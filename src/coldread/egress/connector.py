"""The connector: checks a place, looks its name up, and connects to exactly the address that was checked."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

from coldread.egress.budget import Budget
from coldread.egress.errors import ConnectFailed, TimedOut
from coldread.egress.names import Names
from coldread.egress.policy import Address, Policy

Connection = TypeVar("Connection")


class Connector:
    """The outgoing connections of one visitor. Connectors of one scan share its names; each has its own budget."""

    def __init__(self, *, policy: Policy, names: Names, budget: Budget) -> None:
        self.policy = policy
        self.names = names
        self.budget = budget

    async def addresses(self, host: str, port: int) -> tuple[Address, ...]:
        """The addresses of `host`. If one of them is refused, none is used."""
        self.policy.check_place(host, port)
        found = await self.names.addresses(host)
        for address in found:
            self.policy.check_address(host, port, address)
        return found

    async def connect(
        self, host: str, port: int, opener: Callable[[str, int], Awaitable[Connection]]
    ) -> Connection:
        """A connection to the first address that accepts one; `opener` gets only the address."""
        failure: Exception | None = None
        for address in await self.addresses(host, port):
            patience = min(self.budget.caps.silence, self.budget.seconds_left())
            try:
                async with asyncio.timeout(patience):
                    return await opener(str(address), port)
            except TimeoutError:
                failure = TimedOut(f"{host} did not accept a connection")
            except OSError as error:
                failure = ConnectFailed(f"{host}: {error.strerror or error}")
        raise failure or ConnectFailed(host)
