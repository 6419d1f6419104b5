"""What processes hold at one moment: memory, open files, children; read from /proc, without asking them."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import psutil


@dataclasses.dataclass(frozen=True, kw_only=True)
class Held:
    """What one process holds."""

    megabytes: float
    files: int

    @classmethod
    def by(cls, pid: int) -> Held:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
        return cls(megabytes=kilobytes / 1024, files=len(list(Path(f"/proc/{pid}/fd").iterdir())))


@dataclasses.dataclass(frozen=True, kw_only=True)
class Family:
    """What a process holds together with all that it has started; pages that they share are counted once."""

    processes: int
    megabytes: float
    files: int

    @classmethod
    def of(cls, pid: int) -> Family:
        megabytes, files, processes = 0.0, 0, 0
        for process in (parent := psutil.Process(pid), *parent.children(recursive=True)):
            try:
                megabytes += _share(process.pid)
                files += process.num_fds()
                processes += 1
            except (psutil.Error, OSError, StopIteration):
                continue  # it has just ended
        return cls(processes=processes, megabytes=megabytes, files=files)


def _share(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
