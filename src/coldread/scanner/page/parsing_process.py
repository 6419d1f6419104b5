"""Where pages may be parsed: not in a process that serves requests.

A page is an attacker's input to a parser, so a serving process gives it to an isolated process (`isolation`).
"""

from __future__ import annotations

from contextvars import ContextVar

_FORBIDDEN: list[bool] = []
#: whether the current work answers a request, if one process does everything; an isolated task sets it to False
answering: ContextVar[bool] = ContextVar("answering", default=False)


class ReadHere(RuntimeError):
    """A bug of ours: a page is parsed in a process that must not do that."""


def forbid_reading_here() -> None:
    """Forbid parsing in this process, permanently."""
    _FORBIDDEN.append(True)


def check_place() -> None:
    if _FORBIDDEN or answering.get():
        raise ReadHere("a page is read in a process that serves; give it to an isolated process")
