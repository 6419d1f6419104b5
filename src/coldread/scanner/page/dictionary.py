"""Which words a language has, and which of them are common: two small files for each language, made by `bench/spelling`.

`<language>.words` is a Bloom filter: it knows every word of the list, and one in eighty (English) or forty (Swedish) other words
passes too. It does not contain forms that only add an `s`. `dictionaries/README.md` has the sources and licences of the lists.
"""

from __future__ import annotations

import gzip
import hashlib
import struct
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "dictionaries"
LONGEST = 40
#: fewest letters of a part of a compound: Swedish has `fallucka` and `bilvård`, English rarely `timeslot`
SHORTEST_PART = {"en": 4, "sv": 3}
#: languages that have a word list
LISTED = tuple(SHORTEST_PART)


def filter_positions(word: str, bits: int) -> tuple[int, ...]:
    """The four bits of a word in the filter; the same on every machine."""
    digest = hashlib.blake2b(word.encode(), digest_size=16).digest()
    return tuple(number % bits for number in struct.unpack(">4I", digest))


@cache
def _read_word_file(language: str) -> bytes:
    return (FOLDER / f"{language}.words").read_bytes()


@cache
def common_words(language: str) -> frozenset[str]:
    return frozenset(gzip.decompress((FOLDER / f"{language}.common.gz").read_bytes()).decode().split())


def is_listed(word: str, language: str) -> bool:
    """The lowercase word is in the list, also with an added `s`."""
    return _is_marked(word, language) or (word.endswith("s") and _is_marked(word[:-1], language))


def _is_marked(word: str, language: str) -> bool:
    marks = _read_word_file(language)
    return all(marks[place >> 3] >> (place & 7) & 1 for place in filter_positions(word, len(marks) * 8))


def is_known(word: str, language: str) -> bool:
    """A word of the language, or a compound of two."""
    return len(word) > LONGEST or is_listed(word, language) or _is_compound(word, language)


def _is_compound(word: str, language: str) -> bool:
    """Two words in one, as `kundresa`; Swedish may put an `s` between them, as in `arbetsglädje`."""
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
    """The lowercase word belongs to one of the languages."""
    return any(is_known(word, language) for language in LISTED)
