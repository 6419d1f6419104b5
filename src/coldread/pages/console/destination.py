"""Where signing in may lead: one of the console's own addresses, read as a browser would read it. Pure."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from urllib.parse import quote, unquote, urlsplit

QUEUE = "/console"
LONGEST = 2_000
#: the most layers of percent-encoding that are decoded; real addresses have fewer
MOST_LAYERS = 4
#: blanks, control characters and backslashes are read differently by different parsers
_UNSAFE = re.compile(r"[\x00-\x20\x7f-\x9f\\]|[^\x00-\x7f]")


def destination(wanted: str | None, is_ours: Callable[[str], bool]) -> str:
    """The wanted address in plain form, if `is_ours` knows its path; else the queue.

    What is compared is what the browser gets: without dots, encodings, host or fragment.
    """
    if not wanted or len(wanted) > LONGEST or _UNSAFE.search(wanted) or not wanted.startswith("/"):
        return QUEUE
    try:
        parts = urlsplit(wanted)
    except ValueError:
        return QUEUE
    path = _resolved_path(parts.path)
    if parts.scheme or parts.netloc or path is None or not _is_below_console(path) or not is_ours(path):
        return QUEUE
    return quote(path) + (f"?{parts.query}" if parts.query else "")


def _resolved_path(path: str) -> str | None:
    """Decoded until nothing is left to decode, then without `.` and `..`; None for an address that no person would write."""
    for _ in range(MOST_LAYERS):
        plain = unquote(path)
        if plain == path:
            break
        path = plain
    else:
        return None
    if _UNSAFE.search(path) or "//" in path or "?" in path or "#" in path:
        return None
    return posixpath.normpath(path)


def _is_below_console(path: str) -> bool:
    return path == QUEUE or path.startswith(f"{QUEUE}/")
