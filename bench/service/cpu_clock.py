"""A process's CPU clock: what an answer cost, and whether a server has settled."""

from __future__ import annotations

import time
from pathlib import Path


def cpu_seconds(pid: int) -> float:
    """User and system time of the process with all its threads."""
    threads = Path(f"/proc/{pid}/task")
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads.iterdir()) / 1e9


def wait_until_idle(pid: int, within: float = 15) -> None:
    """What a server still imports after its start is not part of any answer."""
    deadline = time.monotonic() + within
    time.sleep(1.2)  # the service begins a second after its start
    while time.monotonic() < deadline:
        before = cpu_seconds(pid)
        time.sleep(0.5)
        if cpu_seconds(pid) - before < 0.02:
            return
