"""Fixtures for every test: the service on both databases, and no way out of this machine."""

from __future__ import annotations

import functools
import gc
import os
import shutil
import socket
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from httpx._config import DEFAULT_TIMEOUT_CONFIG
from httpx._transports import default
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from starlette import routing

from tests.harness import breadth, databases, postgres, process, schedule, workers
from tests.harness.fork_server import share_fork_server
from tests.harness.mailbox import Mailbox
from tests.harness.patience import ANSWER_S, SCAN_S
from tests.harness.process import ServerProcess
from tests.harness.service import Service

#: databases and files of the tests lie in memory where there is room, unless TMPDIR says where: a sixth less CPU time, and a
#: third less waiting for the disk
MEMORY, ROOM = Path("/dev/shm"), 4 << 30
if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= ROOM:
    os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
#: `make faults` and TEST_FRESH=1 start every process afresh, as its users do
if not os.environ.get("TEST_FRESH") and not os.environ.get("FAULT_LOOPS"):
    process.forking = True
process.usual_settings["scan_deadline_s"] = str(SCAN_S)
#: reading the root certificates is 70 ms of every `httpx.get`: in a run of the tests they are read once
default.create_ssl_context = functools.cache(default.create_ssl_context)  # type: ignore[attr-defined]
#: the patterns of our addresses are the same in every application that a test makes: a third of making one
routing.compile_path = functools.cache(routing.compile_path)
#: and so are the statements that its databases are asked with: a tenth of the tests that have one
databases.share_statements()
#: and a bare `httpx.get` gives up after five, which is too soon on a slow machine
for part in ("connect", "read", "write", "pool"):
    setattr(DEFAULT_TIMEOUT_CONFIG, part, ANSWER_S)

#: what Node.js compiles is kept for the next start of the same program: a fifth of the 0.6 CPU seconds of a browser's driver
os.environ.setdefault("NODE_COMPILE_CACHE", str(Path(__file__).parent / "node/node_modules/.compiled"))

#: what a property says is judged, not how fast a crowded machine makes up its examples
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
settings.register_profile("quick", settings.get_profile("patient"), max_examples=25)
#: reading all our code for constants to try takes every worker two CPU seconds: left to whole runs
if not breadth.WHOLE:
    providers._get_local_constants = lambda: providers._local_constants

#: so many cases of each test are in a quick run of everything
QUICK_CASES = 2
LOOPBACK = ("127.", "::1", "localhost", "0.0.0.0")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--quick", action="store_true", help="only what needs no browser, no PostgreSQL, no chain, no process"
    )
    workers.add_option(parser)


def pytest_configure(config: pytest.Config) -> None:
    """One process forks servers for all workers of a run, and imports everything while this one collects."""
    config.addinivalue_line("markers", breadth.MARKER)
    gc.disable()  # seven thousand tests are kept: walking them again and again finds nothing to free
    if config.getoption("--quick"):
        settings.load_profile("quick")
    if workers.share_out(config) and process.forking and not config.getoption("--quick"):
        share_fork_server()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    return True if config.getoption("--quick") and schedule.is_left_out(collection_path) else None


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    quick = config.getoption("--quick")
    left_out = set(breadth.left_out(items, both_databases=not quick))
    if quick:
        left_out |= {item for item in items if not schedule.is_quick(item)}
        kept = [item for item in items if item not in left_out]
        if len(kept) > workers.MANY:  # who asks for a part wants all of its cases
            left_out |= breadth.further_cases(kept, QUICK_CASES)
    config.hook.pytest_deselected(items=list(left_out))
    items[:] = [item for item in items if item not in left_out]
    schedule.grouped(items)
    items[:] = schedule.ordered(items)


def pytest_collection_finish() -> None:
    """What was collected stays until the end: the collector need not walk it beside every test."""
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.fixture(autouse=True)
def _no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """A test that tries to leave this machine fails at once."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address: Any) -> None:
        inet = self.family in {socket.AF_INET, socket.AF_INET6} and self.type == socket.SOCK_STREAM
        if inet and not str(address[0]).startswith(LOOPBACK):
            raise AssertionError(f"a test tried to reach {address}")
        connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(scope="session")
def postgres_url() -> str:
    return postgres.new_database()


@pytest.fixture
def own_postgres() -> Iterator[postgres.OwnServer]:
    """A server that only this test uses and may stop or kill."""
    with postgres.own_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgres"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Both databases: the same test, the same code."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'coldread.db'}"
    return postgres.emptied(request.getfixturevalue("postgres_url"))


@pytest.fixture
def make_service(database_url: str, tmp_path: Path) -> Iterator[Callable[..., Service]]:
    """Starts services with settings of the test's own; `make_service(expiry_policy="extend_paid")`."""
    made: list[Service] = []

    def make(**overrides: str) -> Service:
        made.append(Service(database_url, tmp_path / "data", **overrides))
        return made[-1]

    yield make
    for service in made:
        service.close()


@pytest.fixture
def service(make_service: Callable[..., Service]) -> Service:
    """The service with default settings, on each database."""
    return make_service()


@pytest.fixture
def quick_service(tmp_path: Path) -> Iterator[Service]:
    """The service on SQLite alone, for what does not depend on the database."""
    made = Service(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path / "data")
    yield made
    made.close()


@pytest.fixture
def sqlite_service(tmp_path: Path) -> Iterator[Callable[..., Service]]:
    """Starts services on SQLite alone, with settings of the test's own."""
    made: list[Service] = []

    def make(**settings: str) -> Service:
        made.append(Service(f"sqlite:///{tmp_path / 'coldread.db'}", tmp_path / "data", **settings))
        return made[-1]

    yield make
    for service in made:
        service.close()


@pytest.fixture
def start_server(database_url: str, tmp_path: Path) -> Iterator[Callable[..., ServerProcess]]:
    """Starts `coldread serve` processes on one database, each on a port of its own."""
    started: list[ServerProcess] = []

    def start(**settings: str) -> ServerProcess:
        server = ServerProcess(database_url, tmp_path / "data", **settings)
        started.append(server)
        server.start()
        return server

    yield start
    for server in started:
        server.stop()


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    """A real mail server."""
    made = Mailbox()
    yield made
    made.stop()
