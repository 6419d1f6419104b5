"""Which lists of phrases a text may hold something of: one look at its words, asked of all lists at once.

A list is a bit. What a phrase asks of a text is said in three ways: a word that begins so, a word that is so, a word with
another behind it that begins with this letter. A text without any of them has no phrase of the list, and no pattern
needs to look.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

#: letters of a word's beginning that are told apart
LONGEST_BEGINNING = 8

_WORD = re.compile(r"\w+")
_IS_LETTER = re.compile(r"\w")
#: between these a phrase is written as it stands
_SIGNS = re.compile(r"[ *?'’]")

#: a word's own lists, and by its first letter those of the word behind it
_Known = tuple[int, Mapping[str, int] | None]


class Asked(NamedTuple):
    """What a list of phrases asks of a text: one of these."""

    beginnings: frozenset[str]
    words: frozenset[str]
    pairs: frozenset[tuple[str, str]]
    #: somewhere in the text, also inside of a word
    pieces: frozenset[str]
    #: nothing can be said: a phrase may begin in any way
    anything: bool


def asked_of(listed: Iterable[str]) -> Asked:
    """By phrases in small letters, as `phrases` reads them: a blank is a gap or nothing, `*` any letters, `?` one of two."""
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
    """The longest part that is written as it stands."""
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
        phrase = first + behind[1:]  # the same with nothing in the gap


def _first_word(phrase: str) -> str:
    found = _WORD.match(phrase)
    return found[0] if found else ""


class PhraseIndex:
    """The lists that are known up to now; those that come later have all their bits set."""

    def __init__(self, before: PhraseIndex | None = None, added: Mapping[int, Asked] | None = None) -> None:
        """Bits of `added` must follow those of `before`."""
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
        for table, told in (
            (self._beginnings, asked.beginnings),
            (self._words, asked.words),
            (self._pieces, asked.pieces),
        ):
            for one in told:
                table[one] = table.get(one, 0) | bit
        for word, letter in asked.pairs:
            behind = self._pairs.setdefault(word, {})
            behind[letter] = behind.get(letter, 0) | bit
        if asked.anything:
            self._always |= bit

    def lists_of(self, low: str) -> int:
        """Bits of the lists that may have a phrase in this text, which is in small letters."""
        lists, known = self._always | (-1 << self.size), self._known
        behind: Mapping[str, int] | None = None
        for word in _WORD.findall(low):
            if behind is not None:
                lists |= behind.get(word[0], 0)
            told = known.get(word)
            if told is None:
                told = self._learn(word)
            lists |= told[0]
            behind = told[1]
        for piece, bits in self._pieces.items():
            if piece in low:
                lists |= bits
        return lists

    def _learn(self, word: str) -> _Known:
        lists = self._words.get(word, 0)
        for end in range(1, min(len(word), LONGEST_BEGINNING) + 1):
            lists |= self._beginnings.get(word[:end], 0)
        if len(self._known) >= MOST_WORDS:  # strangers choose how many there are
            self._known.clear()
        self._known[word] = told = (lists, self._pairs.get(word))
        return told


#: different words that are remembered at once
MOST_WORDS = 20_000
