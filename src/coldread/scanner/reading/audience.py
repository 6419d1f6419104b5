"""Whether the page names the audience of the brief in its title or first lines."""

from __future__ import annotations

import re
from functools import cache

from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.page.phrases import Phrases, compile_phrases, content_words, entries, phrases, stem
from coldread.scanner.reading.offer import people_in

#: fewest letters of a part of a compound
COMPOUND_PART = 5


def wanted_words(audience: str) -> set[str]:
    """Stems of the words that describe the audience, without vague ones."""
    vague = phrases("audience.vague")
    return {stem(word) for word in content_words(audience) if not vague.fullmatch(word)}


#: an audience with so many words is a long description; the page must share at least so many of them
MANY, LEAST_OF_MANY = 7, 2


def names_audience(page: Page, *, surely: bool = False) -> bool:
    """The title, headline or lines below it have a word of the audience, or a synonym.

    With `surely`, one shared word of a long description is not enough: “… with sore feet, rather older, …” shares "feet" with
    every clinic.
    """
    audience = page.brief.audience.strip()
    wanted = wanted_words(audience)
    first_text = " ".join(
        [page.title, *map(heading_text, page.headlines), *(block.text for block in page.subheads)]
    )
    if not wanted:
        return False
    if _has_synonym(audience, first_text):
        return True
    least, count = (
        LEAST_OF_MANY if surely and len(wanted) >= MANY else 1,
        count_shared_stems(wanted, first_text),
    )
    return count >= least and (not surely or count > LEAST_OF_MANY or _shares_people(audience, first_text))


def _shares_people(audience: str, text: str) -> bool:
    """The text has one of the audience's people or places as a word of its own, since a part of a compound may name the firm
    (“byggföretag”). True if the audience names none that we know."""
    named = {stem(word.lower()) for word in (*people_in(audience), *_PLACE.findall(audience))}
    return not named or not named.isdisjoint(stem(word) for word in content_words(text))


#: a name within a sentence
_PLACE = re.compile(r"(?<=[a-zåäö,] )[A-ZÅÄÖ][\w-]{2,30}")


def count_shared_stems(wanted: set[str], text: str) -> int:
    """How many wanted stems the text has, also as parts of a compound, as in Swedish "balkongodlare"."""
    stems = {stem(word) for word in content_words(text)}
    return sum(
        any(
            one == other or (min(len(one), len(other)) >= COMPOUND_PART and (one in other or other in one))
            for other in stems
        )
        for one in wanted
    )


@cache
def _synonyms() -> tuple[Phrases, ...]:
    return tuple(compile_phrases(group) for group in entries("audience.synonyms"))


def _has_synonym(audience: str, text: str) -> bool:
    """Audience and text have words of the same group of synonyms."""
    return any(pattern.search(audience) and pattern.search(text) for pattern in _synonyms())
