"""CPU seconds of a process tree, sampled, so that processes which end during the run count too."""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

from coldread.scanner.visit.render.processes import Family

TICKS = os.sysconf("SC_CLK_TCK")


class CpuMeter:
    """`with CpuMeter(pid) as meter: …` and then `meter.seconds`; what runs less than 50 ms may be missed."""

    def __init__(self, root: int, *, without: frozenset[int] = frozenset()) -> None:
        self._family = Family(root)
        self._without = without
        self._first: dict[int, float] = {}
        self._last: dict[int, float] = {}
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._own = 0.0

    @property
    def seconds(self) -> float:
        spent = sum(last - self._first[pid] for pid, last in self._last.items())
        return spent - self._own if os.getpid() in self._last else spent

    def __enter__(self) -> CpuMeter:
        self._sample(first=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopping.set()
        self._thread.join()
        self._sample()

    def _run(self) -> None:
        while not self._stopping.wait(0.05):
            self._sample()
        self._own = time.thread_time()  # what the measuring itself took

    def _sample(self, *, first: bool = False) -> None:
        for pid in self._family.members():
            spent = _spent(pid)
            if pid in self._without or spent is None:
                continue
            self._first.setdefault(pid, spent if first else 0.0)
            self._last[pid] = spent


def _spent(pid: int) -> float | None:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return (int(fields[11]) + int(fields[12])) / TICKS if len(fields) > 12 else None
