"""`figures`: what a fault test saw, printed, and kept for the table of `make faults`."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.scene import SEED

Figures = Callable[[str, str], None]


@pytest.fixture
def figures() -> Figures:
    """`figures("kill -9 of the server", "200 kills, …")`; FAULT_FIGURES names a file that gets a line of JSON."""

    def note(fault: str, seen: str) -> None:
        print(f"{fault} (seed {SEED}): {seen}")
        if path := os.environ.get("FAULT_FIGURES"):
            with Path(path).open("a") as file:
                file.write(json.dumps({"fault": fault, "seed": SEED, "seen": seen}) + "\n")

    return note
