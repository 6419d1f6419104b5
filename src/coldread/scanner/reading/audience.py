"""Whether the page names the people that its owner wants, where they look first."""

from __future__ import annotations

import re
from functools import cache

from coldread.scanner.page.page import Page, heading_text
from coldread.scanner.page.phrases import Phrases, compiled, content_words, entries, phrases, stem
from coldread.scanner.reading.offer import people_in

#: letters that a part of a compound must have to be recognised
COMPOUND_PART = 5


def wanted_words(audience: str) -> set[str]:
    """Stems that tell these people from others."""
    vague = phrases("audience.vague")
    return {stem(word) for word in content_words(audience) if not vague.fullmatch(word)}


#: words of an audience that make a long description of it, and how many of those the page must share
MANY, LEAST_OF_MANY = 7, 2


def names_audience(page: Page, *, surely: bool = False) -> bool:
    """In title, headline or the lines below it: the same word, or another for the same people.

    Of a long description one shared word says little: “… with sore feet, rather older, …” shares its feet with every clinic.
    """
    audience = page.brief.audience.strip()
    wanted = wanted_words(audience)
    said = " ".join(
        [page.title, *map(heading_text, page.headlines), *(block.text for block in page.subheads)]
    )
    if not wanted:
        return False
    if _synonym(audience, said):
        return True
    least, there = LEAST_OF_MANY if surely and len(wanted) >= MANY else 1, shared(wanted, said)
    return there >= least and (not surely or there > LEAST_OF_MANY or _shares_people(audience, said))


def _shares_people(audience: str, said: str) -> bool:
    """Of people and places that the owner names, one comes in its own right: “byggföretag” names the firm and not its customers. True where
    he names none that we know."""
    named = {stem(word.lower()) for word in (*people_in(audience), *_PLACE.findall(audience))}
    return not named or not named.isdisjoint(stem(word) for word in content_words(said))


#: a name within a sentence
_PLACE = re.compile(r"(?<=[a-zåäö,] )[A-ZÅÄÖ][\w-]{2,30}")


def shared(wanted: set[str], said: str) -> int:
    """How many come with the same stem, or one inside the other: Swedish writes balkong and odlare as one word."""
    there = {stem(word) for word in content_words(said)}
    return sum(
        any(
            one == other or (min(len(one), len(other)) >= COMPOUND_PART and (one in other or other in one))
            for other in there
        )
        for one in wanted
    )


@cache
def _synonyms() -> tuple[Phrases, ...]:
    return tuple(compiled(group) for group in entries("audience.synonyms"))


def _synonym(audience: str, said: str) -> bool:
    """Another word for the same people stands there."""
    return any(pattern.search(audience) and pattern.search(said) for pattern in _synonyms())
