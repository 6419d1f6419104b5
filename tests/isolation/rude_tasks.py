"""Tasks that overrun every limit, imported by a template of the tests."""

from __future__ import annotations

import ctypes
import logging
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any


def warm() -> None:
    pass


def echo(value: Any) -> Any:
    return value


def spin(_: Any) -> Any:
    while True:
        pass


def spin_in_c(_: Any) -> Any:
    """Never comes back to Python, so that nobody could ask it to stop."""
    return re.match(r"(a+)+$", "a" * 60 + "b")


def work(seconds: float) -> float:
    began = time.process_time()
    while time.process_time() - began < seconds:
        pass
    return seconds


def swallow(_: Any) -> Any:
    kept = []
    while True:
        kept.append(bytearray(10_000_000))


def sleep(seconds: float) -> Any:
    time.sleep(seconds)


def crash(_: Any) -> Any:
    ctypes.string_at(0)


def fail(_: Any) -> Any:
    raise ValueError("of its own")


def warn(text: str) -> Any:
    logging.getLogger("tests.rude").warning("%s", text)


def long_answer(count: int) -> str:
    return "x" * count


def garbage(text: str) -> Any:
    """Something else than a frame on the pipe."""
    os.write(3, text.encode("latin-1"))
    time.sleep(60)


def pid(_: Any) -> int:
    return os.getpid()


def surroundings(_: Any) -> Any:
    core = resource.getrlimit(resource.RLIMIT_CORE)[0]
    return {"environ": dict(os.environ), "core": core, "pid": os.getpid()}


def attempts(folder: str) -> dict[str, str]:
    """What a process in somebody else's hands would try; each with what came of it."""
    tried = {
        "connect": lambda: socket.create_connection(("127.0.0.1", 9)),
        "socket": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
        "unix socket": lambda: socket.socket(socket.AF_UNIX),
        "program": lambda: subprocess.run([sys.executable, "-c", ""], check=True),
        "fork": os.fork,
        "signal": lambda: os.kill(os.getppid(), signal.SIGTERM),
        "write": lambda: _write(Path(folder) / "written"),
        "read": (Path(folder) / "secret").read_text,
    }
    return {name: _outcome(attempt) for name, attempt in tried.items()}


def _write(path: Path) -> None:
    with path.open("w") as file:
        file.write("here")


def _outcome(attempt: Any) -> str:
    try:
        attempt()
    except OSError as error:
        return type(error).__name__
    return "done"


TASKS = {
    task.__name__: task
    for task in (
        echo, spin, spin_in_c, work, swallow, sleep, crash, fail, warn, long_answer, garbage, pid, surroundings,
        attempts,
    )
}  # fmt: skip
