"""Which of our languages somebody writes in: by the small words that every sentence needs."""

from __future__ import annotations

from coldread.base.languages import JUDGED, Language
from coldread.scanner.page.phrases import vocabulary, words

_SWEDISH_LETTERS = frozenset("åäöÅÄÖ")


def language_of(text: str, host: str = "") -> Language:
    """By its small words, Swedish by its letters too; where nothing tells, by the address's own country."""
    said = [word.lower() for word in words(text)]
    hits = {name: sum(word in vocabulary("words.stop", name) for word in said) for name in JUDGED}
    hits[Language.SV] += sum(not _SWEDISH_LETTERS.isdisjoint(word) for word in said)
    likeliest = [name for name in JUDGED if hits[name] == max(hits.values())]
    if len(likeliest) > 1:
        return Language.SV if host.endswith(".se") else Language.EN
    return Language(likeliest[0])
