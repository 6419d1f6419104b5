"""How long tests wait: generously for what must come at all, so that a slow machine proves the same sentences."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from coldread.scanner.visit.render import processes

Thing = TypeVar("Thing")

#: what a scan may take where a test asks *what* is seen or answered and not how soon
SCAN_S = 120
#: what an answer of a busy machine may take, and whatever else is waited for as an event
ANSWER_S = 240.0
#: what the start of a process may take: everything is imported first, by several workers at the same time
START_S = 600.0


def until(
    happens: Callable[[], Thing], within: float = ANSWER_S, *, why: object = "", every: float = 0.02
) -> Thing:
    """What `happens` gives once it gives something; it is asked again and again, and failure is the deadline's.

    A question that costs much is asked less often: `every` so many seconds.
    """
    ends = time.monotonic() + within
    while not (found := happens()):
        assert time.monotonic() < ends, f"it did not happen within {within:g} s {why}"
        time.sleep(every)
    return found


def kept_waiting(pid: int | None = None) -> float:
    """Seconds for which a process was ready to run and the machine was busy with others; 0 where nobody counts."""
    try:
        told = Path("/proc/thread-self/schedstat" if pid is None else f"/proc/{pid}/schedstat").read_text()
    except OSError:
        return 0.0
    return int(told.split()[1]) / 1e9


class OwnTime:
    """Seconds since it was made, without those in which a process and its children, or we, could not run for others."""

    def __init__(self, pid: int) -> None:
        self._pids = {pid: kept_waiting(pid) for pid in processes.process_tree(pid)}
        self._kept = dict.fromkeys(self._pids, 0.0)
        self._ours = kept_waiting()
        self._began = time.monotonic()

    def seconds(self) -> float:
        """To be asked while the process lives, and once more when it is gone."""
        for pid, before in self._pids.items():
            self._kept[pid] = max(self._kept[pid], kept_waiting(pid) - before)
        longest = max(self._kept.values(), default=0.0)
        return time.monotonic() - self._began - longest - (kept_waiting() - self._ours)


__all__ = ["ANSWER_S", "SCAN_S", "START_S", "OwnTime", "kept_waiting", "until"]
