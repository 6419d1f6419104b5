"""Why a check could not tell or does not apply, and what stood between us and the page, in every language."""

from __future__ import annotations

from coldread.base.languages import Language
from coldread.base.texts.texts import texts_of

TEXTS = texts_of("coldread.scanner.judge")


def reason(key: str, lang: Language) -> str:
    return TEXTS.say(lang, f"reason.{key}")


def caveat(key: str, lang: Language) -> str:
    """A caveat that nobody has worded yet is shown as it came."""
    return TEXTS.find(lang, f"caveat.{key}") or key
