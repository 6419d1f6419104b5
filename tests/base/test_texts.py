"""Texts for people: the same in both languages, and complete."""

from __future__ import annotations

import string

from coldread.base.texts.say import LANGUAGES, texts


def test_every_text_exists_in_every_language_with_the_same_gaps_to_fill() -> None:
    def gaps(text: str) -> set[str]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    first, *others = [texts(language) for language in LANGUAGES]
    for other in others:
        assert other.keys() == first.keys()
        assert {key: gaps(text) for key, text in other.items()} == {
            key: gaps(text) for key, text in first.items()
        }
