"""Who asks for a scan and leaves has used it up: else nobody would wait for an answer that is not wanted."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.harness.patience import ANSWER_S, until
from tests.harness.process import ServerProcess


class Dawdler:
    """A site that takes connections and answers when it is told to, with nothing of use."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self.answer = threading.Event()
        self._door = socket.create_server(("127.0.0.1", 0))
        self.place = f"127.0.0.1:{self._door.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def close(self) -> None:
        self.answer.set()
        self._door.close()

    def _listen(self) -> None:
        while True:
            try:
                connection, _ = self._door.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection: socket.socket) -> None:
        with connection:
            connection.recv(65_536)
            self.asked.set()
            self.answer.wait(ANSWER_S)
            connection.sendall(b"HTTP/1.1 500 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


@pytest.fixture
def site() -> Iterator[Dawdler]:
    made = Dawdler()
    yield made
    made.close()


def test_a_scan_that_its_caller_left_keeps_its_count(site: Dawdler, tmp_path: Path) -> None:
    server = ServerProcess(
        f"sqlite:///{tmp_path / 'coldread.db'}",
        tmp_path / "data",
        scan_engine="lite",
        scan_allow_hosts=site.place,
        scan_limit_ip="1",
    )
    server.start()
    try:
        wish = {"url": f"http://{site.place}/", "primary_goal": "other"}
        body = httpx.Request("POST", f"{server.url}/v1/scan", json=wish).content.decode()
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            line.sendall(
                f"POST /v1/scan HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
                f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
            )
            assert site.asked.wait(ANSWER_S)

        def again() -> httpx.Response:
            return httpx.post(f"{server.url}/v1/scan", json=wish, timeout=ANSWER_S)

        assert again().status_code == 429, "while it goes on"
        site.answer.set()
        until(lambda: server.log.read_text().count('"path":"/v1/scan"') > 1)
        assert again().status_code == 429, "and after it has ended"
        assert again().json()["limit_scope"] == "ip"
    finally:
        server.stop()
