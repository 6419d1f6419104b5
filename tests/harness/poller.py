"""Somebody who polls an order all the time and notes how long each answer took."""

from __future__ import annotations

import threading
import time
from types import TracebackType

import httpx

from tests.harness.patience import ANSWER_S


class Poller:
    """`with Poller(server.url, order_id) as poller: …; poller.slowest(0.99)`."""

    def __init__(self, url: str, order_id: str, *, pause_s: float = 0.02) -> None:
        self._address = f"{url}/v1/orders/{order_id}"
        self._pause_s = pause_s
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self.seconds: list[float] = []
        self.failures: list[str] = []

    def __enter__(self) -> Poller:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def share(self, part: float) -> float:
        """The seconds within which this part of the polls was answered."""
        ordered = sorted(self.seconds)
        return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0.0

    def _run(self) -> None:
        with httpx.Client(timeout=ANSWER_S, trust_env=False) as client:
            while not self._ended.wait(self._pause_s):
                began = time.monotonic()
                try:
                    status = client.get(self._address).status_code
                except httpx.TransportError as error:
                    self.failures.append(repr(error))
                    continue
                self.seconds.append(time.monotonic() - began)
                if status != 200:
                    self.failures.append(str(status))
