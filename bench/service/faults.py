"""Every fault in a loop: the tests of tests/faults with large counts; writes their section of RESULTS.md."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.service import results

HERE = Path(__file__).parents[2]


def seen(loops: int, more: list[str]) -> tuple[int, list[dict[str, str]]]:
    """How pytest ended, and a row for each fault."""
    with tempfile.NamedTemporaryFile("r", suffix=".jsonl") as figures:
        command = [sys.executable, "-m", "pytest", "-q", "tests/faults", *more]
        chosen = {"FAULT_LOOPS": str(loops), "FAULT_FIGURES": figures.name}
        ended = subprocess.run(command, cwd=HERE, env={**os.environ, **chosen}, check=False)
        return ended.returncode, [json.loads(line) for line in figures]


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--loops", type=int, default=200)
    given, more = asked.parse_known_args()
    code, rows = seen(given.loops, more)
    for row in rows:
        print(f"{row['fault']} (seed {row['seed']}): {row['seen']}")
    if code == 0 and rows:
        table = results.table(("fault", "seen"), [(row["fault"], row["seen"]) for row in rows])
        said = f"Twelve invariants were checked after each (`tests/faults/invariants.py`); seed {rows[0]['seed']}."
        results.write("Faults", f"{said}\n\n{table}")
    sys.exit(code)


if __name__ == "__main__":
    main()
