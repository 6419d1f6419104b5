"""Limits the browser's memory during scans.

It checks periodically, and too late on a busy machine. So each check also tells the system how much more a tab may reserve
before the next one; the system refuses anything beyond that, however late we are.
"""

from __future__ import annotations

import threading
from collections import Counter

from coldread.scanner.visit.render import processes
from coldread.scanner.visit.render.chromium import Chromium

#: seconds between checks: a script can touch 3 GB in a second
PERIOD = 0.07
#: after this many checks, a process that is no tab will not become one: tabs are forked and named a moment later
SETTLED = 10
#: memory of one tab's own; those of real landing pages used 42–74 MB on 2026-11-15
LARGEST_TAB = 300_000_000
#: the same for all tabs of a scan together
LARGEST_SCAN = 400_000_000
#: bytes beyond its share that a tab may reserve: it reserves more than it uses
SPARE = 64_000_000
#: a tab that has reserved less has not started: it holds 70 MB until its JavaScript engine takes 540 in one piece, 270 on arm64 (Chromium 156)
STARTED = 200_000_000
#: bytes per scan that the browser process and the driver may use beyond idle: queued messages pile up there
LARGEST_GROWTH = 350_000_000


class Watchdog:
    """A separate thread, since an event loop that is busy with a hostile page would check too late."""

    def __init__(self, chromium: Chromium) -> None:
        self._chromium = chromium
        self._family = processes.Family(chromium.root)
        self._seen: Counter[int] = Counter()
        self._tabs: set[int] = set()
        self._stopping = threading.Event()
        self._rest = self._measure_memory()[1]
        threading.Thread(target=self._run, name="browser-watchdog", daemon=True).start()

    def stop(self) -> None:
        self._stopping.set()

    def _run(self) -> None:
        while not self._stopping.wait(PERIOD):
            self.kill_too_large(scans=max(1, self._chromium.visitors))

    def kill_too_large(self, *, scans: int) -> None:
        """Kill a tab above its limit, or the largest if all tabs together exceed theirs; kill the browser if the rest of it does."""
        tabs, rest = self._measure_memory()
        if rest - self._rest > LARGEST_GROWTH * scans:
            self._chromium.kill()
            return
        heaviest = max(tabs, key=tabs.__getitem__, default=None)
        if heaviest is None:
            return
        left = LARGEST_SCAN * scans - sum(tabs.values())
        if tabs[heaviest] > LARGEST_TAB or left < 0:
            processes.end_processes([heaviest])
        for tab, weight in tabs.items():
            self._limit_memory_of_tab(tab, max(0, min(LARGEST_TAB - weight, left)))

    def _limit_memory_of_tab(self, tab: int, further: int) -> None:
        """Let a tab that has started reserve this many more bytes, and a little extra."""
        reserved = processes.reserved_memory_of(tab)
        if reserved > STARTED:
            processes.limit_memory(tab, reserved + further + SPARE)

    def _measure_memory(self) -> tuple[dict[int, int], int]:
        """The memory of each tab, and of everything else together."""
        weights = {pid: processes.private_memory_of(pid) for pid in self._family.members()}
        tabs = {pid: weight for pid, weight in weights.items() if self._is_tab(pid)}
        return tabs, sum(weights.values()) - sum(tabs.values())

    def _is_tab(self, pid: int) -> bool:
        """Asks the system until the answer is final: reading it every time took a tenth of a CPU second for each scan."""
        if pid not in self._tabs and self._seen[pid] < SETTLED:
            self._seen[pid] += 1
            if processes.is_renderer(pid):
                self._tabs.add(pid)
        return pid in self._tabs
