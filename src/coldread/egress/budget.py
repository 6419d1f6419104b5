"""What one visitor may spend: bytes, requests and seconds, together over everything it loads."""

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
    #: seconds for one address to take a connection, and without a single byte
    silence: float = 3.0


class Budget:
    """Limits of one visit; once one is exceeded, all further spending is refused."""

    def __init__(self, caps: Caps) -> None:
        self.caps = caps
        self.bytes = 0
        self.requests = 0
        #: the refusal that ended it, if one did
        self.exhausted: Exhausted | None = None
        self._ends = time.monotonic() + caps.seconds

    def seconds_left(self) -> float:
        return max(0.0, self._ends - time.monotonic())

    def spend_request(self) -> None:
        """One more request; raises Exhausted when it is one too many."""
        self._check()
        self.requests += 1
        if self.requests > self.caps.requests:
            self._refuse(TooManyRequests(f"more than {self.caps.requests} requests"))

    def spend_bytes(self, count: int) -> None:
        """So many bytes came in; raises Exhausted when they are too many."""
        self._check()
        self.bytes += count
        if self.bytes > self.caps.bytes:
            self._refuse(TooManyBytes(f"more than {self.caps.bytes} bytes"))

    def end(self, refusal: Exhausted) -> None:
        """Closes the purse for a reason that was seen elsewhere."""
        self.exhausted = self.exhausted or refusal

    def _check(self) -> None:
        if self.exhausted is not None:
            raise self.exhausted
        if self.seconds_left() == 0.0:
            self._refuse(TooMuchTime(f"more than {self.caps.seconds:g} seconds"))

    def _refuse(self, refusal: Exhausted) -> None:
        self.end(refusal)
        raise refusal
