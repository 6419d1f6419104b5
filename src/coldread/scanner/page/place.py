"""Where pages may be read: not in a process that answers others, which says so when it starts.

A page is an attacker's input to a parser; a process that serves hands it to its bench (`isolation`).
"""

from __future__ import annotations

_FORBIDDEN: list[bool] = []


class ReadHere(RuntimeError):
    """Our own fault: somebody reads a page in a process that must not."""


def forbid_reading_here() -> None:
    """For this process, for good."""
    _FORBIDDEN.append(True)


def check_place() -> None:
    if _FORBIDDEN:
        raise ReadHere("a page is read in a process that serves; give it to the bench")
