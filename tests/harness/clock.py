"""A clock that a test turns while a process runs by it (libfaketime reads it from a file)."""

from __future__ import annotations

from pathlib import Path


class TurnedClock:
    """The wall clock of a process; what measures durations goes on as it was, as when a real clock is set."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.turn("+0")
        library = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
        #: for the process that is to live by it
        self.environ = {
            "LD_PRELOAD": str(library),
            "FAKETIME_TIMESTAMP_FILE": str(path),
            "FAKETIME_CACHE_DURATION": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "DONT_FAKE_MONOTONIC": "1",
        }

    def turn(self, offset: str) -> None:
        """To so much before or after the real time: `-2h`, `+8d`; seen within a second."""
        written = self.path.with_suffix(".next")
        written.write_text(offset + "\n")
        written.replace(self.path)
