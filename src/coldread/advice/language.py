"""Which of our languages a text is in, by the function words that every sentence needs."""

from __future__ import annotations

from coldread.base.languages import JUDGED, Language
from coldread.scanner.page.dictionary import is_ordinary
from coldread.scanner.page.phrases import vocabulary, words

_SWEDISH_LETTERS = frozenset("åäöÅÄÖ")
#: least share of a language's function words in a text that counts as written in it; ordinary text has 0.3 to 0.5
LEAST_SHARE = 0.12
#: least share of words in our dictionaries for a text that counts as written in one of our languages
LEAST_KNOWN = 0.75


def language_of(text: str, host: str = "") -> Language:
    """By its function words, for Swedish also by its letters; if these do not decide, by the country of the address."""
    hits = _stop_words_by_language(text)
    likeliest = [name for name in JUDGED if hits[name] == max(hits.values())]
    if len(likeliest) > 1:
        return Language.SV if host.endswith(".se") else Language.EN
    return Language(likeliest[0])


def is_in_language(lang: Language, text: str) -> bool:
    """Whether it is written in this language, for a text of some words."""
    hits = _stop_words_by_language(text)
    return hits[lang] >= LEAST_SHARE * len(words(text)) and hits[lang] == max(hits.values())


def is_in_any_language(text: str) -> bool:
    """Whether most of its words belong to our languages: a list of goods has no function words."""
    said = words(text)
    return sum(is_ordinary(word.lower()) for word in said) >= LEAST_KNOWN * len(said)


def _stop_words_by_language(text: str) -> dict[str, int]:
    said = [word.lower() for word in words(text)]
    hits: dict[str, int] = {
        name: sum(word in vocabulary("words.stop", name) for word in said) for name in JUDGED
    }
    hits[Language.SV] += sum(not _SWEDISH_LETTERS.isdisjoint(word) for word in said)
    return hits
