"""The HTTP library's connections: sockets that the connector opened, with counted bytes."""

from __future__ import annotations

import re
import ssl
from typing import Any

import httpcore

from coldread.egress.budget import Budget
from coldread.egress.connector import Connector
from coldread.egress.http_head import MOST_INTERIM

# The library's interface has a `timeout` for every step, hence the ASYNC109 exceptions below.


class ConnectorBackend(httpcore.AsyncNetworkBackend):
    """Opens every connection of a pool through the connector."""

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


#: a status line at the beginning of a line
_STATUS_LINE = re.compile(rb"(?:\A|\n)HTTP/1\.[01] (\d)")


class CountedStream(httpcore.AsyncNetworkStream):
    """A connection whose incoming bytes count against a budget."""

    def __init__(self, stream: httpcore.AsyncNetworkStream, budget: Budget) -> None:
        self._stream = stream
        self._budget = budget
        #: interim answers since the last request; None once the final answer has begun
        self._interim: int | None = 0
        #: the end of the previous read: a status line may be split
        self._last = b""

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:  # noqa: ASYNC109
        received = await self._stream.read(max_bytes, timeout)
        self._budget.spend_bytes(len(received))
        if self._interim is not None:
            self._count_interim(received)
        return received

    def _count_interim(self, received: bytes) -> None:
        """Limit interim answers: the library would skip any number of them, on the event loop."""
        at = 0
        text = self._last + received
        while (found := _STATUS_LINE.search(text, at)) is not None:
            if found[1] != b"1":
                self._interim = None
                return
            at = found.end()
            self._interim = (self._interim or 0) + 1
            if self._interim > MOST_INTERIM:
                raise httpcore.RemoteProtocolError(f"more than {MOST_INTERIM} interim answers")
        self._last = text[max(at, len(text) - 12) :]

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:  # noqa: ASYNC109
        self._interim, self._last = 0, b""
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
