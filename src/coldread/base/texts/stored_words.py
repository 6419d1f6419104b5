"""Sentences of ours that were stored in English, such as what the service notes by itself, in another language. Pure."""

from __future__ import annotations

import re
from functools import cache

from coldread.base.languages import Language
from coldread.base.texts.inline_text import filled_text, text_for_many
from coldread.base.texts.texts import Texts

_GAP = re.compile(r"\\\{(\w+)\\\}")


def translated_sentence(stored: str, texts: Texts, group: str, lang: str) -> str:
    """The sentence in the language; as it is where no text of this group made it."""
    for key, pattern in _patterns(texts, group):
        if made := pattern.fullmatch(stored):
            return filled_text(texts.say(lang, key), made.groupdict())
    return stored


@cache
def _patterns(texts: Texts, group: str) -> tuple[tuple[str, re.Pattern[str]], ...]:
    """By key, the English sentence with its placeholders unfilled."""
    return tuple(
        (key, re.compile(_GAP.sub(r"(?P<\1>.*)", re.escape(text_for_many(text))), re.DOTALL))
        for key in sorted(texts.keys())
        if key.startswith(f"{group}.") and (text := texts.find(Language.EN, key)) is not None
    )
