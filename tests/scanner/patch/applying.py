"""Applies diffs with git itself, as the owner of a page would."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path


def applied(directory: Path, data: bytes, *diffs: bytes, name: str = "index.html") -> bytes:
    """The file after these diffs; fails with git's own words when one does not apply."""
    file = directory / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(data)
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(directory.parent)}
    for diff in diffs:
        if diff:
            answer = subprocess.run(
                ["git", "apply", "--whitespace=nowarn", "-"],
                cwd=directory,
                input=diff,
                capture_output=True,
                env=environment,
                check=False,
            )
            assert answer.returncode == 0, f"{answer.stderr.decode()}\n{diff.decode('utf-8', 'replace')}"
    return file.read_bytes()
