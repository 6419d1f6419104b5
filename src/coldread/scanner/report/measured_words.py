"""What was measured at a place, in words for people: never a tool's own sentence, and never two bare numbers. Pure."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from coldread.base.languages import row_of
from coldread.scanner.report.words import say

if TYPE_CHECKING:
    from coldread.base.languages import Language
    from coldread.scanner.judge.finding import Evidence

LONGEST = 60
_POINT = re.compile(r"(?<=\d)\.(?=\d)")


def measured_words(proof: Evidence, lang: Language) -> str:
    """Empty if the finding's own words have it, or if the value is a word for programs, without a number."""
    value, limit = str(proof.value), str(proof.threshold)
    if proof.value in (None, 0) or value in proof.snippet or not _is_short(value):
        return ""
    if proof.threshold is None or not (_has_number(limit) and _has_number(value)):
        return value if "=" in value or _has_number(value) else ""
    return say(lang, "measured", value=_decimals(value, lang), limit=_decimals(limit, lang))


def _decimals(text: str, lang: Language) -> str:
    """Its numbers in the notation of the language: `4,5` in Swedish."""
    return _POINT.sub(row_of(lang).decimal, text)


def _is_short(value: str) -> bool:
    """A pair of colours or an attribute is shown; a sentence from axe is not, since it is English."""
    return len(value) <= LONGEST and value.count(" ") <= 3


def _has_number(text: str) -> bool:
    return any(sign.isdigit() for sign in text)
