"""Days and times as people read them: in Stockholm, in their language. Pure."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from coldread.base.clock import date_time
from coldread.base.languages import row_of

STOCKHOLM = ZoneInfo("Europe/Stockholm")
#: a blank at which no line may break
FIRM = "\u00a0"


def day(at: int, lang: str) -> str:
    """`15 November 2026`, in Stockholm."""
    return _day(date_time(at).astimezone(STOCKHOLM), lang)


def moment(at: int, lang: str) -> str:
    """`15 November 2026, 10:20 Swedish time`: whoever reads it somewhere else is not left to guess."""
    return f"{moment_here(at, lang)} {row_of(lang).zone.replace(' ', FIRM)}"


def moment_here(at: int, lang: str) -> str:
    """`15 November 2026, 10:20`, for a list that names its zone once for all (`zone`)."""
    there = date_time(at).astimezone(STOCKHOLM)
    return f"{_day(there, lang)}{row_of(lang).at}{there:%H:%M}"


def _day(there: dt.datetime, lang: str) -> str:
    return f"{there.day}{FIRM}{row_of(lang).months.split()[there.month - 1]} {there.year}"
