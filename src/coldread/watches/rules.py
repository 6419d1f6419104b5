"""The rules of a watch: its rhythm, its next run, when it stops, when it ends. Pure."""

from __future__ import annotations

import hashlib
from enum import StrEnum

from coldread.base.clock import DAY, HOUR, MINUTE, SECOND


class Rhythm(StrEnum):
    """How often the page is looked at."""

    DAILY = "daily"
    WEEKLY = "weekly"


class WatchState(StrEnum):
    """Where a watch is."""

    #: its owner has not confirmed it
    ASKED = "asked"
    ON = "on"
    OVER = "over"


class WatchEnded(StrEnum):
    """Why a watch is over."""

    #: by its owner
    STOPPED = "stopped"
    #: the page could not be seen five times in a row
    FAILED = "failed"
    #: nobody renewed it
    YEAR = "year"
    #: its owner has another watch of the page
    DOUBLE = "double"
    #: the mailbox wants no letters
    REFUSED = "refused"
    #: by the operator
    OPERATOR = "operator"


PERIOD = {Rhythm.DAILY: DAY, Rhythm.WEEKLY: 7 * DAY}
#: for a fault that is reported only if it is still there
SECOND_LOOK = 30 * MINUTE
#: second looks in a row; a page that differs each time is then scanned by its rhythm again
MOST_SECOND_LOOKS = 2
#: runs in a row without a page after which a watch stops
MOST_FAILURES = 5
#: how long a link to confirm works
LINK = 2 * DAY
YEAR = 365 * DAY
#: the owner gets a letter this long before the end, and can renew from then on
WARNING = 14 * DAY
#: watches that one mailbox may have
MOST_OF_MAILBOX = 10
#: how long the page of a watch that is over can be read
READABLE = 30 * DAY
#: between the beginnings of two looks at one host
HOST_GAP = 20 * SECOND
#: a queued run that has not ended by then is queued again
RUN_LOST = 2 * HOUR
#: how long a run waits after a failure on our side
AGAIN = 30 * MINUTE
#: how long a mailbox that wants no letters gets none
REFUSED_FOR = YEAR


def next_run(watch_id: str, rhythm: Rhythm, now: int) -> int:
    """The watch's own moment of the day or week, by a hash of its id, at least half a period from now.

    This spreads thousands of watches that begin together over the day."""
    period = PERIOD[rhythm]
    offset = int.from_bytes(hashlib.sha256(watch_id.encode()).digest()[:8]) % period
    earliest = now + period // 2
    return earliest + (offset - earliest) % period


def is_stray(due_at: int, rhythm: Rhythm, now: int) -> bool:
    """Whether the next run is further away than the rhythm allows: the clock was ahead when it was set."""
    return due_at > now + 2 * PERIOD[rhythm]


def has_stopped(failures: int) -> bool:
    return failures >= MOST_FAILURES


def after_run(watch_id: str, rhythm: Rhythm, now: int, *, look_again: bool) -> int:
    """The next run after one that ended now."""
    return now + SECOND_LOOK if look_again else next_run(watch_id, rhythm, now)


def host_slot(free_at: int, now: int) -> int:
    """When the next look at a host may begin. A moment far away is from a clock that was ahead."""
    return free_at if now <= free_at <= now + DAY else now


def masked_email(email: str) -> str:
    """An address as the console shows it: `a…@example.com`."""
    local, _, domain = email.rpartition("@")
    return f"{local[:1]}…@{domain}"
