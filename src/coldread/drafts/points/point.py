"""One change, as its owner reads it."""

from __future__ import annotations

from dataclasses import dataclass

from coldread.scanner.judge.finding import Effort


@dataclass(frozen=True, kw_only=True)
class Point:
    """A sentence that says what is wrong here, and one that says what to do."""

    title: str
    do: str
    #: of the finding that it tells, or a name of its own that others know it by; empty where nobody asks
    of: str = ""
    #: where somebody has told it; else its finding tells
    effort: Effort | None = None
