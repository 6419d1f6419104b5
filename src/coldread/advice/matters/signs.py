"""What a text tells, by signs: classes of words that stand near each other, in one sentence, or anywhere in it.

Words are compared one by one, so that nothing here can run long."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache

from coldread.advice.clauses import without_runs
from coldread.advice.hurts.classes import TEXTS as HURTS
from coldread.base.languages import Language
from coldread.base.texts.texts import texts_of
from coldread.scanner.page.phrases import vocabulary

TEXTS = texts_of("coldread.advice.matters")
#: how many words may stand between two that belong together
APART = 2
#: any figure
DIGITS = "DIGITS"
#: the class of words that deny
NO = "NOT"
#: what stands for anything in quotation marks
QUOTED = "qq"
#: the share of the other language's small words from which a text is in both
MIXED = 0.4
_SWEDISH = frozenset("åäö")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+|[;()]")
_WORD = re.compile(r"[\w'%-]+")

Words = tuple[str, ...]
#: where a word, or several that follow each other, begins and ends in its sentence
Spot = tuple[int, int]


@dataclass(frozen=True, kw_only=True)
class Sign:
    """What must be told: groups of phrases, each group within one sentence; and what must not."""

    groups: tuple[tuple[Words, ...], ...]
    absent: tuple[Words, ...]


@dataclass(frozen=True)
class Told:
    """A text as sentences of words, and where the words of each class stand in it."""

    sentences: tuple[Words, ...]
    _known: dict[tuple[str, Language], tuple[tuple[Spot, ...], ...]] = field(default_factory=dict, repr=False)

    def tells(self, sign: Sign, lang: Language) -> int | None:
        """The number of the sentence that tells it first."""
        for group in sign.groups:
            for phrase in group:
                for word in phrase:
                    if not any(self._spots(word, lang)):
                        return None  # most signs end here: one of their words is nowhere
        if any(self._sentence_of((phrase,), lang) is not None for phrase in sign.absent):
            return None
        found = [self._sentence_of(group, lang) for group in sign.groups]
        return None if None in found else min(one for one in found if one is not None)

    def _sentence_of(self, group: Sequence[Words], lang: Language) -> int | None:
        for number in range(len(self.sentences)):
            if all(self._stands(phrase, number, lang) for phrase in group):
                return number
        return None

    def _stands(self, phrase: Words, number: int, lang: Language) -> bool:
        turns = lang is Language.SV and len(phrase) == 2 and phrase[0] == NO
        return self._in_order(phrase, number, lang) or (
            turns and self._in_order(phrase[::-1], number, lang)  # “ser inte” as well as “inte ser”
        )

    def _in_order(self, phrase: Words, number: int, lang: Language) -> bool:
        """Whether its words stand there in this order: a class soon after or before another word, plain words side by side."""
        ends: set[int] | None = None
        before = ""
        for word in phrase:
            apart = APART if word.isupper() or before.isupper() else 0
            spots = self._spots(word, lang)[number]
            ends = {
                end
                for start, end in spots
                if ends is None or any(0 <= start - last <= apart for last in ends)
            }
            if not ends:
                return False
            before = word
        return True

    def _spots(self, word: str, lang: Language) -> tuple[tuple[Spot, ...], ...]:
        key = (word, lang)
        if key not in self._known:
            self._known[key] = tuple(_found(word, sentence, lang) for sentence in self.sentences)
        return self._known[key]


def _found(word: str, sentence: Words, lang: Language) -> tuple[Spot, ...]:
    if word == DIGITS:
        return tuple((at, at + 1) for at, one in enumerate(sentence) if one.isdigit())
    wanted = class_of(word.lower(), lang) if word.isupper() else Wanted.of(((word,),))
    return wanted.spots(sentence)


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """The entries of a class by how they begin, so that most words of a text are passed over at one glance."""

    whole: dict[str, list[Words]]
    begins: tuple[str, ...]
    ends: tuple[str, ...]
    others: tuple[Words, ...]

    @classmethod
    def of(cls, entries: Sequence[Words]) -> Wanted:
        whole: dict[str, list[Words]] = {}
        others = []
        for entry in entries:
            if "*" in entry[0]:
                others.append(entry)
            else:
                whole.setdefault(entry[0], []).append(entry)
        firsts = [entry[0] for entry in others]
        return cls(
            whole=whole,
            begins=tuple(one[:-1] for one in firsts if one.endswith("*")),
            ends=tuple(one[1:] for one in firsts if one.startswith("*")),
            others=tuple(others),
        )

    def spots(self, sentence: Words) -> tuple[Spot, ...]:
        found = []
        for start, word in enumerate(sentence):
            entries: Sequence[Words] = self.whole.get(word, ())
            if word.startswith(self.begins) or word.endswith(self.ends):
                entries = (*entries, *self.others)
            for entry in entries:
                if len(entry) <= len(sentence) - start and all(
                    _is(sentence[start + step], one) for step, one in enumerate(entry)
                ):
                    found.append((start, start + len(entry)))
        return tuple(found)


def _is(word: str, wanted: str) -> bool:
    if wanted.endswith("*"):
        return word.startswith(wanted[:-1])
    return word.endswith(wanted[1:]) if wanted.startswith("*") else word == wanted


@cache
def class_of(name: str, lang: Language) -> Wanted:
    """The entries of a class of words, here or among those of what hurts."""
    here = TEXTS.of(lang).get(f"word.{name}")
    listed = here if isinstance(here, tuple) else HURTS.choices(lang, f"word.{name}")
    return Wanted.of([tuple(entry.split()) for entry in listed])


@cache
def signs_of(key: str, lang: Language) -> tuple[Sign, ...]:
    listed = TEXTS.of(lang).get(key)
    return tuple(map(_read, listed)) if isinstance(listed, tuple) else ()


def _read(sign: str) -> Sign:
    groups = [tuple(tuple(phrase.split()) for phrase in group.split(" + ")) for group in sign.split(" & ")]
    return Sign(
        groups=tuple(group for group in groups if not group[0][0].startswith("!")),
        absent=tuple((group[0][0][1:], *group[0][1:]) for group in groups if group[0][0].startswith("!")),
    )


@cache
def _small_words(lang: Language) -> frozenset[str]:
    return vocabulary("words.stop", lang)


def languages_of(said: Told) -> tuple[Language, ...]:
    """Those that it is written in: some owners mix two, and a word of one may mean something else in the other."""
    words = [word for sentence in said.sentences for word in sentence]
    hits = {lang: sum(word in _small_words(lang) for word in words) for lang in Language}
    hits[Language.SV] += sum(not _SWEDISH.isdisjoint(word) for word in words)
    most = max(hits.values())
    return tuple(lang for lang in Language if hits[lang] >= most * MIXED)


def told(text: str) -> Told:
    """Small letters and plain apostrophes; a sentence ends where its sign does."""
    plain = without_runs(text).lower().replace("’", "'")
    parts = (tuple(_WORD.findall(part)) for part in _SENTENCE.split(plain))
    return Told(tuple(part for part in parts if part))
