"""The budget of one visitor: bytes, requests and seconds, for everything that it loads."""

from __future__ import annotations

import dataclasses
import time

from coldread.egress.errors import Exhausted, TooManyBytes, TooManyRequests, TooMuchTime


@dataclasses.dataclass(frozen=True, kw_only=True)
class Caps:
    """The sizes of a budget."""

    bytes: int = 12_000_000
    requests: int = 200
    seconds: float = 12.0
    #: seconds to connect to one address, and seconds without a single byte
    silence: float = 3.0


class Budget:
    """The limits of one visit. After one is exceeded, all later requests are refused."""

    def __init__(self, caps: Caps) -> None:
        self.caps = caps
        self.bytes = 0
        self.requests = 0
        #: the limit that ended it, if one did
        self.exhausted: Exhausted | None = None
        self._ends = time.monotonic() + caps.seconds

    def seconds_left(self) -> float:
        return max(0.0, self._ends - time.monotonic())

    def spend_request(self) -> None:
        """Count a request; raises Exhausted if it is one too many."""
        self._check()
        self.requests += 1
        if self.requests > self.caps.requests:
            self._refuse(TooManyRequests(f"more than {self.caps.requests} requests"))

    def spend_bytes(self, count: int) -> None:
        """Count received bytes; raises Exhausted if they are too many."""
        self._check()
        self.bytes += count
        if self.bytes > self.caps.bytes:
            self._refuse(TooManyBytes(f"more than {self.caps.bytes} bytes"))

    def end(self, refusal: Exhausted) -> None:
        """End the budget for a reason that was found elsewhere."""
        self.exhausted = self.exhausted or refusal

    def _check(self) -> None:
        if self.exhausted is not None:
            raise self.exhausted
        if self.seconds_left() == 0.0:
            self._refuse(TooMuchTime(f"more than {self.caps.seconds:g} seconds"))

    def _refuse(self, refusal: Exhausted) -> None:
        self.end(refusal)
        raise refusal
