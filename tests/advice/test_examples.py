"""The printed examples are what the rules say today."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_printed_quick_fixes_are_the_answers_of_the_rules() -> None:
    done = subprocess.run(
        [sys.executable, "scripts/render_examples.py", "--check"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout
