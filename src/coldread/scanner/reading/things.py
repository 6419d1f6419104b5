"""Words that name a thing: what is bought, booked or joined, by a list of plain nouns, whatever stands before them in a compound."""

from __future__ import annotations

from functools import cache

from coldread.scanner.page.phrases import vocabulary

#: letters of a noun by which the end of a compound is known: "golvslipning", "fjällstugor"
LEAST_END = 4
#: what is left of a compound before its noun
LEAST_BEGINNING = 3


#: what inflection adds to a noun
_ENDINGS = {
    "en": ("", "s", "es"),
    "sv": ("", "s", "n", "en", "et", "t", "a", "ar", "arna", "er", "erna", "or", "orna", "na", "r"),
}


@cache
def _listed(language: str) -> tuple[frozenset[str], frozenset[str]]:
    """The nouns, and those long enough to end a compound."""
    nouns = vocabulary("reading.things", language)
    ends = frozenset(noun for noun in nouns if len(noun) >= LEAST_END) if language == "sv" else frozenset()
    return nouns, ends


@cache
def is_thing(word: str, language: str) -> bool:
    """In small letters, in any of its forms."""
    nouns, ends = _listed(language)
    plain = [word[: len(word) - len(end)] for end in _ENDINGS[language] if word.endswith(end)]
    return any(
        one in nouns or any(one[at:] in ends for at in range(LEAST_BEGINNING, len(one) - LEAST_END + 1))
        for one in plain
    )
