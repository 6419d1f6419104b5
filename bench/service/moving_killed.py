"""`coldread move` to PostgreSQL and back, ten times, with some of every kind of data, killed at random steps."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.harness.moves import Traveller

from bench.service import results


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--times", type=int, default=10, help="there and back")
    asked.add_argument("--seed", type=int, default=1)
    given = asked.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        traveller = Traveller(Path(place), given.seed, tell=lambda said: print(said, flush=True))
        did = traveller.travel(given.times)
    rows = (
        ("moves that ended (SQLite to PostgreSQL and back, in turn)", did.moves),
        ("`kill -9` at a random step of a move", did.kills),
        ("`kill -9` at a random step of `--abandon`", did.kills_while_abandoning),
        ("moves that were abandoned and begun anew", did.abandoned),
        ("orders placed with the old service between two tries", did.orders_in_between),
        ("public answers compared after each move", did.answers),
        ("answers, tables or old databases that differed", len(did.differences)),
    )
    text = results.table(("what", "number"), [(what, f"{number:,}") for what, number in rows])
    results.write(
        "Moving while it is killed",
        f"Seed {did.seed}, {time.monotonic() - began:.0f} s.\n\n{text}\n\nEach answer byte by byte, without `request_id` and "
        "the dates of a PDF; each table by its number of rows, and by the hash of all of them in the move itself.",
    )
    for difference in did.differences:
        print(difference, file=sys.stderr)
    sys.exit(1 if did.differences else 0)


if __name__ == "__main__":
    main()
