"""Reads the lexicons and finds their phrases in text.

This file has more than 400 lines, since patterns, registry and word functions share one cache of texts.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, wraps
from importlib import resources
from itertools import count, islice
from threading import Lock
from typing import Any, TypeVar
from weakref import WeakSet

from coldread.base.languages import JUDGED
from coldread.scanner.page.phrase_index import Asked, PhraseIndex, asked_of, begins_with_letter, piece_of

_WORD = re.compile(r"[^\W\d_]+(?:['’‑-][^\W\d_]+)*", re.UNICODE)
#: the same for ASCII text, in a third of the time
_PLAIN_WORD = re.compile(r"[A-Za-z]+(?:['-][A-Za-z]+)*")


@cache
def lexicon(name: str) -> dict[str, Any]:
    """`en`, `sv` or `web`, as nested tables."""
    text = resources.files("coldread.scanner.page.lexicon").joinpath(f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


def lexicon_gaps() -> list[str]:
    """One sentence for each list of the first language that another judged language lacks."""
    folder = resources.files("coldread.scanner.page.lexicon")
    missing = [name for name in JUDGED if not folder.joinpath(f"{name}.toml").is_file()]
    found = [f"scanner/page/lexicon/{name}.toml is missing" for name in missing]
    wanted = _paths(lexicon(JUDGED[0]))
    for name in (name for name in JUDGED if name not in missing):
        lacking = sorted(wanted - _paths(lexicon(name)))
        found += [f"scanner/page/lexicon/{name}.toml lacks {path}" for path in lacking]
    return found


def _paths(table: dict[str, Any], before: str = "") -> set[str]:
    found: set[str] = set()
    for name, value in table.items():
        found |= _paths(value, f"{before}{name}.") if isinstance(value, dict) else {before + name}
    return found


def entries(path: str, language: str | None = None) -> list[Any]:
    """The entries at a path such as `headline.greeting`, of one language or of all together."""
    found: list[Any] = []
    for name in (language,) if language else JUDGED:
        table: Any = lexicon(name)
        for key in path.split("."):
            table = table.get(key, {})
        found.extend(table)
    return found


#: `İ` becomes two characters in lower case, and a pattern that ignores case matches the others with plain letters
_ODD_LETTERS = re.compile("[İıſ]")


#: characters: results for longer texts are not remembered, since scanned pages decide how many there are
LONGEST_REMEMBERED = 2_000
#: characters of texts (plus so many for each entry) that one function remembers before it forgets all; more than a page has
MOST_REMEMBERED, ENTRY = 1_500_000, 50

T = TypeVar("T")


def remembered(work: Callable[[str], T]) -> Callable[[str], T]:
    """Remembers the results of a pure function for short texts, since many rules ask for the same ones."""
    known: dict[str, T] = {}
    left = MOST_REMEMBERED

    @wraps(work)
    def wrapper(text: str) -> T:
        nonlocal left
        try:
            return known[text]
        except KeyError:
            result = work(text)
        if len(text) <= LONGEST_REMEMBERED:
            left -= len(text) + ENTRY
            if left < 0:
                known.clear()
                left = MOST_REMEMBERED
            known[text] = result
        return result

    return wrapper


class _Registry:
    """All lists of phrases, each with a number, and their common index."""

    def __init__(self) -> None:
        self._numbers = count()
        self._lock = Lock()
        self._waiting: dict[int, Asked] = {}
        self._index = PhraseIndex()
        self.look = _look_by(self._index)

    def add(self, listed: Iterable[str]) -> int:
        """The bit of a new list. It joins the index together with a few others; until then it matches every text."""
        asked = asked_of({phrase.lower() for phrase in listed})
        with self._lock:
            number = next(self._numbers)
            self._waiting[number] = asked
            if len(self._waiting) > max(_FEW_LISTS, self._index.size // 4):
                self._take_in()
        return 1 << number

    def settle(self) -> None:
        with self._lock:
            self._take_in()

    def _take_in(self) -> None:
        self._index = PhraseIndex(self._index, self._waiting)
        self._waiting = {}
        self.look = _look_by(self._index)


#: so many new lists wait before the index is built again, or a quarter of those in it
_FEW_LISTS = 8


def _look_by(index: PhraseIndex) -> Callable[[str], tuple[str | None, int]]:
    """A function from a text to its lowercase form and the lists that may match; None if lower case would mislead."""

    @remembered
    def look(text: str) -> tuple[str | None, int]:
        low = _lowercase_unless_odd(text)
        return low, index.list_bits_for(low) if low is not None else -1

    return look


def _lowercase_unless_odd(text: str) -> str | None:
    return text.lower() if text.isascii() or not _ODD_LETTERS.search(text) else None


_REGISTRY = _Registry()


def may_hold(text: str, marks: Iterable[str]) -> bool:
    """Whether the text may contain one of these lowercase strings, ignoring case; if False, no pattern needs to be tried."""
    low = text.lower()
    return any(mark in low for mark in marks) or (
        not text.isascii() and _ODD_LETTERS.search(text) is not None
    )


#: a digit: most texts have none, and many patterns need one
_FIGURE = re.compile(r"\d")


@remembered
def has_figure(text: str) -> bool:
    return _FIGURE.search(text) is not None


_LISTS: WeakSet[Phrases] = WeakSet()


def compile_all() -> None:
    """Compiles every list of the lexicons, so that processes forked from this one have them ready."""
    for path in sorted(_paths(lexicon(JUDGED[0]))):
        if all(isinstance(entry, str) for entry in entries(path)):
            phrases(path)
    _REGISTRY.settle()
    for listed in list(_LISTS):
        listed.compile()


class Phrases:
    """Finds any phrase of a list as whole words, ignoring case.

    A pattern that ignores case is slow: it tries each phrase at each word. So two faster tests come first: whether the text may
    match at all (`phrase_index`, once for all lists), and where a lowercase pattern, grouped by the first two letters, matches.
    Nearly always there is no match.
    """

    def __init__(self, listed: Iterable[str]) -> None:
        listed = list(listed)
        self._listed = listed
        low = {phrase.lower() for phrase in listed}
        self._closed = {phrase for phrase in low if begins_with_letter(phrase)}
        self._opened = low - self._closed
        self._open_pieces = tuple(sorted(map(piece_of, self._opened)))
        self._bit = _REGISTRY.add(listed)
        _LISTS.add(self)

    @cached_property
    def _exact_pattern(self) -> re.Pattern[str]:
        """Compiled at the first match, since it takes several milliseconds and most lists never match."""
        return re.compile(rf"(?<!\w)(?:{_alternatives(self._listed)})(?!\w)", re.IGNORECASE)

    @cached_property
    def _quick_pattern(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\w)(?:{_alternation_by_first_letters(self._closed)})(?!\w)")

    @cached_property
    def _open(self) -> re.Pattern[str]:
        """The pattern of phrases that begin with a sign or with any words."""
        return re.compile(rf"(?<!\w)(?:{_alternation_by_opening(self._opened)})(?!\w)")

    def compile(self) -> None:
        """Compiles all patterns."""
        self._exact_pattern, self._quick_pattern, *([self._open] if self._opened else [])  # noqa: B018

    @property
    def pattern(self) -> str:
        return self._exact_pattern.pattern

    def _start_of_first_phrase(self, low: str, position: int = 0) -> int | None:
        """Where the first phrase begins in a lowercase text.

        A phrase that may begin with any words is slow to search, so it is tried only if its literal part occurs.
        """
        found = self._quick_pattern.search(low, position)
        place = found.start() if found is not None else None
        for piece in self._open_pieces:
            if piece in low:
                opened = self._open.search(low, position)
                if opened is not None and (place is None or opened.start() < place):
                    place = opened.start()
                break
        return place

    def search(self, text: str) -> re.Match[str] | None:
        if len(text) <= LONGEST_REMEMBERED:
            low, lists = _REGISTRY.look(text)
            if not lists & self._bit:
                return None
        else:
            low = _lowercase_unless_odd(text)
        if low is None:
            return self._exact_pattern.search(text)
        place = self._start_of_first_phrase(low)
        if place is None:
            return None
        match = self._exact_pattern.match(text, place)
        # if the two patterns disagree, the exact one is right
        return (
            match if match is not None and match.end() > match.start() else self._exact_pattern.search(text)
        )

    def _exact_matches(self, text: str, *, in_passing: bool = False) -> Iterator[re.Match[str]]:
        """The matches of the exact pattern, which is tried only where the quick one matches."""
        if len(text) <= LONGEST_REMEMBERED and not in_passing:
            low, lists = _REGISTRY.look(text)
            if not lists & self._bit:
                return
        else:
            low = _lowercase_unless_odd(text)
        if low is None:
            yield from self._exact_pattern.finditer(text)
            return
        position = 0
        while (place := self._start_of_first_phrase(low, position)) is not None:
            match = self._exact_pattern.match(text, place)
            if match is None or match.end() == match.start():  # the two patterns disagree here
                yield from self._exact_pattern.finditer(text, position)
                return
            yield match
            position = match.end()

    def match(self, text: str) -> re.Match[str] | None:
        return self._exact_pattern.match(text)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return self._exact_pattern.fullmatch(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        return self._exact_matches(text)

    def findall(self, text: str) -> list[str]:
        return [match[0] for match in self._exact_matches(text)]

    def split(self, text: str, most: int = 0, *, in_passing: bool = False) -> list[str]:
        """The texts between the matches, or between the first `most`."""
        if len(text) <= LONGEST_REMEMBERED and not in_passing and not _REGISTRY.look(text)[1] & self._bit:
            return [text]
        pieces, position = list[str](), 0
        for match in islice(self._exact_matches(text, in_passing=in_passing), most or None):
            pieces.append(text[position : match.start()])
            position = match.end()
        return [*pieces, text[position:]]

    def sub(self, new: str, text: str, count: int = 0, *, in_passing: bool = False) -> str:
        """The text with `new` for each match. `in_passing`: the result for this text is not remembered."""
        return new.join(self.split(text, count, in_passing=in_passing))


@cache
def phrases(path: str, language: str | None = None) -> Phrases:
    """Finds any phrase of the list as whole words."""
    return compile_phrases(entries(path, language))


@cache
def whole_phrases(path: str, language: str | None = None) -> re.Pattern[str]:
    """A pattern for full matches of a phrase; a phrase that ends in `*` may continue in any way."""
    listed = entries(path, language)
    open_ended = _alternatives(phrase[:-1] for phrase in listed if phrase.endswith("*"))
    closed = _alternatives(phrase for phrase in listed if not phrase.endswith("*"))
    return re.compile(rf"(?:(?:{open_ended}).*|{closed})", re.IGNORECASE)


def compile_phrases(listed: Iterable[str]) -> Phrases:
    return Phrases(listed)


def _alternation_by_first_letters(listed: Iterable[str]) -> str:
    """An alternation of the lowercase phrases, grouped by their first two letters."""
    groups: dict[str, list[str]] = {}
    for phrase in sorted({phrase.lower() for phrase in listed}):
        begin = phrase[:2] if phrase[:2].isalpha() and len(phrase) > 2 else ""
        groups.setdefault(begin, []).append(
            _pattern(phrase) if not begin else _pattern_after_two_letters(phrase)
        )
    by_letter: dict[str, list[str]] = {}
    for begin, rests in groups.items():
        by_letter.setdefault(begin[:1], []).append(
            begin[1:] + f"(?:{'|'.join(rests)})" if begin else "|".join(rests)
        )
    return "|".join(f"{letter}(?:{'|'.join(rests)})" for letter, rests in by_letter.items()) or r"(?!)"


def _alternation_by_opening(listed: Iterable[str]) -> str:
    """An alternation grouped by opening, so that a word is read once for all phrases that begin with any letters or words."""
    groups: dict[str, list[str]] = {}
    for phrase in sorted(listed):
        begin = "* " if phrase.startswith("* ") else "*" if phrase.startswith("*") else ""
        groups.setdefault(begin, []).append(_pattern(phrase[len(begin) :]))
    shared = {"* ": _ANY_WORDS + _GAP, "*": _LETTERS, "": ""}
    return "|".join(f"{shared[begin]}(?:{'|'.join(rests)})" for begin, rests in groups.items()) or r"(?!)"


def _pattern_after_two_letters(phrase: str) -> str:
    """The pattern after the first two letters."""
    return _pattern(phrase[2:]) if phrase[2] != " " else _GAP + _pattern(phrase[3:])


def _alternatives(listed: Iterable[str]) -> str:
    longest_first = sorted(set(listed), key=lambda phrase: (-len(phrase), phrase))
    return "|".join(_pattern(phrase) for phrase in longest_first) or r"(?!)"


#: bounded, since a long row of dashes would take quadratic time; in two sets, since one set of characters that are far apart
#: takes long to compile
_GAP = r"(?:[\s\-]|[‑–]{1}){0,8}"
#: any letters, apostrophes and hyphens, in parts for the same reason
_LETTERS = r"[\w'-]*(?:’[\w'-]*)*"
#: up to three words, which begin with letters
_ANY_WORDS = rf"(?:\w{_LETTERS}(?:\s+\w{_LETTERS}){{0,2}})?"


def _pattern(phrase: str) -> str:
    """The pattern of a phrase: a space is a gap or nothing, `*` in a word any letters, a lone `*` up to three words."""
    return _GAP.join(_ANY_WORDS if part == "*" else _pattern_of_word(part) for part in phrase.split(" "))


def _pattern_of_word(word: str) -> str:
    """The pattern of a word: `?` is s or z (British and American spelling), and apostrophes have two forms."""
    signs = {"*": _LETTERS, "?": "[sz]", "'": "['’]"}
    return "".join(signs.get(sign) or re.escape(sign) for sign in word)


@cache
def vocabulary(path: str, language: str | None = None) -> frozenset[str]:
    """A list of plain words, or a block of them, as a set."""
    found: set[str] = set()
    for name in (language,) if language else JUDGED:
        table: Any = lexicon(name)
        for key in path.split("."):
            table = table.get(key, {})
        found.update(table.split() if isinstance(table, str) else table)
    return frozenset(found)


@remembered
def words(text: str) -> tuple[str, ...]:
    """Words with letters, in order, without a change of case."""
    return tuple((_PLAIN_WORD if text.isascii() else _WORD).findall(text))


@remembered
def lowercase_words(text: str) -> tuple[str, ...]:
    """The words in lower case."""
    if text.isascii():
        return tuple(_PLAIN_WORD.findall(text.lower()))
    return tuple([found.lower() for found in words(text)])


def content_words(text: str) -> list[str]:
    """Lowercase words without small words."""
    return list(_content_words(text))


@remembered
def _content_words(text: str) -> tuple[str, ...]:
    stop = vocabulary("words.stop")
    return tuple([word for word in lowercase_words(text) if word not in stop and len(word) > 1])


_SUFFIXES = (
    "ningarna", "ningar", "heterna", "heter", "arnas", "ernas", "ornas", "ingen", "ning", "ings", "arna", "erna", "orna",
    "ation", "ment", "ness", "ande", "ende", "ing", "are", "het", "ies", "ers", "ens", "ets", "ar", "er", "or", "en", "et",
    "na", "ed", "es", "ly", "s", "a", "e", "n", "t", "y",
)  # fmt: skip


_LONGEST_SUFFIX = max(map(len, _SUFFIXES))
_SUFFIX = frozenset(_SUFFIXES)


@remembered
def stem(word: str) -> str:
    """The word without common English and Swedish endings, at least four letters."""
    low = word.lower()
    for length in range(min(_LONGEST_SUFFIX, len(low) - 4), 0, -1):
        if low[-length:] in _SUFFIX:
            return low[:-length]
    return low
