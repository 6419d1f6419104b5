"""Numbers, money and moments as people of each language write them. Pure; registered as template filters."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from coldread.base.clock import date_time

STOCKHOLM = ZoneInfo("Europe/Stockholm")
THIN = "\u00a0"

MONTHS = {
    "en": "January February March April May June July August September October November December",
    "sv": "januari februari mars april maj juni juli augusti september oktober november december",
}


def number(value: int, lang: str) -> str:
    """`3 900` in Swedish, `3,900` in English."""
    return f"{value:,}".replace(",", THIN) if lang == "sv" else f"{value:,}"


def kronor(value: int, lang: str) -> str:
    return f"{number(value, lang)}{THIN}{'kr' if lang == 'sv' else 'SEK'}"


def day(at: int, lang: str) -> str:
    """`15 November 2026`, in Stockholm."""
    return _day(date_time(at).astimezone(STOCKHOLM), lang)


def moment(at: int, lang: str) -> str:
    """`15 November 2026, 10:20`: the time in Stockholm."""
    there = date_time(at).astimezone(STOCKHOLM)
    return f"{_day(there, lang)}, {there:%H:%M}" if lang == "en" else f"{_day(there, lang)} kl. {there:%H:%M}"


def utc(at: int) -> str:
    """For `datetime` attributes and titles."""
    return date_time(at).strftime("%Y-%m-%dT%H:%M:%SZ")


def _day(there: dt.datetime, lang: str) -> str:
    return f"{there.day}{THIN}{MONTHS[lang].split()[there.month - 1]} {there.year}"


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
    "utc": utc,
    "host": host,
    "address": address,
}
