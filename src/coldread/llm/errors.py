"""Why a model gave no usable answer."""

from __future__ import annotations


class UnusableAnswer(Exception):
    """`reason` is counted: unreachable, refused, busy, too-large, cut-off, not-json, wrong-shape."""

    def __init__(
        self, reason: str, detail: str = "", *, passing: bool = False, wait_s: float | None = None
    ) -> None:
        super().__init__(f"{reason}: {detail}" if detail else reason)
        self.reason = reason
        #: asking again may help
        self.passing = passing
        #: how long the server asked us to wait
        self.wait_s = wait_s
