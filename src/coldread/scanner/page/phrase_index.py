"""Finds which lists of phrases a text may match, in one pass over its words for all lists.

A list is a bit. A phrase requires one of three things of a text: a word with a certain beginning, a certain word, or a certain
word followed by one with a certain first letter. A text without any of them matches no phrase of the list, so the list's
pattern is not tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

#: letters of a word's beginning that are compared
LONGEST_BEGINNING = 8

_WORD = re.compile(r"\w+")
_IS_LETTER = re.compile(r"\w")
#: the parts between these signs are literal
_SIGNS = re.compile(r"[ *?'’]")

#: the lists of a word, and those that a following word adds, by its first letter
_Known = tuple[int, Mapping[str, int] | None]


class Asked(NamedTuple):
    """What a list of phrases requires of a text: one of these."""

    beginnings: frozenset[str]
    words: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    #: strings anywhere in the text, also inside a word
    pieces: frozenset[str]
    #: no requirement: a phrase may begin in any way
    anything: bool


def asked_of(listed: Iterable[str]) -> Asked:
    """The requirements of lowercase phrases: a space is a gap or nothing, `*` any letters, `?` one of two."""
    beginnings, words, pairs, pieces = set[str](), set[str](), set[tuple[str, str]](), set[str]()
    anything = False
    for phrase in listed:
        if begins_with_letter(phrase):
            _ask(phrase, beginnings, words, pairs)
        elif piece := piece_of(phrase):
            pieces.add(piece)
        else:
            anything = True
    return Asked(frozenset(beginnings), frozenset(words), frozenset(pairs), frozenset(pieces), anything)


def begins_with_letter(phrase: str) -> bool:
    return _IS_LETTER.match(phrase) is not None


def piece_of(phrase: str) -> str:
    """The longest literal part of a phrase."""
    return max(_SIGNS.split(phrase), key=len)


def _ask(phrase: str, beginnings: set[str], words: set[str], pairs: set[tuple[str, str]]) -> None:
    while True:
        first = _first_word(phrase)
        behind = phrase[len(first) :]
        if not behind:
            words.add(first)
            return
        sign, follows = behind[0], behind[1:2]
        if sign in "*?" or (sign == " " and (not follows or follows in "*?")):
            beginnings.add(first[:LONGEST_BEGINNING])
            return
        if sign != " " or not _IS_LETTER.match(follows):
            words.add(first)
            return
        pairs.add((first, follows))
        phrase = first + behind[1:]  # the same phrase with nothing in the gap


def _first_word(phrase: str) -> str:
    found = _WORD.match(phrase)
    return found[0] if found else ""


class PhraseIndex:
    """The index of all lists so far. Later lists always match."""

    def __init__(self, before: PhraseIndex | None = None, added: Mapping[int, Asked] | None = None) -> None:
        """Extends `before`; the bits of `added` must follow those of `before`."""
        self.size: int = before.size if before else 0
        self._beginnings: dict[str, int] = dict(before._beginnings) if before else {}
        self._words: dict[str, int] = dict(before._words) if before else {}
        self._pairs: dict[str, dict[str, int]] = (
            {word: dict(behind) for word, behind in before._pairs.items()} if before else {}
        )
        self._pieces: dict[str, int] = dict(before._pieces) if before else {}
        self._always: int = before._always if before else 0
        self._known: dict[str, _Known] = {}
        for number, asked in (added or {}).items():
            self._add(1 << number, asked)
            self.size = max(self.size, number + 1)

    def _add(self, bit: int, asked: Asked) -> None:
        for table, marks in (
            (self._beginnings, asked.beginnings),
            (self._words, asked.words),
            (self._pieces, asked.pieces),
        ):
            for mark in marks:
                table[mark] = table.get(mark, 0) | bit
        for word, letter in asked.pairs:
            behind = self._pairs.setdefault(word, {})
            behind[letter] = behind.get(letter, 0) | bit
        if asked.anything:
            self._always |= bit

    def list_bits_for(self, low: str) -> int:
        """Bits of the lists that may match this lowercase text."""
        lists, known = self._always | (-1 << self.size), self._known
        behind: Mapping[str, int] | None = None
        for word in _WORD.findall(low):
            if behind is not None:
                lists |= behind.get(word[0], 0)
            entry = known.get(word)
            if entry is None:
                entry = self._learn(word)
            lists |= entry[0]
            behind = entry[1]
        for piece, bits in self._pieces.items():
            if piece in low:
                lists |= bits
        return lists

    def _learn(self, word: str) -> _Known:
        lists = self._words.get(word, 0)
        for end in range(1, min(len(word), LONGEST_BEGINNING) + 1):
            lists |= self._beginnings.get(word[:end], 0)
        if len(self._known) >= MOST_WORDS:  # scanned pages decide how many words there are
            self._known.clear()
        self._known[word] = entry = (lists, self._pairs.get(word))
        return entry


#: most words that are remembered
MOST_WORDS = 20_000
