"""A spy below every library: it sees each connection and each name that Python asks the system for."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

#: a broken door must fail its test, not knock at somebody's machine
LOOPBACK = ("127.0.0.1", "::1")


@dataclass
class Seen:
    connections: list[tuple[str, int]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)


_watching: list[Seen] = []


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    if not _watching:
        return
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        for seen in _watching:
            seen.connections.append(arguments[1][:2])
        if arguments[1][0] not in LOOPBACK:
            raise PermissionError(f"a test may not connect to {arguments[1][0]}")
    elif event == "socket.getaddrinfo":
        for seen in _watching:
            seen.names.append(str(arguments[0]))


@cache
def _placed() -> None:
    """Only where somebody watches: it cannot be removed, and sleeping it still costs a process one in fifty of its seconds."""
    sys.addaudithook(_audit)


@contextmanager
def watching() -> Iterator[Seen]:
    _placed()
    seen = Seen()
    _watching.append(seen)
    try:
        yield seen
    finally:
        _watching.remove(seen)
