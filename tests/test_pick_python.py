"""The environment is made of the Python that `python3` names, or of the system's own where that is the same one built better."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[1] / "scripts" / "pick-python"
SYSTEM = Path("/usr/bin/python3")


def picked(folder: Path, shim: str) -> str:
    """What is chosen where `python3` on the path is this script."""
    own = folder / "python3"
    own.write_text(f"#!/bin/sh\n{shim}\n")
    own.chmod(0o755)
    environ = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"}
    done = subprocess.run([SCRIPT], env=environ, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def is_same_and_whole() -> bool:
    asked = "import ensurepip, sys; print('%d.%d' % sys.version_info[:2])"
    told = subprocess.run([SYSTEM, "-c", asked], capture_output=True, text=True, check=False)
    return told.stdout.strip() == f"{sys.version_info[0]}.{sys.version_info[1]}"


def test_a_slow_build_gives_way_to_the_systems_own_of_the_same_version(tmp_path: Path) -> None:
    slow = picked(tmp_path, f'exec {sys.executable} -X tracemalloc=1 "$@"')
    assert slow == (str(SYSTEM) if SYSTEM.exists() and is_same_and_whole() else "python3")


def test_another_version_is_the_developers_choice(tmp_path: Path) -> None:
    other = f'case "$*" in *version_info*) echo 3.99;; *) exec {sys.executable} -X tracemalloc=1 "$@";; esac'
    assert picked(tmp_path, other) == "python3"


@pytest.mark.parametrize("shim", ["exit 1", "exit 127"])
def test_one_that_does_not_run_is_named_all_the_same(tmp_path: Path, shim: str) -> None:
    """`make` then says what is needed."""
    assert picked(tmp_path, shim) == "python3"
