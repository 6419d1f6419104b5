"""The tables of RESULTS.md: each benchmark writes its own section, with date, machine and load."""

from __future__ import annotations

import datetime as dt
import os
import platform
import re
from collections.abc import Sequence
from pathlib import Path

RESULTS = Path(__file__).parent.parent / "RESULTS.md"
HEAD = "# Results\n\nWritten by `make bench`; each section carries the day, the machine and its load.\n"


def machine() -> str:
    now = dt.datetime.now(dt.UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"{now} · {os.cpu_count()} cores {platform.machine()} · Python {platform.python_version()} · load {os.getloadavg()[0]:.1f}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def write(title: str, text: str) -> None:
    """Replace the section of this title, or add it."""
    old = RESULTS.read_text() if RESULTS.exists() else HEAD
    section = f"## {title}\n\n{machine()}\n\n{text.strip()}\n"
    pattern = re.compile(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    new = (
        pattern.sub(lambda _: section + "\n", old) if pattern.search(old) else old.rstrip() + "\n\n" + section
    )
    RESULTS.write_text(new.rstrip() + "\n")
    print(section)


def spread(values: Sequence[float]) -> str:
    if not values:
        return "–"
    ordered = sorted(values)
    return f"{ordered[len(ordered) // 2]:.0f} [{ordered[0]:.0f}–{ordered[-1]:.0f}]"
