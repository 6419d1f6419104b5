"""Texts, in every language: why a check was not measured or does not apply, and the caveats of a scan."""

from __future__ import annotations

from coldread.base.languages import Language
from coldread.base.texts.texts import texts_of

TEXTS = texts_of("coldread.scanner.judge")


def reason(key: str, lang: Language) -> str:
    return TEXTS.say(lang, f"reason.{key}")


def caveat(key: str, lang: Language) -> str:
    """A caveat's text; its key if it has no text yet."""
    return TEXTS.find(lang, f"caveat.{key}") or key
