"""Numbers, money and moments as people of each language write them. Pure; registered as template filters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from coldread.base.clock import date_time
from coldread.base.dates import day, moment, moment_here
from coldread.base.figures import address, kronor, number


def utc(at: int) -> str:
    """For `datetime` attributes and titles."""
    return date_time(at).strftime("%Y-%m-%dT%H:%M:%SZ")


def host(url: str) -> str:
    return urlsplit(url).hostname or url


FILTERS: dict[str, Callable[..., Any]] = {
    "number": number,
    "kronor": kronor,
    "day": day,
    "moment": moment,
    "moment_here": moment_here,
    "utc": utc,
    "host": host,
    "address": address,
}
