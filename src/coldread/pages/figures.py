"""Numbers, money and moments as people of each language write them. Pure; registered as template filters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from coldread.base.clock import date_time
from coldread.base.dates import FIRM, day, moment, moment_here
from coldread.base.languages import row_of


def number(value: int, lang: str) -> str:
    """`3 900` in Swedish, `3,900` in English."""
    return f"{value:,}".replace(",", row_of(lang).thousands)


def kronor(value: int, lang: str) -> str:
    return f"{number(value, lang)}{FIRM}{row_of(lang).currency}"


def language_name(lang: str) -> str:
    """`Swedish`, as the console calls it."""
    return row_of(lang).english


def utc(at: int) -> str:
    """For `datetime` attributes and titles."""
    return date_time(at).strftime("%Y-%m-%dT%H:%M:%SZ")


def host(url: str) -> str:
    return urlsplit(url).hostname or url


def address(url: str) -> str:
    """Without scheme, query and last slash: what people call a page."""
    parts = urlsplit(url)
    return (parts.netloc + parts.path).rstrip("/") or url


FILTERS: dict[str, Callable[..., Any]] = {
    "number": number,
    "kronor": kronor,
    "day": day,
    "moment": moment,
    "moment_here": moment_here,
    "language_name": language_name,
    "utc": utc,
    "host": host,
    "address": address,
}
