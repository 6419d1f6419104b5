"""The client's answers are typed all the way down: what a program reads of a scan or an order is never `Any`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from coldread_client import shapes

#: read under the strictest types that mypy has
READS = """
from coldread_client.shapes import Order, Scan


def first_fix(scan: Scan) -> str:
    findings = scan.get("findings")
    if findings is None:
        return scan.get("lite_why") or ""
    for one in findings["items"]:
        fix = one.get("fix")
        for place in one.get("evidence") or []:
            return f"{one['severity']} {one['title']}: {place['snippet']} {fix['summary'] if fix else ''}"
    return ""


def steps(scan: Scan) -> list[str]:
    reading = scan.get("reading")
    return [step["label"] for step in reading.get("steps", [])] if reading else []


def points(scan: Scan) -> int | None:
    notes = scan.get("model_notes")
    return notes.get("points") if notes else None


def turn(order: Order) -> str:
    return order["waits_for"]["on"] if order["stages"]["draft"]["state"] != "done" else order["next_action"]
"""


def test_nothing_in_an_answer_is_any() -> None:
    assert "Any" not in Path(shapes.__file__).read_text()


def test_a_program_that_reads_answers_passes_the_strictest_types(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(READS)
    strict = ("--strict", "--disallow-any-expr", "--follow-imports=silent", "--config-file=")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *strict, str(program)],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout
