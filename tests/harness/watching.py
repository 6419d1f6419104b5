"""Somebody who polls and places orders, in a process of his own: what an attacker's threads cost him is not the service's.

    python -m tests.harness.watching URL ORDER_ID

Until its standard input is closed; then it prints how long each took, in seconds, as JSON.
"""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
import threading
import time
from types import TracebackType
from typing import IO
from urllib.parse import urlsplit

from tests.harness.patience import ANSWER_S
from tests.harness.service import WISH

POLL_PAUSE_S, CREATE_PAUSE_S = 0.02, 1.0


class Watcher:
    """`with Watcher(server.url, order_id) as watcher: …; watcher.share("polls", 0.99)`."""

    def __init__(self, url: str, order_id: str) -> None:
        self._asked = [sys.executable, "-m", "tests.harness.watching", url, order_id]
        self._process: subprocess.Popen[str] | None = None
        self._told: dict[str, list[float]] = {"polls": [], "creates": [], "failures": []}

    def __enter__(self) -> Watcher:
        self._process = subprocess.Popen(
            self._asked, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        self._process.stdout.readline()  # it has begun
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process is not None
        said, _ = self._process.communicate("")
        self._told = json.loads(said)

    def share(self, what: str, part: float) -> float:
        """The seconds within which this part was answered; endless where something failed."""
        ordered = sorted(self._told[what])
        if not ordered or self._told["failures"]:
            return float("inf")
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def _asking(
    url: str, method: str, path: str, body: bytes | None, pause_s: float, ended: threading.Event
) -> list[float]:
    place, taken = urlsplit(url), list[float]()
    connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=ANSWER_S)
    wanted = 201 if body else 200
    while not ended.wait(pause_s):
        began = time.monotonic()
        connection.request(method, path, body, {"Content-Type": "application/json"} if body else {})
        answer = connection.getresponse()
        answer.read()
        if answer.status != wanted:
            raise RuntimeError(f"{method} {path}: {answer.status}")
        taken.append(time.monotonic() - began)
    return taken


def watch(url: str, order_id: str, until: IO[str]) -> dict[str, list[float]]:
    ended, told = (
        threading.Event(),
        {"polls": list[float](), "creates": list[float](), "failures": list[float]()},
    )
    rows = (
        ("polls", "GET", f"/v1/orders/{order_id}", None, POLL_PAUSE_S),
        ("creates", "POST", "/v1/cold-read-requests", json.dumps(WISH).encode(), CREATE_PAUSE_S),
    )

    def run(name: str, method: str, path: str, body: bytes | None, pause_s: float) -> None:
        try:
            told[name] = _asking(url, method, path, body, pause_s, ended)
        except (OSError, RuntimeError, http.client.HTTPException) as error:
            print(f"{name}: {error!r}", file=sys.stderr)
            told["failures"].append(time.time())

    threads = [threading.Thread(target=run, args=row) for row in rows]
    for thread in threads:
        thread.start()
    until.read()
    ended.set()
    for thread in threads:
        thread.join()
    return told


if __name__ == "__main__":
    print("watching", flush=True)
    print(json.dumps(watch(sys.argv[1], sys.argv[2], sys.stdin)))
