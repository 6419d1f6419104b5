"""Dates that the page names, with what they are for: an event to come, news, or other."""

from __future__ import annotations

import re
from datetime import date
from typing import Literal

from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import may_hold, phrases
from coldread.scanner.reading.quotes import own_words, quote_from
from coldread.scanner.reading.record import DatedLine

MOST = 12
_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january januari jan", "february februari feb", "march mars mar", "april apr", "may maj", "june juni jun", "july juli jul",
            "august augusti aug", "september sept sep", "october oktober okt oct", "november nov", "december dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
_MONTH = "|".join(sorted(_MONTHS, key=lambda name: -len(name)))
_DATE = re.compile(
    rf"\b(?P<iso>20\d\d-[01]\d-[0-3]\d)\b"
    rf"|\b(?P<day>[0-3]?\d)(?:st|nd|rd|th|:e|:a)?\s+(?:of\s+)?(?P<month>{_MONTH})\.?,?\s+(?P<year>20\d\d)\b"
    rf"|\b(?P<month2>{_MONTH})\.?\s+(?P<day2>[0-3]?\d)(?:st|nd|rd|th)?,?\s+(?P<year2>20\d\d)\b"
    rf"|\b(?P<month3>{_MONTH})\.?\s+(?P<year3>20\d\d)\b",
    re.IGNORECASE,
)
#: every date contains one of these
_MARKS = (
    "-0",
    "-1",
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "maj",
    "jun",
    "jul",
    "aug",
    "sep",
    "okt",
    "oct",
    "nov",
    "dec",
)


def dates(page: Page) -> tuple[DatedLine, ...]:
    """Days and months with their year. A separate check judges copyright years."""
    today = page.seen.seen_on
    found: list[DatedLine] = []
    for block in own_words(page):
        if "20" not in block.text or not may_hold(block.text, _MARKS):  # every year in question contains "20"
            continue
        for match in _DATE.finditer(block.text):
            stamp = _stamp(match)
            if stamp is not None and len(found) < MOST:
                found.append(
                    DatedLine(
                        date=stamp,
                        kind=_kind_of_date(block, match),
                        past=stamp < today[: len(stamp)],
                        evidence=(quote_from(page, block, match.start()),),
                    )
                )
    return tuple(found)


def names_day(text: str) -> bool:
    """The text has a day or a month with its year."""
    return "20" in text and may_hold(text, _MARKS) and _DATE.search(text) is not None


def _kind_of_date(block: Block, match: re.Match[str]) -> Literal["upcoming", "news", "other"]:
    near = block.text[max(0, match.start() - 80) : match.end() + 40]
    if phrases("reading.upcoming").search(near):
        return "upcoming"
    is_news = block.element.closest("time", "article") is not None or phrases("reading.news").search(near)
    return "news" if is_news else "other"


def _stamp(match: re.Match[str]) -> str | None:
    if match["iso"]:
        return _valid_date_or_none(match["iso"])
    year = match["year"] or match["year2"] or match["year3"]
    month = _MONTHS[(match["month"] or match["month2"] or match["month3"]).lower()]
    day = match["day"] or match["day2"]
    return _valid_date_or_none(f"{year}-{month:02d}-{int(day):02d}") if day else f"{year}-{month:02d}"


def _valid_date_or_none(stamp: str) -> str | None:
    try:
        date.fromisoformat(stamp)
    except ValueError:
        return None
    return stamp
