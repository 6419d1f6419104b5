"""The browser's processes and their memory, read from /proc; without /proc, nothing is known."""

from __future__ import annotations

import os
import resource
import signal
from pathlib import Path

PROC = Path("/proc")
_PAGE = os.sysconf("SC_PAGE_SIZE")


class Family:
    """A process and all its descendants. A later call reads only new ones."""

    def __init__(self, root: int) -> None:
        self._root = root
        self._parents: dict[int, int] = {}

    def members(self) -> list[int]:
        if not PROC.is_dir():
            return [self._root]
        alive = {int(name) for name in os.listdir(PROC) if name.isdecimal()}  # noqa: PTH208 - five times as fast
        self._parents = {pid: above for pid, above in self._parents.items() if pid in alive}
        for pid in alive - self._parents.keys():
            self._parents[pid] = parent_of_process(pid) or 0
        return [pid for pid in sorted(alive) if self._descends_from_root(pid)]

    def _descends_from_root(self, pid: int) -> bool:
        seen = set[int]()
        while pid != self._root:
            if pid not in self._parents or pid in seen:
                return False
            seen.add(pid)
            pid = self._parents[pid]
        return True


def process_tree(root: int) -> list[int]:
    """`root` and all its descendants."""
    return Family(root).members()


def parent_of_process(pid: int) -> int | None:
    try:
        return int(_proc_file(pid, "stat").rpartition(b")")[2].split()[1])
    except (OSError, IndexError, ValueError):
        return None


def _proc_file(pid: int, name: str) -> bytes:
    """What the system says about a process. Read so often during a scan that paths and decoding would cost noticeable time."""
    with open(f"{PROC}/{pid}/{name}", "rb", buffering=0) as file:  # noqa: PTH123
        return file.readall()


def memory_of(pid: int) -> int:
    """Proportional set size in bytes: memory shared by n processes counts 1/n for each."""
    try:
        lines = _proc_file(pid, "smaps_rollup").splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(b"Pss:"))


def private_memory_of(pid: int) -> int:
    """Its own bytes: resident memory that is neither backed by files nor shared. Costs a tenth of `weight`."""
    _, resident, shared, *_ = _statm(pid)
    return resident - shared


def reserved_memory_of(pid: int) -> int:
    """Bytes that it may write to without another request, used or not: what `limit_memory` counts."""
    return _statm(pid)[5]


def _statm(pid: int) -> list[int]:
    """Bytes: all, resident, shared, and others (see proc(5)); zeroes for a process that is gone."""
    try:
        fields = _proc_file(pid, "statm").split()
    except OSError:
        fields = []
    return [int(field) * _PAGE for field in fields] if len(fields) > 5 else [0] * 7


def limit_memory(pid: int, most: int) -> None:
    """From now on the system refuses it more than this many reserved bytes; it keeps what it has."""
    try:
        _, hard = resource.prlimit(pid, resource.RLIMIT_DATA)
        resource.prlimit(pid, resource.RLIMIT_DATA, (min(most, hard) if hard >= 0 else most, hard))
    except (OSError, ValueError, AttributeError):  # gone already, or a system without it
        pass


def waited_of(pid: int) -> float:
    """Milliseconds that its main thread was ready but had no core."""
    try:
        return int(_proc_file(pid, "schedstat").split()[1]) / 1e6
    except (OSError, IndexError, ValueError):
        return 0.0


def is_renderer(pid: int) -> bool:
    """Whether it is a tab's process."""
    try:
        return b"--type=renderer" in _proc_file(pid, "cmdline")
    except OSError:
        return False


def end_processes(pids: list[int]) -> None:
    """Kill them at once; one that is gone already is fine."""
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass
