"""How long tests wait: generously for what must come at all, so that a slow machine proves the same sentences."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

Thing = TypeVar("Thing")

#: what a scan may take where a test asks *what* is seen or answered and not how soon
SCAN_S = 120
#: what an answer of a busy machine may take, and whatever else is waited for as an event
ANSWER_S = 120.0


def until(happens: Callable[[], Thing], within: float = ANSWER_S, *, why: object = "") -> Thing:
    """What `happens` gives once it gives something; it is asked again and again, and failure is the deadline's."""
    ends = time.monotonic() + within
    while not (found := happens()):
        assert time.monotonic() < ends, f"it did not happen within {within:g} s {why}"
        time.sleep(0.02)
    return found


__all__ = ["ANSWER_S", "SCAN_S", "until"]
