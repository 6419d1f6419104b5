"""Where pages may be read: not in a process that answers others, which says so when it starts.

A page is an attacker's input to a parser; a process that serves hands it to an isolated process (`isolation`).
"""

from __future__ import annotations

from contextvars import ContextVar

_FORBIDDEN: list[bool] = []
#: whether the work at hand answers a request, where one process plays all parts; an isolated task says no
answering: ContextVar[bool] = ContextVar("answering", default=False)


class ReadHere(RuntimeError):
    """Our own fault: somebody reads a page in a process that must not."""


def forbid_reading_here() -> None:
    """For this process, for good."""
    _FORBIDDEN.append(True)


def check_place() -> None:
    if _FORBIDDEN or answering.get():
        raise ReadHere("a page is read in a process that serves; give it to an isolated process")
