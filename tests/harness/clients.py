"""Other people's client libraries, unmodified, each in an environment of its own: installed once, run as a process."""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CLIENTS = Path(__file__).parents[1] / "clients"
BIN = Path(sys.executable).parent
CACHE = BIN.parent / "clients"


def _locked(name: str) -> tuple[Path, Path]:
    """The client's files, and where its environment of exactly this lock belongs."""
    files = CLIENTS / name
    content = b"".join(path.read_bytes() for path in sorted(files.iterdir()) if path.is_file())
    return files, CACHE / f"{name}-{hashlib.sha256(content).hexdigest()[:12]}"


@contextmanager
def _alone(home: Path) -> Iterator[bool]:
    """Whether it is still to be made; workers that want the same one wait for the first."""
    home.parent.mkdir(parents=True, exist_ok=True)
    with Path(f"{home}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (home / "ready").exists():
            shutil.rmtree(home, ignore_errors=True)
            yield True
            (home / "ready").touch()
        else:
            yield False


def _run(*command: str | Path, cwd: Path) -> None:
    environ = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(command, cwd=cwd, env=environ, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def python_client(name: str) -> list[str]:
    """The command of a Python client; without a lock of its own it runs in the tests' environment."""
    files, home = _locked(name)
    if not (files / "requirements.lock").exists():
        return [sys.executable, str(files / "client.py")]
    with _alone(home) as wanted:
        if wanted:
            _run(BIN / "uv", "venv", "--quiet", "--python", sys.executable, home, cwd=files)
            _run(
                BIN / "uv", "pip", "install", "--quiet", "--python", home / "bin" / "python", "--require-hashes",
                "-r", files / "requirements.lock", cwd=files,
            )  # fmt: skip
    return [str(home / "bin" / "python"), str(files / "client.py")]


def node_client(name: str) -> list[str]:
    """The command of a JavaScript client."""
    files, home = _locked(name)
    with _alone(home) as wanted:
        if wanted:
            shutil.copytree(files, home)
            _run(BIN / "npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", cwd=home)
    return [str(BIN / "node"), str(home / "client.mjs")]


class ClientProcess:
    """Commands in, tasks out, a line of JSON each."""

    def __init__(self, command: list[str], *arguments: str) -> None:
        environ = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
        self.process = subprocess.Popen(
            [*command, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environ,
        )

    def ask(self, **command: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(command) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise AssertionError(self.process.communicate()[1])
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        self.process.kill()
        self.process.communicate()
