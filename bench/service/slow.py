"""What a poll costs while a thousand other clients send their requests a byte at a time, and how long those are tolerated."""

from __future__ import annotations

import argparse
import resource
import tempfile
from pathlib import Path

from tests.harness.crowd import Crowd

from bench.service import contestants, results
from bench.service.contestants import Contestant
from bench.service.polls_and_orders import placed
from bench.service.slices import Slice, median, sliced

BORNE_S = 15
DEARER = 0.25


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=5)
    asked.add_argument("--clients", type=int, default=1_000)
    given = asked.parse_args()
    _permit_files(3 * given.clients)
    alone: list[Slice] = []
    beside: list[Slice] = []
    borne: list[float] = []
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        with contestants.ours("coldread", f"sqlite:///{folder / 'c.db'}", folder) as server:
            path, _ = placed(server)
            for _ in range(given.rounds):
                alone.append(sliced(server, path))
                one, seconds = among(server, path, given.clients)
                beside.append(one)
                borne += seconds
    results.write("Slow clients (SQLite)", told(alone, beside, borne, given.rounds * given.clients))


def among(server: Contestant, path: str, clients: int) -> tuple[Slice, list[float]]:
    """A slice of polls while they hang, and how long each of them was borne."""
    with Crowd(server.port, clients) as crowd:
        one = sliced(server, path)
        if crowd.hanging < clients:
            raise RuntimeError(f"{clients - crowd.hanging} had gone before the polls were over")
        return one, crowd.borne()


def told(alone: list[Slice], beside: list[Slice], borne: list[float], clients: int) -> str:
    before, after = ([one.cost_us for one in some if one.cost_us is not None] for some in (alone, beside))
    failed = sum(one.failed for one in beside)
    rows = [
        ("a poll alone, CPU µs", results.spread(before), ""),
        ("a poll beside them, CPU µs", results.spread(after), ""),
        ("dearer by", f"{median(after) / median(before) - 1:+.0%}", f"≤ {DEARER:.0%}"),
        ("polls beside them, failed", f"{sum(one.answers for one in beside):,}, {failed}", "0 failed"),
        ("slow clients let go", f"{len(borne):,} of {clients:,}", "all"),
        ("borne for, first and last", f"{min(borne):.1f} s, {max(borne):.1f} s", f"≤ {BORNE_S} s"),
    ]
    return results.table(("what", "seen", "asked"), rows)


def _permit_files(wanted: int) -> None:
    """For this process and the server that it starts."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(wanted, hard)), hard))


if __name__ == "__main__":
    main()
