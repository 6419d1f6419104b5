"""The one clock. Moments are whole microseconds since 1970 (UTC): exact, ordered, the same in both databases."""

from __future__ import annotations

import datetime as dt
import time
from email.utils import format_datetime
from functools import lru_cache

SECOND = 1_000_000
MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
DAY = 24 * HOUR

_EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)


class Clock:
    """The system clock."""

    def now(self) -> int:
        return time.time_ns() // 1000


class SetClock(Clock):
    """A clock that stops until it is moved: for tests."""

    def __init__(self, at: int) -> None:
        self.at = at

    def now(self) -> int:
        return self.at

    def move(self, by: int) -> None:
        self.at += by


def moment(value: dt.datetime) -> int:
    """The microseconds of an aware date-time."""
    return (value - _EPOCH) // dt.timedelta(microseconds=1)


def date_time(at: int) -> dt.datetime:
    return _EPOCH + dt.timedelta(microseconds=at)


def rfc3339(at: int) -> str:
    """`2026-11-15T09:18:31.000250Z`: always six digits, so that text sorts as time does."""
    second, microsecond = divmod(at, SECOND)
    return f"{format_second(second)}.{microsecond:06}Z"


@lru_cache(maxsize=64)
def format_second(second: int) -> str:
    """`2026-11-15T09:18:31`, without a zone. Cached, because answers and the log format the same few seconds."""
    return date_time(second * SECOND).replace(tzinfo=None).isoformat()


def rfc3339_or_none(at: int | None) -> str | None:
    return None if at is None else rfc3339(at)


def format_duration(span: int) -> str:
    """`24 hours`: a duration of full hours or minutes in words, for sentences about a constant."""
    number, unit = (span // HOUR, "hour") if span % HOUR == 0 else (span // MINUTE, "minute")
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def http_date(at: int) -> str:
    """`Sun, 15 Nov 2026 09:18:31 GMT` (RFC 9110), the format of `Sunset`."""
    return format_datetime(date_time(at), usegmt=True)
