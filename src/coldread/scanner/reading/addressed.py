"""The group that a line addresses, by role: "for first-time authors", "helps device manufacturers", "till BRF och fastighetsägare"."""

from __future__ import annotations

import re

from coldread.scanner.page.phrases import vocabulary, words

#: words that introduce a group
_TOWARDS = re.compile(
    r"\b(?:for|för|till|åt|hos|helps?|helping|hjälper|stöttar|stödjer|utbildar|serving|serves?|empower(?:s|ing)?|equips?|connects?|supports?|supporting"
    r"|gives?|ger|are you an?|är du|trusted by|working with)\s+",
    re.IGNORECASE,
)
#: where the group ends
_ENDS = re.compile(
    r"[.;:!?()–—|·•\n]|,(?!\s)|\s(?:who|that|which|with|from|by|as|at|because|som|med|från|när|där|utan|genom|men)\s",
    re.IGNORECASE,
)
#: the role is searched among so many words after the introduction
REACH = 7
#: most words of a label that is only a role: "3PL owners"
LABEL = 4
#: endings of nouns for people who do something, after at least three letters
_DOERS = {
    "en": ("ers", "ors", "ists", "ians", "eers"),
    "sv": (
        "ägare", "arbetare", "hållare", "ledare", "företag", "bolag", "byråer", "föreningar", "chefer", "familjer", "grupper",
        "intresserade", "entusiaster", "utövare", "älskare",
    ),
}  # fmt: skip


def is_role(word: str, language: str) -> bool:
    """The lowercase word is a noun for people or for an organisation."""
    if language not in _DOERS or word in vocabulary("reading.no_roles", language):
        return False
    return _names_doers(word, language) or word in vocabulary("reading.roles", language)


def _names_doers(word: str, language: str) -> bool:
    return word.isalnum() and any(
        word.endswith(end) and len(word) >= len(end) + 3 for end in _DOERS[language]
    )


def group_addressed_by(text: str, language: str) -> str:
    """The group that the text addresses, up to its role, or a label that is only a role; else empty."""
    for turn in _TOWARDS.finditer(text):
        rest = text[turn.end() :]
        end = _ENDS.search(rest)
        following = words(rest[: end.start()] if end else rest)[:REACH]
        last = max((at for at, word in enumerate(following) if is_role(word.lower(), language)), default=-1)
        if last >= 0:
            return " ".join(following[: last + 1])
    label = words(text)
    is_label = 1 < len(label) <= LABEL and is_role(label[-1].lower(), language)
    return " ".join(label) if is_label else ""


def is_broad(group: str, language: str) -> bool:
    """The group could be anybody: "growing businesses", "alla företag"."""
    group_words = group.lower().split()
    roles = [word for word in group_words if is_role(word, language)]
    broad, plain = vocabulary("reading.broad_roles"), vocabulary("reading.plain")
    return all(word in broad for word in roles) and all(
        word in plain for word in group_words if word not in roles
    )
