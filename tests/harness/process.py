"""The service as its users run it: `coldread serve` in processes of its own, on real ports, over real sockets.

In a run of the tests they are forked (`fork_server`), unless it is their start or their clock that matters.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import httpx

from tests.harness.clock import turned_to
from tests.harness.fork_server import Forked, fork_server, turned_fork_server
from tests.harness.patience import ANSWER_S, START_S, OwnTime
from tests.harness.service import ADMIN, WISH

COMMAND = (sys.executable, "-m", "coldread")
Process = subprocess.Popen[bytes] | Forked
#: set for a run of the tests; benches, `make faults` and whoever sets TEST_FRESH start every process afresh
forking = False
#: settings of every server of a run of the tests
usual_settings: dict[str, str] = {}


def launch(
    arguments: Sequence[str],
    environ: Mapping[str, str],
    log: Path,
    *,
    command: Sequence[str] = COMMAND,
    clock: str | None = None,
    fresh: bool = False,
    new_session: bool = False,
) -> Process:
    """`coldread` with these arguments, or another module with a `main`; what it says is added to `log`."""
    if clock is not None:
        environ = {**environ, **turned_to(clock)}
    if forking and not fresh and "FAKETIME_TIMESTAMP_FILE" not in environ:
        server = fork_server() if clock is None else turned_fork_server()
        return server.start(arguments, environ, log, module=command[-1], new_session=new_session)
    with log.open("ab") as output:
        return subprocess.Popen(
            [*command, *arguments],
            env=environ,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=new_session,
        )


def run(
    words: Sequence[str],
    environ: Mapping[str, str],
    *,
    typed: str = "",
    cwd: Path | None = None,
    module: str = "coldread",
) -> subprocess.CompletedProcess[str]:
    """`coldread` with these words, or another module's `main`, to its end: what it said, and how it ended."""
    if not forking:
        return subprocess.run(
            [sys.executable, "-m", module, *words],
            env=environ,
            cwd=cwd,
            input=typed,
            capture_output=True,
            text=True,
            timeout=ANSWER_S,
            check=False,
        )
    with TemporaryFile("w+") as given, TemporaryFile("w+") as out, TemporaryFile("w+") as err:
        given.write(typed)
        given.seek(0)
        streams = (given.fileno(), out.fileno(), err.fileno())
        code = fork_server().begin(words, environ, streams, module=module, cwd=cwd).wait(START_S)
        out.seek(0)
        err.seek(0)
        return subprocess.CompletedProcess(["coldread", *words], code, out.read(), err.read())


def free_port() -> int:
    """Below those that the system lends to clients: none of them takes it while a server is started again.

    Workers of a run have neighbouring process numbers and share none; no process gives one twice.
    """
    chance = random.SystemRandom()
    own = [port for port in SERVERS if port % SHARES == os.getpid() % SHARES and port not in _given]
    for port in chance.sample(own, len(own)):
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            _given.add(port)
            return port
    raise AssertionError("every port is taken")


SERVERS, SHARES = range(12_000, 32_000), 32
_given: set[int] = set()


def ended(process: Process, within: float) -> float:
    """SIGTERM, and the seconds of its own that it took to end."""
    process.send_signal(signal.SIGTERM)
    return waited(process, within)


def waited(process: Process, within: float) -> float:
    """The seconds of its own until it ended: those of a busy machine are not counted."""
    taken = OwnTime(process.pid)
    while process.poll() is None:
        if taken.seconds() > within:
            process.kill()
            raise subprocess.TimeoutExpired("coldread", within)
        time.sleep(0.02)
    return taken.seconds()


class ServerProcess:
    """One `coldread serve`; its log is kept beside the data."""

    def __init__(
        self,
        database_url: str,
        data_dir: Path,
        *,
        base_url: str | None = None,
        fresh: Any = False,  # a bool; settings, all strings, are spread beside it
        **settings: str,
    ) -> None:
        self.fresh = bool(fresh)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        data_dir.mkdir(parents=True, exist_ok=True)
        self.log = data_dir / f"serve-{self.port}.log"
        self.environ = {
            **{name: value for name, value in os.environ.items() if not name.startswith("COLDREAD_")},
            "COLDREAD_PORT": str(self.port),
            "COLDREAD_BASE_URL": base_url or self.url,
            "COLDREAD_DATA_DIR": str(data_dir),
            "COLDREAD_DATABASE_URL": database_url,
            "COLDREAD_ADMIN_SECRET": ADMIN,
            **{f"COLDREAD_{name.upper()}": value for name, value in (usual_settings | settings).items()},
        }
        self.command: Sequence[str] = COMMAND
        self.process: Process | None = None

    def start(
        self, within: float = START_S, *, clock: str | None = None, with_database: bool = True
    ) -> float:
        """Start and wait for ping; the seconds that it took. `clock` is what its clock shows: `turned_to`."""
        began = time.monotonic()
        self.process = launch(
            ["serve"], self.environ, self.log, command=self.command, clock=clock, fresh=self.fresh
        )
        while time.monotonic() - began < within:
            if self.process.poll() is not None:
                break
            try:
                answer = httpx.get(f"{self.url}/v1/ping", timeout=ANSWER_S, trust_env=False)
                if answer.status_code == 200 or not with_database:
                    return time.monotonic() - began
            except httpx.TransportError:
                pass
            time.sleep(0.02)  # asks again until the deadline above
        self.stop()
        raise AssertionError(f"no ping within {within} s:\n{self.log.read_text()}")

    def cpu_seconds(self) -> float:
        """What the process has computed so far: a start in seconds that a busy machine does not stretch."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """As a power cut would."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self, within: float = 12.0) -> float:
        """SIGTERM, and how long it took to end."""
        if self.process is None or self.process.poll() is not None:
            return 0.0
        return ended(self.process, within)

    def client(self, **kwargs: Any) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=ANSWER_S, trust_env=False, **kwargs)

    def order(self, **fields: Any) -> httpx.Response:
        return httpx.post(f"{self.url}/v1/cold-read-requests", json={**WISH, **fields}, timeout=ANSWER_S)

    def move(self, order_id: str, to_status: str, **body: Any) -> httpx.Response:
        return httpx.post(
            f"{self.url}/v1/internal/orders/{order_id}/transition",
            json={"to_status": to_status, **body},
            headers={"Authorization": f"Bearer {ADMIN}"},
            timeout=ANSWER_S,
        )
