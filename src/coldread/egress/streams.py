"""What the HTTP library connects through: sockets that the door opened and whose bytes are counted."""

from __future__ import annotations

import ssl
from typing import Any

import httpcore

from coldread.egress.budget import Budget
from coldread.egress.connector import Connector

# The library's interface hands a `timeout` to every step, hence the ASYNC109 exceptions below.


class ConnectorBackend(httpcore.AsyncNetworkBackend):
    """Every connection of a pool is made by the door."""

    def __init__(self, door: Connector) -> None:
        self._door = door
        self._sockets = httpcore.AnyIOBackend()

    async def connect_tcp(
        self, host: str, port: int, *_: object, **__: object
    ) -> httpcore.AsyncNetworkStream:
        stream = await self._door.connect(host, port, self._open)
        return CountedStream(stream, self._door.budget)

    async def _open(self, address: str, port: int) -> httpcore.AsyncNetworkStream:
        try:
            return await self._sockets.connect_tcp(address, port)
        except httpcore.ConnectError as error:
            raise OSError(str(error)) from None


class CountedStream(httpcore.AsyncNetworkStream):
    """A connection whose incoming bytes are paid from a budget."""

    def __init__(self, stream: httpcore.AsyncNetworkStream, budget: Budget) -> None:
        self._stream = stream
        self._budget = budget

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109
        received = await self._stream.read(max_bytes, timeout)
        self._budget.spend_bytes(len(received))
        return received

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,  # noqa: ASYNC109
    ) -> httpcore.AsyncNetworkStream:
        secure = await self._stream.start_tls(ssl_context, server_hostname, timeout)
        return CountedStream(secure, self._budget)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
