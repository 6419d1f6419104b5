"""The languages of texts for people: one row each; the first is the fallback."""

from __future__ import annotations

import dataclasses
from enum import StrEnum


class Language(StrEnum):
    """Languages in which letters and documents exist."""

    EN = "en"
    SV = "sv"


@dataclasses.dataclass(frozen=True, kw_only=True)
class LanguageRow:
    """The notation of a language. Its sentences are in each package's `texts/<language>.toml`."""

    language: Language
    #: its name in prompts and in the console
    english: str
    #: January first, as they appear in a date, separated by spaces
    months: str
    #: the separator of thousands
    thousands: str
    #: the decimal separator
    decimal: str
    #: the suffix of an amount in Swedish kronor
    currency: str
    #: between a day and a time of day
    at: str
    #: the suffix of a time of day: its zone
    zone: str
    #: the quotation marks
    quotes: tuple[str, str]
    #: whether `scanner/page/lexicon/<language>.toml` exists, so that pages in the language can be judged
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
#: codes of the languages in which pages can be judged
JUDGED: tuple[str, ...] = tuple(row.language.value for row in LANGUAGES if row.has_lexicon)


def row_of(lang: str) -> LanguageRow:
    """The row of a supported language; any other is an error with a sentence."""
    try:
        return _ROWS[Language(lang)]
    except (ValueError, KeyError):
        raise LookupError(f"base/languages.py has no row for the language {lang}") from None


def english_name(code: str) -> str:
    """The English name of a page's language, for a prompt; of our first language if it is not supported."""
    return row_of(code).english if code in _ROWS else LANGUAGES[0].english


def format_number(value: float, lang: str) -> str:
    """A number as the language writes it: `2,5` in Swedish, `2.5` in English."""
    return str(value).replace(".", row_of(lang).decimal)


def quoted(text: str, lang: str) -> str:
    """A quotation inside a sentence of ours, in the quotation marks of its language."""
    before, after = row_of(lang).quotes
    return f"{before}{text}{after}"


def languages_without_row() -> list[str]:
    return [f"base/languages.py has no row for {language}" for language in Language if language not in _ROWS]
