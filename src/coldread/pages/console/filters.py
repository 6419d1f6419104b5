"""How the console words numbers and names. Pure; registered as template filters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coldread.base.clock import DAY, HOUR, MINUTE, date_time
from coldread.base.dates import STOCKHOLM
from coldread.base.incoming.addresses import split_address
from coldread.base.languages import format_number, row_of
from coldread.base.texts.stored_words import translated_sentence
from coldread.base.texts.texts import texts_of
from coldread.drafts.draft_texts import TEXTS as DRAFT_TEXTS
from coldread.orders.rules.lifecycle import Status
from coldread.orders.rules.status_words import WORDS

YEAR = 365 * DAY
TEXTS = texts_of("coldread.pages.console")


def span(microseconds: int, lang: str) -> str:
    """`47 min`, `71 h`, `5 d`, `9 years`: the unit that says enough, to the nearest; the sign is left to the words around it.
    Hours up to four days: the 72 hours of a final begin as 72."""
    length = abs(microseconds)
    if length < 2 * HOUR:
        unit, number = "minutes", length // MINUTE
    elif length < 4 * DAY:
        unit, number = "hours", (length + HOUR // 2) // HOUR
    elif length < 2 * YEAR:
        unit, number = "days", (length + DAY // 2) // DAY
    else:
        unit, number = "years", length // YEAR
    return TEXTS.say(lang, f"frame.{unit}", n=number)


def short_moment(at: int, lang: str) -> str:
    """`15 Nov 2026 10:20 CET`, in Stockholm; the console's script shows the operator's own zone instead."""
    local = date_time(at).astimezone(STOCKHOLM)
    month = row_of(lang).months.split()[local.month - 1][:3]
    return f"{local.day} {month} {local:%Y %H:%M %Z}"


def iso_day(at: int) -> str:
    """`2026-11-15`, in Stockholm: what a field for a date holds."""
    return f"{date_time(at).astimezone(STOCKHOLM):%Y-%m-%d}"


def words_of_name(name: str) -> str:
    """`billing_pending` in a person's words."""
    return str(name).replace("_", " ")


def word_for_name(name: object, kind: str, lang: str) -> str:
    """The word of `[word.<kind>]` for a table's short name; a name without a word stays as it is."""
    key = str(name).replace(" ", "_").replace("-", "_")
    return TEXTS.find(lang, f"word.{kind}.{key}") or words_of_name(str(name))


def translated_note(note: str, lang: str) -> str:
    """A note of the audit trail; notes by the service are in the operator's language."""
    return translated_sentence(note, TEXTS, "note", lang)


def translated_flag(flag: str, lang: str) -> str:
    """Remarks for the operator from the preparation of a draft."""
    return translated_sentence(flag, DRAFT_TEXTS, "flags", lang)


def status_name(status: str, lang: str) -> str:
    return WORDS[Status(status)].name(lang)


def web_address(address: str) -> str:
    """What may be in an href: web addresses only, whatever a buyer sent."""
    try:
        scheme = split_address(address).scheme
    except ValueError:
        return ""
    return address if scheme in {"http", "https"} else ""


def patched(entry: tuple[str, str], lang: str) -> str:
    """What a move changed beside the status, by name and value, in words."""
    name, value = entry
    kind = {"billing_method_final": "method", "billing_status": "money"}.get(name)
    return f"{word_for_name(name, 'change', lang)}: {word_for_name(value, kind, lang) if kind else value}"


FILTERS: dict[str, Callable[..., Any]] = {
    "iso_day": iso_day,
    "span": span,
    "short_moment": short_moment,
    "decimal": format_number,
    "flagged": translated_flag,
    "named": word_for_name,
    "noted": translated_note,
    "patched": patched,
    "status_name": status_name,
    "web_address": web_address,
}
