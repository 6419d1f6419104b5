"""One slice of load: wrk sends requests for a second or two, and the server's CPU clock gives the cost per answer."""

from __future__ import annotations

import dataclasses
import re
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Sequence

from bench.service.contestants import Contestant
from bench.service.cpu_clock import cpu_seconds

#: a slice with fewer answers was stalled by the machine and is dropped
FEWEST = 30


@dataclasses.dataclass(frozen=True, kw_only=True)
class Slice:
    """What came of it."""

    answers: int
    #: connections that broke, and answers that came too late
    failed: int
    #: CPU seconds of the server
    spent: float

    @property
    def cost_us(self) -> float | None:
        """CPU microseconds for one answer; None where the slice was stalled."""
        return self.spent / self.answers * 1e6 if self.answers >= FEWEST else None


def cost(
    server: Contestant, path: str, *, clients: int = 16, seconds: float = 2, lua: str = ""
) -> float | None:
    """CPU microseconds of the server for one answer; None where the slice was stalled."""
    return sliced(server, path, clients=clients, seconds=seconds, lua=lua).cost_us


def sliced(server: Contestant, path: str, *, clients: int = 16, seconds: float = 2, lua: str = "") -> Slice:
    """Raises where the server refused."""
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
    if "Non-2xx" in told and "304" not in lua:
        raise RuntimeError(f"{server.name} refused: {told}")
    answers = re.search(r"(\d+) requests in", told)
    broken = re.search(r"Socket errors:(.*)", told)
    return Slice(
        answers=int(answers[1]) if answers else 0,
        failed=sum(map(int, re.findall(r"\d+", broken[1]))) if broken else 0,
        spent=spent,
    )


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
