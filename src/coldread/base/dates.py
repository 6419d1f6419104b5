"""Dates and times for people: in Stockholm, in their language. Pure."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from coldread.base.clock import date_time
from coldread.base.languages import row_of

STOCKHOLM = ZoneInfo("Europe/Stockholm")
#: a space without a line break
FIRM = "\u00a0"


def day(at: int, lang: str) -> str:
    """`15 November 2026`, in Stockholm."""
    return _day(date_time(at).astimezone(STOCKHOLM), lang)


def moment(at: int, lang: str) -> str:
    """`15 November 2026, 10:20 Swedish time`, with the zone for readers elsewhere."""
    return f"{moment_here(at, lang)} {row_of(lang).zone.replace(' ', FIRM)}"


def moment_here(at: int, lang: str) -> str:
    """`15 November 2026, 10:20`, for a list that names its zone once (`zone`)."""
    local = date_time(at).astimezone(STOCKHOLM)
    return f"{_day(local, lang)}{row_of(lang).at}{local:%H:%M}"


def _day(local: dt.datetime, lang: str) -> str:
    return f"{local.day}{FIRM}{row_of(lang).months.split()[local.month - 1]} {local.year}"
