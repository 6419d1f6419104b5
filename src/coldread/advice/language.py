"""Which of the two languages somebody writes in: by the small words that every sentence needs."""

from __future__ import annotations

from coldread.scanner.brief import Lang
from coldread.scanner.page.phrases import vocabulary, words

_SWEDISH_LETTERS = frozenset("åäöÅÄÖ")


def language_of(text: str, host: str = "") -> Lang:
    """Swedish by its small words and letters; where nothing tells, by the address's own country."""
    said = [word.lower() for word in words(text)]
    swedish = sum(word in vocabulary("words.stop", "sv") for word in said)
    english = sum(word in vocabulary("words.stop", "en") for word in said)
    swedish += sum(not _SWEDISH_LETTERS.isdisjoint(word) for word in said)
    if swedish == english:
        return "sv" if host.endswith(".se") else "en"
    return "sv" if swedish > english else "en"
