"""Tens of thousands of made-up requests against the service on each database: no failed check, no 500."""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from contextlib import nullcontext
from pathlib import Path

from tests.harness import fuzzing, postgres
from tests.harness.beside import workers
from tests.harness.fuzzing import Fuzzed
from tests.harness.process import ServerProcess

from bench.service import results

MOST_EXAMPLES = 300  # for an operation and a seed; what is missing is made with the next seed


def fuzzed(
    database_url: str, folder: Path, cases: int, seed: int
) -> tuple[list[Fuzzed], Counter[int], list[str]]:
    """Runs until there were as many cases, each with the next seed; the statuses and blunders in the log."""
    server = ServerProcess(database_url, folder, **fuzzing.SETTINGS)
    server.start()
    runs: list[Fuzzed] = []
    looking = nullcontext() if database_url.startswith("sqlite") else workers(server, "scan")
    try:
        with looking:
            while sum(run.cases for run in runs) < cases:
                runs.append(fuzzing.fuzz(server, examples=MOST_EXAMPLES, seed=seed + len(runs)))
                one = runs[-1]
                print(f"seed {one.seed}: {one.cases:,} cases, {one.failures} failures", flush=True)
                if one.failures:
                    print(one.said.partition(" FAILURES ")[2] or one.said, flush=True)
    finally:
        server.stop()
    return runs, fuzzing.statuses(server), fuzzing.blunders(server)


def row(name: str, runs: list[Fuzzed], statuses: Counter[int], blunders: list[str]) -> tuple[str, ...]:
    return (
        name,
        f"{sum(run.cases for run in runs):,}",
        ", ".join(str(run.seed) for run in runs),
        str(sum(run.failures for run in runs)),
        ", ".join(f"{status}: {count:,}" for status, count in sorted(statuses.items())),
        str(len(blunders)),
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--cases", type=int, default=20_000)
    asked.add_argument("--seed", type=int, default=random.randrange(1_000_000))
    asked.add_argument(
        "--only", choices=("SQLite", "PostgreSQL"), help="one of the two; nothing is stored then"
    )
    given = asked.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as place:
        databases = {"SQLite": f"sqlite:///{place}/fuzz.db", "PostgreSQL": postgres.new_database()}
        for name, url in databases.items():
            if given.only not in (None, name):
                continue
            runs, statuses, blunders = fuzzed(url, Path(place) / name, given.cases, given.seed)
            rows.append(row(name, runs, statuses, blunders))
            print(*blunders[:20], sep="\n")
    head = (
        "database",
        "cases",
        "seeds",
        "failures (asked: 0)",
        "answers in the log",
        "500s and errors in the log (asked: 0)",
    )
    if given.only:
        print(results.table(head, rows))
    else:
        results.write("Fuzzing", results.table(head, rows))
    sys.exit(any(one[3] != "0" or one[5] != "0" for one in rows))


if __name__ == "__main__":
    main()
