"""The browser's proxy: an HTTP proxy on loopback that sends every request through one connector.

Each proxy has its own connector, so its port identifies a scan: another scan cannot use its budget."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Callable

from coldread.egress.connector import Connector
from coldread.egress.errors import EgressError, Exhausted
from coldread.egress.http_head import (
    LARGEST_HEAD,
    MOST_INTERIM,
    Request,
    answer_head,
    parse_request,
    refusal,
    request_head,
)

CHUNK = 64 * 1024
#: seconds before a refusal after the budget is spent: an immediate one would cause the next request
PENALTY = 1.0
#: denials that are recorded, for a page that tries without end
MOST_DENIALS = 500
#: seconds for the browser to send a request head
TIMEOUT_S = 10.0

Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


@dataclasses.dataclass(frozen=True, kw_only=True)
class Denial:
    """A request that was refused."""

    place: str
    reason: str


class Proxy:
    """Serves one browser context; `async with Proxy(connector) as proxy` opens and closes its port."""

    def __init__(self, door: Connector) -> None:
        self.door = door
        self.denials: list[Denial] = []
        self._is_cut = False
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    @property
    def url(self) -> str:
        """The address for the browser."""
        if self._server is None:
            raise RuntimeError("the proxy is not open")
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aenter__(self) -> Proxy:
        self._server = await asyncio.start_server(
            self._accept, "127.0.0.1", 0, limit=LARGEST_HEAD, start_serving=False
        )
        try:
            await self._server.start_serving()
        except BaseException:  # cancelled while it opens: nobody else would close it
            self._server.close()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._server is not None:
            # Stop accepting before closing: a connection that arrives in between would leave its socket open.
            asyncio.get_running_loop().remove_reader(self._server.sockets[0].fileno())
            await asyncio.sleep(0)
            self._server.close()
        self.cut()
        await asyncio.gather(*self._connections, return_exceptions=True)

    def cut(self) -> None:
        """Block all new requests, and close the open connections."""
        self._is_cut = True
        for serving in self._connections:
            serving.cancel()

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        serving = asyncio.create_task(self._serve_connection((reader, writer)))
        self._connections.add(serving)
        serving.add_done_callback(self._connections.discard)
        serving.add_done_callback(lambda _: writer.close())  # also if it was cancelled before it began

    async def _serve_connection(self, near: Streams) -> None:
        try:
            async with asyncio.timeout(TIMEOUT_S):
                head = await near[0].readuntil(b"\r\n\r\n")
            await self._answer_request(head.decode("latin-1"), near)
        except (OSError, TimeoutError, EOFError, asyncio.LimitOverrunError, Exhausted):
            pass  # the browser sees a closed connection

    async def _answer_request(self, head: str, near: Streams) -> None:
        if self._is_cut:
            return
        if self.door.budget.exhausted is not None:
            await asyncio.sleep(PENALTY)
        try:
            request = parse_request(head)
            self.door.budget.spend_request()
            far = await self.door.connect(request.host, request.port, asyncio.open_connection)
        except EgressError as error:
            if len(self.denials) < MOST_DENIALS:
                self.denials.append(Denial(place=head.partition("\r\n")[0][:200], reason=error.reason))
            near[1].write(refusal(error))
            await near[1].drain()
            return
        try:
            await self._relay(request, near, far)
        finally:
            far[1].close()

    async def _relay(self, request: Request, near: Streams, far: Streams) -> None:
        if request.target is not None:
            far[1].write(request_head(request.method, request.target, request.headers))
        sending = asyncio.create_task(_pump(near[0], far[1], _count_nothing))
        try:
            if request.target is None:
                near[1].write(b"HTTP/1.1 200 Connection established\r\n\r\n")
            else:
                near[1].write(await self._final_head(far[0]))
            await _pump(far[0], near[1], self.door.budget.spend_bytes)
        finally:
            sending.cancel()

    async def _final_head(self, far: asyncio.StreamReader) -> bytes:
        """The head of the final answer, after any interim ones (100, 103)."""
        for _ in range(MOST_INTERIM + 1):
            patience = self.door.budget.seconds_left()
            async with asyncio.timeout(patience):
                head = await far.readuntil(b"\r\n\r\n")
            self.door.budget.spend_bytes(len(head))
            passed_on = answer_head(head.decode("latin-1"))
            if passed_on is not None:
                return passed_on
        raise EOFError(f"more than {MOST_INTERIM} interim answers")


async def _pump(
    reader: asyncio.StreamReader, writer: asyncio.StreamWriter, count: Callable[[int], None]
) -> None:
    try:
        while chunk := await reader.read(CHUNK):
            count(len(chunk))
            writer.write(chunk)
            await writer.drain()
    except OSError:
        pass  # one side closed the connection: the caller closes the other


def _count_nothing(_count: int) -> None:
    """Bytes from the browser do not count against the budget."""
