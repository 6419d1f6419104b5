"""`coldread serve`: the application behind uvicorn, migrated first, drained on SIGTERM."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial

import uvicorn

from coldread.asgi import create_app
from coldread.base import log
from coldread.base.exit import end_for_certain
from coldread.base.open_files import MOST_WAITING, OWN_FILES, most_connections
from coldread.base.settings import Settings
from coldread.http_protocol import StrictProtocol
from coldread.migrations import apply
from coldread.pages.render import compile_templates
from coldread.payments.processor import PaymentProcessor
from coldread.protocols.mcp.transport import open_manager
from coldread.scanner.page.parsing_process import forbid_reading_here
from coldread.services import Services, build
from coldread.worker import tighten_permissions, work_on

WAIT_FOR_SCHEMA_S = 1.5  # ping answers within three seconds of the start, schema or not
# Seconds after the start. The payment libraries take 1.5 s of one core to import, the MCP SDK 2.5 (2026-11-15, Neoverse-N1).
WARM_ISOLATED_AFTER_S = 0.2
WARM_PAYMENTS_AFTER_S = 1.0
WARM_PAGES_AFTER_S = 4.0
WARM_MCP_AFTER_S = 10.0
DRAIN_S = 7  # requests under way get this long after SIGTERM, jobs five seconds of it; the browser closes after that


class Door:
    """Takes connections a few at a time, and none while no files are left for them: the kernel keeps them waiting.

    The loop's own server takes all that wait at once and closes those for which it has no file.
    """

    AT_ONCE = 16
    PAUSE_S = 0.05

    def __init__(
        self, listener: socket.socket, make: Callable[[], asyncio.Protocol], is_full: Callable[[int], bool]
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._listener = listener
        self._make = make
        #: whether there is no room for one more, beside so many that are just being taken
        self._is_full = is_full
        self._taking: set[asyncio.Task[object]] = set()
        self._open()

    def close(self) -> None:
        self._loop.remove_reader(self._listener)
        self._listener.close()

    def _open(self) -> None:
        if self._listener.fileno() >= 0:
            self._loop.add_reader(self._listener, self._take)

    def _take(self) -> None:
        for _ in range(self.AT_ONCE):
            if self._is_full(len(self._taking)):
                return self._pause()
            try:
                connection, _ = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return None
            except OSError:  # somebody else has taken the last file
                return self._pause()
            connection.setblocking(False)
            task = self._loop.create_task(self._loop.connect_accepted_socket(self._make, connection))
            self._taking.add(task)
            task.add_done_callback(self._taking.discard)
        return None

    def _pause(self) -> None:
        self._loop.remove_reader(self._listener)
        self._loop.call_later(self.PAUSE_S, self._open)


class Server(uvicorn.Server):
    """uvicorn that ends in time (jobs wind up while requests are drained, not after them) and takes no more connections
    than it has files for."""

    def __init__(
        self,
        config: uvicorn.Config,
        told: asyncio.Event,
        most_connections: int = 0,
        listening: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(config)
        self._told = told
        self._most = most_connections
        #: called once connections are taken, and never where the port is another's
        self._listening = listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await self._listen(sockets)
        self._listening()

    async def _listen(self, sockets: list[socket.socket] | None) -> None:
        if sockets is not None or not 0 < self._most <= MOST_WAITING:
            await super().startup(sockets)
            return
        await super().startup([])
        listener = self.config.bind_socket()
        listener.setblocking(False)
        listener.listen(self.config.backlog)
        # those beyond the bound are told so, but no more of them at once than there are files
        most = self._most + OWN_FILES // 2

        def make() -> asyncio.Protocol:
            made: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            )
            return made

        door = Door(listener, make, lambda taking: len(self.server_state.connections) + taking >= most)
        self.servers = [door]  # type: ignore[list-item]  # nothing but `close` is asked of it
        log.get("server").warning("few open files", connections=self._most)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        end_for_certain()
        self._told.set()
        await super().shutdown(sockets)


def serve(settings: Settings, listening: Callable[[], None] = lambda: None) -> None:
    """Run until told to stop; `listening` is called once it can be asked."""
    forbid_reading_here()
    tighten_permissions(settings)
    told = asyncio.Event()
    app = create_app(build(settings), lifespan=partial(run_beside, told=told))
    polls = app if settings.is_sqlite else None
    connections = most_connections()
    protocol = type(
        "Protocol",
        (StrictProtocol,),
        {
            "error_type_base": settings.error_type_base,
            "polls": polls,
            "most_connections": connections,
        },
    )
    config = uvicorn.Config(
        app,
        host=settings.host,
        port=settings.port,
        http=protocol,
        ws="none",
        loop="uvloop",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # uvicorn believes X-Forwarded-For of every loopback peer; `guard.address` asks whom to trust
        date_header=True,
        backlog=MOST_WAITING,
        timeout_keep_alive=75,  # longer than the 60 s poll interval: a poller keeps its connection
        timeout_graceful_shutdown=DRAIN_S,
    )
    Server(config, told, connections, listening).run()


@contextlib.asynccontextmanager
async def run_beside(services: Services, told: asyncio.Event) -> AsyncIterator[None]:
    """What runs beside the requests until it is told to stop: the schema is brought up to date, jobs are done."""
    ready = asyncio.Event()
    tasks = [asyncio.create_task(_prepared(services, ready))]
    stopping = asyncio.create_task(_stopped(told, tasks))
    try:
        async with asyncio.timeout(WAIT_FOR_SCHEMA_S):
            await ready.wait()
    except TimeoutError:
        pass  # answers are 503 until the database is back
    for after, what, warm in (
        (WARM_ISOLATED_AFTER_S, "isolated tasks", services.isolated_tasks.start),
        (WARM_PAYMENTS_AFTER_S, "payments", services.one(PaymentProcessor).warm),
        (WARM_PAGES_AFTER_S, "pages", partial(asyncio.to_thread, compile_templates)),
        (WARM_MCP_AFTER_S, "MCP", partial(open_manager, services.settings)),
    ):
        tasks.append(asyncio.create_task(_warmed(after, what, warm)))
    try:
        yield
    finally:
        told.set()
        await stopping


async def _stopped(told: asyncio.Event, tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel each task once: a second cancel would interrupt its clean-up."""
    await told.wait()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _warmed(after: float, what: str, warm: Callable[[], Awaitable[object]]) -> None:
    """Import slow modules some seconds after the start, so that no caller waits for them."""
    await asyncio.sleep(after)
    try:
        await warm()
    except Exception as error:
        log.get("server").failure(f"{what}: not ready", error)


async def _prepared(services: Services, ready: asyncio.Event) -> None:
    """A database that is away at the start must not need a restart once it is back."""
    while True:
        try:
            steps = await asyncio.to_thread(apply.upgrade, services.settings.database_url)
        except Exception as error:
            log.get("server").warning("cannot migrate yet", reason=str(error)[:300])
            await asyncio.sleep(1)
            continue
        if steps:
            log.get("server").info("migrated", before=steps[0], after=steps[1])
        break
    ready.set()
    gc.collect()
    gc.freeze()  # what was made at the start stays: the collector need not walk it again beside every request
    if services.settings.is_sqlite:
        await work_on(services, ["work", "scan"])
