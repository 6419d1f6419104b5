"""Which words a language has, and which of them are common: two small files a language, made by `bench/spelling`.

`<language>.words` is a Bloom filter: a word of the list is always known, and one in eighty (English) or forty (Swedish) that is
none passes for known, so that it is left alone. Forms that only add an `s` are left out of it. Where the lists come from, and their licences, stand in `dictionaries/README.md`.
"""

from __future__ import annotations

import gzip
import hashlib
import struct
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "dictionaries"
LONGEST = 40
#: letters of the parts of a compound: Swedish writes `fallucka` and `bilvård`, English seldom `timeslot`
SHORTEST_PART = {"en": 4, "sv": 3}
#: languages whose words are listed; another one is judged without
LISTED = tuple(SHORTEST_PART)


def positions(word: str, bits: int) -> tuple[int, ...]:
    """The four marks of a word; the same on every machine."""
    digest = hashlib.blake2b(word.encode(), digest_size=16).digest()
    return tuple(number % bits for number in struct.unpack(">4I", digest))


@cache
def _marks(language: str) -> bytes:
    return (FOLDER / f"{language}.words").read_bytes()


@cache
def common_words(language: str) -> frozenset[str]:
    return frozenset(gzip.decompress((FOLDER / f"{language}.common.gz").read_bytes()).decode().split())


def is_listed(word: str, language: str) -> bool:
    """In small letters; a genitive or a plural with `s` is listed with its word."""
    return _is_marked(word, language) or (word.endswith("s") and _is_marked(word[:-1], language))


def _is_marked(word: str, language: str) -> bool:
    marks = _marks(language)
    return all(marks[place >> 3] >> (place & 7) & 1 for place in positions(word, len(marks) * 8))


def is_known(word: str, language: str) -> bool:
    """A word of the language, or two of them written as one."""
    return len(word) > LONGEST or is_listed(word, language) or _is_compound(word, language)


def _is_compound(word: str, language: str) -> bool:
    """`kundresa`, and with the glue that Swedish puts between: `arbetsglädje`."""
    least = SHORTEST_PART[language]
    return any(
        is_listed(word[:cut], language)
        and (
            is_listed(word[cut:], language)
            or (
                language == "sv"
                and word[cut] == "s"
                and len(word) - cut > least
                and is_listed(word[cut + 1 :], language)
            )
        )
        for cut in range(least, len(word) - least + 1)
    )


def is_ordinary(word: str) -> bool:
    """A word of one of the languages, in small letters."""
    return any(is_known(word, language) for language in LISTED)
