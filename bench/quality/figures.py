"""The page of figures: one section per measurement, replaced by each new measurement."""

from __future__ import annotations

import datetime as dt
import os
import platform
import re
from collections.abc import Iterable
from pathlib import Path

PAGE = Path(__file__).with_name("figures.md")
HEAD = "# Quality figures\n"


def about() -> str:
    """When and where, for the head of a section."""
    day = dt.datetime.now(dt.UTC).date().isoformat()
    return f"{day}, {os.cpu_count()} cores ({platform.machine()}), load {os.getloadavg()[0]:.1f}, Python {platform.python_version()}."


def store(title: str, lines: Iterable[str]) -> None:
    """Puts the section in the place of its older self, or at the end."""
    section = f"## {title}\n\n" + "\n".join(lines).strip() + "\n"
    text = PAGE.read_text("utf-8") if PAGE.exists() else HEAD
    older = re.compile(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    if older.search(text):
        text = older.sub(lambda _: section + "\n", text)
    else:
        text = text.rstrip() + "\n\n" + section
    PAGE.write_text(text.rstrip() + "\n", "utf-8")
