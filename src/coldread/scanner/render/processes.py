"""The browser's processes and their weight, read from /proc; where there is none, nothing is known."""

from __future__ import annotations

import os
import signal
from pathlib import Path

PROC = Path("/proc")


def tree(root: int) -> list[int]:
    """`root` and everything that descends from it."""
    children: dict[int, list[int]] = {}
    for entry in PROC.glob("[0-9]*/stat"):
        try:
            parent = int(entry.read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError, ValueError):
            continue  # it ended while we looked
        children.setdefault(parent, []).append(int(entry.parent.name))
    found, waiting = list[int](), [root]
    while waiting:
        pid = waiting.pop()
        found.append(pid)
        waiting.extend(children.get(pid, ()))
    return found


def parent(pid: int) -> int | None:
    try:
        return int((PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[1])
    except (OSError, IndexError, ValueError):
        return None


def weight(pid: int) -> int:
    """Proportional set size in bytes: memory shared by n processes counts 1/n for each."""
    try:
        lines = (PROC / str(pid) / "smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def private(pid: int) -> int:
    """Bytes of its own: resident without what is backed by files or shared. Costs a tenth of `weight`."""
    try:
        fields = (PROC / str(pid) / "statm").read_text().split()
    except OSError:
        return 0
    return (int(fields[1]) - int(fields[2])) * os.sysconf("SC_PAGE_SIZE") if len(fields) > 2 else 0


def is_renderer(pid: int) -> bool:
    try:
        return b"--type=renderer" in (PROC / str(pid) / "cmdline").read_bytes()
    except OSError:
        return False


def end(pids: list[int]) -> None:
    """At once and without asking; who is gone already is fine."""
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
