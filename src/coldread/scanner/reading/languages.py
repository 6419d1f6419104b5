"""Lines in a language other than the page's."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from coldread.base.languages import JUDGED
from coldread.scanner.page.dictionary import LISTED, is_known
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import lowercase_words, vocabulary
from coldread.scanner.reading.quotes import own_words, quote
from coldread.scanner.reading.record import Fact

MOST = 6
#: shorter lines may be a name or a loan word
FEWEST_WORDS = 4
#: fewest small words of the other language in a line that has none of the page's own
SMALL_WORDS = 2
#: fewest words that only the other language has; a name or a loan word is not enough
FOREIGN_WORDS = 3


def other_languages(page: Page) -> tuple[Fact, ...]:
    """Lines in another language. Quotations do not count."""
    if page.language not in JUDGED:
        return ()
    found = []
    for block in own_words(page):
        if page.is_quotation(block.element) or _declares_language(block.element.attr("lang")):
            continue
        if _SOURCES.match(block.text):
            continue  # lists of sources have foreign titles
        code = _language_of(block.text, page.language)
        if code:
            found.append(Fact(value=code, evidence=(quote(page, block.element, block.text),)))
        if len(found) >= MOST:
            break
    return tuple(found)


_SOURCES = re.compile(r"(?:källor?|sources?|references|referenser|litteratur)\s?:", re.IGNORECASE)


def _declares_language(lang: str) -> bool:
    return bool(lang)


@cache
def _small_words(language: str) -> frozenset[str]:
    """Small words that not all languages share."""
    shared = frozenset.intersection(*(vocabulary("words.stop", name) for name in JUDGED))
    return vocabulary("words.stop", language) - shared


def _language_of(text: str, own: str) -> str:
    low = lowercase_words(text)
    if len(low) < FEWEST_WORDS:
        return ""
    hits = {name: sum(map(_small_words(name).__contains__, low)) for name in JUDGED}
    if hits[own]:
        return ""
    if own not in LISTED:
        return ""
    others = [name for name in LISTED if name != own and hits[name] >= SMALL_WORDS]
    return next((name for name in others if _is_sure(low, own, name)), "")


def _is_sure(low: Sequence[str], own: str, other: str) -> bool:
    """The dictionary of the other language has the words, and that of the page's own language has hardly any."""
    candidates = {word for word in low if len(word) > 2 and word.isalpha()}
    foreign = {word for word in candidates if is_known(word, other) and not is_known(word, own)}
    at_home = {word for word in candidates if is_known(word, own) and not is_known(word, other)}
    return len(foreign) >= FOREIGN_WORDS and len(foreign) >= FOREIGN_WORDS * len(at_home)
