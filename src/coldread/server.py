"""`coldread serve`: migrates, runs the application in uvicorn, and finishes requests on SIGTERM."""

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
from coldread.worker import restrict_file_permissions, work_on

WAIT_FOR_SCHEMA_S = 1.5  # ping answers within three seconds of the start, with or without the schema
# Seconds after the start. The payment libraries take 1.5 s of one core to import, the MCP SDK 2.5 (2026-11-15,
# Neoverse-N1).
WARM_ISOLATED_AFTER_S = 0.2
WARM_PAYMENTS_AFTER_S = 1.0
WARM_PAGES_AFTER_S = 4.0
WARM_MCP_AFTER_S = 10.0
# requests in progress get this long after SIGTERM, jobs five seconds of it; the browser closes after that
DRAIN_S = 7


class Acceptor:
    """Accepts a few connections at a time, and none while no files are left for them: they wait in the kernel.

    The loop's own server accepts all that wait, and closes those for which it has no file."""

    AT_ONCE = 16
    PAUSE_S = 0.05

    def __init__(
        self, listener: socket.socket, make: Callable[[], asyncio.Protocol], is_full: Callable[[int], bool]
    ) -> None:
        self._loop = asyncio.get_running_loop()
        self._listener = listener
        self._make = make
        #: whether there is no room for one more, beside those that are just being accepted
        self._is_full = is_full
        self._taking: set[asyncio.Task[object]] = set()
        self._open()

    def close(self) -> None:
        self._loop.remove_reader(self._listener)
        self._listener.close()

    def _open(self) -> None:
        if self._listener.fileno() >= 0:
            self._loop.add_reader(self._listener, self._accept_waiting)

    def _accept_waiting(self) -> None:
        for _ in range(self.AT_ONCE):
            if self._is_full(len(self._taking)):
                return self._pause()
            try:
                connection, _ = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return None
            except OSError:  # another part of the process has taken the last file
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
    """uvicorn that stops in time (jobs stop while requests finish, not after them) and accepts no more connections than
    it has files for."""

    def __init__(
        self,
        config: uvicorn.Config,
        must_stop: asyncio.Event,
        most_connections: int = 0,
        listening: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(config)
        self._must_stop = must_stop
        self._most = most_connections
        #: called once connections are accepted, and never if the port is in use
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
        # connections beyond the limit get an answer too, but not more at once than there are files
        most = self._most + OWN_FILES // 2

        def make() -> asyncio.Protocol:
            protocol: asyncio.Protocol = self.config.http_protocol_class(  # type: ignore[call-arg]
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state
            )
            return protocol

        acceptor = Acceptor(
            listener, make, lambda taking: len(self.server_state.connections) + taking >= most
        )
        self.servers = [acceptor]  # type: ignore[list-item]  # nothing but `close` is asked of it
        log.get("server").warning("few open files", connections=self._most)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        end_for_certain()
        self._must_stop.set()
        await super().shutdown(sockets)


def serve(settings: Settings, listening: Callable[[], None] = lambda: None) -> None:
    """Run until stopped; `listening` is called once requests are answered."""
    forbid_reading_here()
    restrict_file_permissions(settings)
    must_stop = asyncio.Event()
    app = create_app(build(settings), lifespan=partial(run_beside, must_stop=must_stop))
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
        # uvicorn would trust X-Forwarded-For of every loopback peer; `guard.address` decides instead
        proxy_headers=False,
        date_header=True,
        backlog=MOST_WAITING,
        timeout_keep_alive=75,  # longer than the 60 s poll interval: a poller keeps its connection
        timeout_graceful_shutdown=DRAIN_S,
    )
    Server(config, must_stop, connections, listening).run()


@contextlib.asynccontextmanager
async def run_beside(services: Services, must_stop: asyncio.Event) -> AsyncIterator[None]:
    """Work beside the requests until the service stops: migrate the schema, run jobs."""
    ready = asyncio.Event()
    tasks = [asyncio.create_task(_prepare_database(services, ready))]
    stopping = asyncio.create_task(_cancel_tasks(must_stop, tasks))
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
        tasks.append(asyncio.create_task(_warm_later(after, what, warm)))
    try:
        yield
    finally:
        must_stop.set()
        await stopping


async def _cancel_tasks(must_stop: asyncio.Event, tasks: Sequence[asyncio.Task[None]]) -> None:
    """Cancel each task once: a second cancel would interrupt its clean-up."""
    await must_stop.wait()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def _warm_later(after: float, what: str, warm: Callable[[], Awaitable[object]]) -> None:
    """Import slow modules some seconds after the start, so that no caller waits for them."""
    await asyncio.sleep(after)
    try:
        await warm()
    except Exception as error:
        log.get("server").failure(f"{what}: not ready", error)


async def _prepare_database(services: Services, ready: asyncio.Event) -> None:
    """Retry, so that a database that was unavailable at the start needs no restart of the service."""
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
    # objects from the start stay alive, so the collector need not scan them again beside every request
    gc.freeze()
    if services.settings.is_sqlite:
        await work_on(services, ["work", "scan"])
