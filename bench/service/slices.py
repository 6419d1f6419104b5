"""One slice of load: wrk asks for a second or two, and the server's own CPU clock says what each answer cost."""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.service.contestants import Contestant

TICKS = os.sysconf("SC_CLK_TCK")
#: a slice with fewer answers was stalled by the machine and is dropped
FEWEST = 30


def cpu_seconds(pid: int) -> float:
    """User and system time of the process with all its threads."""
    schedstat = Path(f"/proc/{pid}/task")
    return sum(int((task / "schedstat").read_text().split()[0]) for task in schedstat.iterdir()) / 1e9


def cost(
    server: Contestant, path: str, *, clients: int = 16, seconds: float = 2, lua: str = ""
) -> float | None:
    """CPU microseconds of the server for one answer; None where the slice was stalled."""
    with tempfile.NamedTemporaryFile("w", suffix=".lua") as script:
        script.write(lua)
        script.flush()
        before = cpu_seconds(server.pid)
        told = subprocess.run(
            ["taskset", "-c", "1", "wrk", "-t1", f"-c{clients}", f"-d{seconds:g}s",
             *(["-s", script.name] if lua else []), server.url + path],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        spent = cpu_seconds(server.pid) - before
    found = re.search(r"(\d+) requests in", told)
    answers = int(found.group(1)) if found else 0
    if "Non-2xx" in told and "304" not in lua:
        raise RuntimeError(f"{server.name} refused: {told}")
    return spent / answers * 1e6 if answers >= FEWEST else None


def interleaved(rounds: int, slices: dict[str, Callable[[], float | None]]) -> dict[str, list[float]]:
    """A, B, C, A, B, C …: what the machine does meanwhile falls on all alike."""
    found: dict[str, list[float]] = {name: [] for name in slices}
    for _ in range(rounds):
        for name, measure in slices.items():
            one = measure()
            if one is not None:
                found[name].append(one)
    return found


def median(values: Sequence[float]) -> float:
    return statistics.median(values) if values else float("nan")
