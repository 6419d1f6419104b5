"""What processes hold at one moment: memory, open files, children; read from /proc, without asking them."""

from __future__ import annotations

import dataclasses
from collections import Counter
from pathlib import Path

import psutil


@dataclasses.dataclass(frozen=True, kw_only=True)
class Held:
    """What one process holds."""

    megabytes: float
    #: open files by what they are: `KINDS`
    kinds: Counter[str]

    @property
    def files(self) -> int:
        return self.kinds.total()

    @classmethod
    def by(cls, pid: int) -> Held:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
        kilobytes = next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))
        return cls(megabytes=kilobytes / 1024, kinds=open_kinds(pid))


#: connections that others made to a port of the process; all its other sockets; pipes, what the kernel has no name for, files
CALLERS, SOCKETS, PIPES, ANONYMOUS, FILES = "callers", "other sockets", "pipes", "anonymous", "files"
KINDS = (CALLERS, SOCKETS, PIPES, ANONYMOUS, FILES)
_PREFIX = {"socket:": SOCKETS, "pipe:": PIPES, "anon_inode:": ANONYMOUS}


def open_kinds(pid: int) -> Counter[str]:
    """What is open, by kind; a file that was closed meanwhile is not counted."""
    tcp = psutil.Process(pid).net_connections("tcp")
    listening = {one.laddr.port for one in tcp if one.status == psutil.CONN_LISTEN}
    callers = {one.fd for one in tcp if one.status != psutil.CONN_LISTEN and one.laddr.port in listening}
    kinds: Counter[str] = Counter()
    for each in Path(f"/proc/{pid}/fd").iterdir():
        try:
            target = str(each.readlink())
        except OSError:
            continue
        kind = next((kind for prefix, kind in _PREFIX.items() if target.startswith(prefix)), FILES)
        kinds[CALLERS if int(each.name) in callers else kind] += 1
    return kinds


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
