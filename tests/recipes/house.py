"""A copy of the house to build on: a recipe of CONTRIBUTING is followed in it, and then it is looked at from outside."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
#: what every process of `coldread` asks first
GAPS = "import json\nfrom coldread.startup_checks import list_gaps\nprint('told:' + json.dumps(list_gaps()))"


class House:
    """`src` of its own; compiled files come along, so that a process starts in its usual time."""

    def __init__(self, folder: Path) -> None:
        self.src = folder / "src"
        shutil.copytree(ROOT / "src", self.src)

    def file(self, name: str) -> Path:
        return self.src / "coldread" / name

    def write(self, name: str, text: str) -> None:
        self.file(name).write_text(text, "utf-8")

    def put(self, name: str, after: str, text: str) -> None:
        """Put `text` behind the one place where `after` stands."""
        there = self.file(name).read_text("utf-8")
        assert there.count(after) == 1, f"{after!r} stands {there.count(after)} times in {name}"
        self.write(name, there.replace(after, after + text))

    def swap(self, name: str, old: str, new: str) -> None:
        there = self.file(name).read_text("utf-8")
        assert there.count(old) == 1, f"{old!r} stands {there.count(old)} times in {name}"
        self.write(name, there.replace(old, new))

    def look(self, script: str) -> Any:
        """What a fresh process with this house tells: one line of JSON behind `told:`."""
        done = self._run(script)
        assert done.returncode == 0, done.stderr[-3000:]
        (told,) = [line for line in done.stdout.splitlines() if line.startswith("told:")]
        return json.loads(told.removeprefix("told:"))

    def refusal(self, script: str = GAPS) -> str:
        """The last line of a process that does not come up."""
        done = self._run(script)
        assert done.returncode != 0, "it came up"
        return done.stderr.strip().splitlines()[-1]

    def gaps(self) -> list[str]:
        found: list[str] = self.look(GAPS)
        return found

    def _run(self, script: str) -> subprocess.CompletedProcess[str]:
        environ = {**os.environ, "PYTHONPATH": f"{self.src}{os.pathsep}{ROOT}"}
        return subprocess.run(
            [sys.executable, "-c", script],
            env=environ,
            cwd=self.src.parent,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
