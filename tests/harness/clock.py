"""A clock that a test turns while a process runs by it (libfaketime reads it from a file)."""

from __future__ import annotations

from pathlib import Path

#: for a process whose clock is not the machine's
TURNABLE = {
    "LD_PRELOAD": str(next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), "")),
    "FAKETIME_DONT_FAKE_MONOTONIC": "1",
    "DONT_FAKE_MONOTONIC": "1",
    # else a thread that waits for Python's lock does not sleep: two threads took 15 to 50 times the CPU (0.9.10, 2026-11-17)
    "FAKETIME_FORCE_MONOTONIC_FIX": "0",
}


def turned_to(clock: str) -> dict[str, str]:
    """For a process whose clock stands still at a moment (`2027-01-01 00:00:05`, UTC) or runs elsewhere (`+7d`)."""
    return {**TURNABLE, "FAKETIME": clock, "TZ": "UTC"}


class TurnedClock:
    """The wall clock of a process; what measures durations goes on as it was, as when a real clock is set."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.turn("+0")
        #: for the process that is to live by it
        self.environ = {
            **TURNABLE,
            "FAKETIME_TIMESTAMP_FILE": str(path),
            "FAKETIME_CACHE_DURATION": "1",
        }

    def turn(self, offset: str) -> None:
        """To so much before or after the real time: `-2h`, `+8d`; seen within a second."""
        written = self.path.with_suffix(".next")
        written.write_text(offset + "\n")
        written.replace(self.path)
