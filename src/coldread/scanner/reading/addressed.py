"""Whom a line speaks to, by their role: "for first-time authors", "helps device manufacturers", "till BRF och fastighetsägare"."""

from __future__ import annotations

import re

from coldread.scanner.page.phrases import vocabulary, words

#: what turns a line towards somebody
_TOWARDS = re.compile(
    r"\b(?:for|för|till|åt|hos|helps?|helping|hjälper|stöttar|stödjer|utbildar|serving|serves?|empower(?:s|ing)?|equips?|connects?|supports?|supporting"
    r"|gives?|ger|are you an?|är du|trusted by|working with)\s+",
    re.IGNORECASE,
)
#: where those who are spoken to end
_ENDS = re.compile(
    r"[.;:!?()–—|·•\n]|,(?!\s)|\s(?:who|that|which|with|from|by|as|at|because|som|med|från|när|där|utan|genom|men)\s",
    re.IGNORECASE,
)
#: words after the turning one among which the role is looked for
REACH = 7
#: words of a label that names somebody: "3PL owners"
LABEL = 4
#: how a noun for people who do something ends, behind three letters at least
_DOERS = {
    "en": ("ers", "ors", "ists", "ians", "eers"),
    "sv": (
        "ägare", "arbetare", "hållare", "ledare", "företag", "bolag", "byråer", "föreningar", "chefer", "familjer", "grupper",
        "intresserade", "entusiaster", "utövare", "älskare",
    ),
}  # fmt: skip


def is_role(word: str, language: str) -> bool:
    """In small letters: a noun for people, or for what they belong to."""
    if language not in _DOERS or word in vocabulary("reading.no_roles", language):
        return False
    return _names_doers(word, language) or word in vocabulary("reading.roles", language)


def _names_doers(word: str, language: str) -> bool:
    return word.isalnum() and any(
        word.endswith(end) and len(word) >= len(end) + 3 for end in _DOERS[language]
    )


def addressed(text: str, language: str) -> str:
    """From the turn to the role, or a label that is nothing but the role; else nothing."""
    for turn in _TOWARDS.finditer(text):
        rest = text[turn.end() :]
        end = _ENDS.search(rest)
        said = words(rest[: end.start()] if end else rest)[:REACH]
        last = max((at for at, word in enumerate(said) if is_role(word.lower(), language)), default=-1)
        if last >= 0:
            return " ".join(said[: last + 1])
    label = words(text)
    whole = 1 < len(label) <= LABEL and is_role(label[-1].lower(), language)
    return " ".join(label) if whole else ""


def is_broad(group: str, language: str) -> bool:
    """ "Growing businesses", "alla företag": whoever reads it could be anybody."""
    said = group.lower().split()
    roles = [word for word in said if is_role(word, language)]
    broad, plain = vocabulary("reading.broad_roles"), vocabulary("reading.plain")
    return all(word in broad for word in roles) and all(word in plain for word in said if word not in roles)
