"""The service as its users run it: `coldread serve` in processes of its own, on real ports, over real sockets."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx

from tests.harness.service import ADMIN, WISH

COMMAND = (sys.executable, "-m", "coldread")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class ServerProcess:
    """One `coldread serve`; its log is kept beside the data."""

    def __init__(
        self, database_url: str, data_dir: Path, *, base_url: str | None = None, **settings: str
    ) -> None:
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
            **{f"COLDREAD_{name.upper()}": value for name, value in settings.items()},
        }
        self.command = COMMAND
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, within: float = 60.0, *, clock: str | None = None) -> float:
        """Start and wait for ping; the seconds that it took. `clock` is faketime's, e.g. `+7d`."""
        turned = ("faketime", "-f", clock) if clock else ()
        began = time.monotonic()
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*turned, *self.command, "serve"], env=self.environ, stdout=log, stderr=subprocess.STDOUT
            )
        while time.monotonic() - began < within:
            if self.process.poll() is not None:
                break
            try:
                httpx.get(f"{self.url}/v1/ping", timeout=1)
                return time.monotonic() - began
            except httpx.TransportError:
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
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        return time.monotonic() - began

    def client(self, **kwargs: Any) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=30, trust_env=False, **kwargs)

    def order(self, **fields: Any) -> httpx.Response:
        return httpx.post(f"{self.url}/v1/cold-read-requests", json={**WISH, **fields}, timeout=30)

    def move(self, order_id: str, to_status: str, **body: Any) -> httpx.Response:
        return httpx.post(
            f"{self.url}/v1/internal/orders/{order_id}/transition",
            json={"to_status": to_status, **body},
            headers={"Authorization": f"Bearer {ADMIN}"},
            timeout=30,
        )
