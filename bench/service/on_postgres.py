"""The polled read on PostgreSQL beside a constant route of FastAPI, and what an order costs there."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

import httpx
from tests.harness import postgres

from bench.service import contestants, results
from bench.service.contestants import Contestant
from bench.service.polls_and_orders import ORDER, UNCHANGED, WISH, placed
from bench.service.slices import cost, interleaved, median

CONSTANT = contestants.HERE / "constant_fastapi.py"


def measured(ours: Contestant, constant: Contestant, rounds: int, seconds: float) -> str:
    path, tag = placed(ours)
    lua = ORDER % httpx.Request("POST", "http://x", json=WISH).content.decode()
    found = interleaved(
        rounds,
        {
            "GET order": lambda: cost(ours, path, seconds=seconds),
            "304": lambda: cost(ours, path, seconds=seconds, lua=UNCHANGED % tag),
            "create at 8 clients": lambda: cost(ours, "/", clients=8, seconds=seconds, lua=lua),
            "FastAPI's constant route": lambda: cost(constant, "/", seconds=seconds),
        },
    )
    rows = [(name, results.spread(values)) for name, values in found.items()]
    ratio = median(found["FastAPI's constant route"]) / median(found["GET order"])
    verdict = f"GET: our rate / the constant route's: {ratio:.0%} (asked: ≥ 30 %). The database's own CPU is not in it."
    return results.table(("what", "CPU µs of the API process, median [least–most]"), rows) + "\n\n" + verdict


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=5)
    asked.add_argument("--seconds", type=float, default=2)
    given = asked.parse_args()
    port = contestants.free_port()
    route = contestants.started("FastAPI", [sys.executable, str(CONSTANT), str(port)], port, {}, "/")
    with (
        tempfile.TemporaryDirectory() as place,
        route as constant,
        contestants.ours("coldread", postgres.new_database(), Path(place)) as ours,
    ):
        results.write("PostgreSQL", measured(ours, constant, given.rounds, given.seconds))


if __name__ == "__main__":
    main()
