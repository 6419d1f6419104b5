"""`/mcp`, without making the start wait for the SDK: it is imported after the start, or by the first request."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Message, Receive, Scope, Send

from coldread.base.incoming import strict_json
from coldread.base.settings import Settings
from coldread.web.request import CREATION, read_up_to, services_of
from coldread.web.route import Endpoints

if TYPE_CHECKING:
    from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

ENDPOINTS = Endpoints()


class RunningManager:
    """The running session manager of one application, opened by its first request."""

    def __init__(self) -> None:
        self._opening = asyncio.Lock()
        self._manager: StreamableHTTPSessionManager | None = None
        self._running: asyncio.Task[None] | None = None

    async def manager(self, settings: Settings) -> StreamableHTTPSessionManager:
        async with self._opening:
            if self._manager is None or self._running is None or self._running.done():
                self._manager = await asyncio.to_thread(_new_session_manager, settings)
                ready = asyncio.Event()
                self._running = asyncio.create_task(_run(self._manager, ready))
                await ready.wait()
        return self._manager


#: by event loop and settings: a manager lives in the loop that opened it
_rooms: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[Settings, RunningManager]] = WeakKeyDictionary()


async def handle_mcp(request: Request) -> Response:
    """Limit the body first: the SDK reads a body whole and builds objects from it."""
    body = None
    if request.method == "POST":
        body = await read_up_to(request, CREATION)
        await asyncio.to_thread(strict_json.require_bounded, body)
    return _Through(await open_manager(services_of(request).settings), body)


async def open_manager(settings: Settings) -> StreamableHTTPSessionManager:
    """The manager of this loop and these settings, ready for a caller."""
    room = _rooms.setdefault(asyncio.get_running_loop(), {}).setdefault(settings, RunningManager())
    return await room.manager(settings)


# No GET: its stream would stay open without ever carrying anything, and the transport's 405 says that there is none.
for _method in ("POST", "DELETE"):
    ENDPOINTS.add(_method, "/mcp", name=f"mcp_{_method.lower()}", summary="MCP")(handle_mcp)


def _new_session_manager(settings: Settings) -> StreamableHTTPSessionManager:
    from coldread.protocols.mcp.server import session_manager

    return session_manager(settings)


async def _run(manager: StreamableHTTPSessionManager, ready: asyncio.Event) -> None:
    """Holds the manager's task group open until the process ends."""
    with contextlib.suppress(asyncio.CancelledError):
        async with manager.run():
            ready.set()
            await asyncio.Event().wait()


class _Through(Response):
    """Passes the request on to the SDK."""

    def __init__(self, manager: StreamableHTTPSessionManager, read: bytes | None) -> None:
        super().__init__()
        self.manager = manager
        #: the body, already read
        self.read = read

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # The service uses no cookies, so another site's page may ask what anybody may ask. The host is checked.
        scope = {**scope, "headers": [entry for entry in scope["headers"] if entry[0] != b"origin"]}
        await self.manager.handle_request(scope, self._receive_body_again(receive), send)

    def _receive_body_again(self, receive: Receive) -> Receive:
        """The body once more, then what the connection sends."""
        if self.read is None:
            return receive
        first_message = [{"type": "http.request", "body": self.read, "more_body": False}]

        async def first_the_body() -> Message:
            return first_message.pop() if first_message else await receive()

        return first_the_body
