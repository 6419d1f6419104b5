"""The languages that Coldread speaks to people in: one row each, the first is what everything falls back to."""

from __future__ import annotations

import dataclasses
from enum import StrEnum


class Language(StrEnum):
    """Languages in which letters and documents exist."""

    EN = "en"
    SV = "sv"


@dataclasses.dataclass(frozen=True, kw_only=True)
class LanguageRow:
    """How a language is written; its sentences stand in each room's `texts/<language>.toml`."""

    language: Language
    #: what prompts and the console call it
    english: str
    #: January first, as they stand in a date, a blank between them
    months: str
    #: between three digits and the next three
    thousands: str
    #: before the fraction
    decimal: str
    #: what stands behind an amount of Swedish kronor
    currency: str
    #: between a day and a time of day
    at: str
    #: behind a time of day: whose clock it is
    zone: str
    #: around somebody else's words
    quotes: tuple[str, str]
    #: `scanner/page/lexicon/<language>.toml` is written, so words of pages in it can be judged
    has_lexicon: bool


LANGUAGES: tuple[LanguageRow, ...] = (
    LanguageRow(
        language=Language.EN,
        english="English",
        months="January February March April May June July August September October November December",
        thousands=",",
        decimal=".",
        currency="SEK",
        at=", ",
        zone="Swedish time",
        quotes=("“", "”"),
        has_lexicon=True,
    ),
    LanguageRow(
        language=Language.SV,
        english="Swedish",
        months="januari februari mars april maj juni juli augusti september oktober november december",
        thousands="\u00a0",
        decimal=",",
        currency="kr",
        at=" kl.\u00a0",
        zone="svensk tid",
        quotes=("”", "”"),
        has_lexicon=True,
    ),
)

_ROWS = {row.language: row for row in LANGUAGES}
#: codes of the languages in which words of pages can be judged
JUDGED: tuple[str, ...] = tuple(row.language.value for row in LANGUAGES if row.has_lexicon)


def row_of(lang: str) -> LanguageRow:
    """The row of a language that we speak; any other is an error with a sentence."""
    try:
        return _ROWS[Language(lang)]
    except (ValueError, KeyError):
        raise LookupError(f"base/languages.py has no row for the language {lang}") from None


def english_name(code: str) -> str:
    """What a prompt calls the language of a page; one that we do not speak is answered in the first of ours."""
    return row_of(code).english if code in _ROWS else LANGUAGES[0].english


def format_number(value: float, lang: str) -> str:
    """A number as the language writes it: `2,5` in Swedish, `2.5` in English."""
    return str(value).replace(".", row_of(lang).decimal)


def quoted(text: str, lang: str) -> str:
    """Somebody else's words inside a sentence of ours, in the quotation marks of its language."""
    before, after = row_of(lang).quotes
    return f"{before}{text}{after}"


def languages_without_row() -> list[str]:
    return [f"base/languages.py has no row for {one}" for one in Language if one not in _ROWS]
