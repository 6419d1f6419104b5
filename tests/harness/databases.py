"""A database of this version's schema: made once a run, copied for each test."""

from __future__ import annotations

import functools
import shutil
import tempfile
from pathlib import Path

from coldread.migrations import apply

SQLITE = "sqlite:///"


def prepare(url: str) -> None:
    """Bring the database to the schema of this version; a new SQLite file is a copy, which takes 1 ms instead of 60."""
    path = Path(url.removeprefix(SQLITE))
    if url.startswith(SQLITE) and not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(_empty())
    else:
        apply.upgrade(url)


@functools.cache
def _empty() -> bytes:
    """The file of a database without a row, as `coldread serve` makes it."""
    folder = Path(tempfile.mkdtemp(prefix="coldread-empty-"))
    try:
        apply.upgrade(f"{SQLITE}{folder / 'empty.db'}")
        (made,) = folder.iterdir()  # closed: nothing is left in a log beside it
        return made.read_bytes()
    finally:
        shutil.rmtree(folder)
