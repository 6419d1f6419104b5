"""Reads the lexicons and finds their phrases in text."""

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
#: the same where all letters are plain ones, at a third of the time
_PLAIN_WORD = re.compile(r"[A-Za-z]+(?:['-][A-Za-z]+)*")


@cache
def lexicon(name: str) -> dict[str, Any]:
    """`en`, `sv` or `web`, as nested tables."""
    text = resources.files("coldread.scanner.page.lexicon").joinpath(f"{name}.toml").read_text("utf-8")
    return tomllib.loads(text)


def lexicon_gaps() -> list[str]:
    """One sentence for each list that a judged language has no words for, beside those that the first has."""
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
    """What stands at `headline.greeting` in one language, or in all of them together."""
    found: list[Any] = []
    for name in (language,) if language else JUDGED:
        table: Any = lexicon(name)
        for key in path.split("."):
            table = table.get(key, {})
        found.extend(table)
    return found


#: `İ` becomes two signs when it is made small, and the others are small letters that a pattern takes for plain ones
_ODD_LETTERS = re.compile("[İıſ]")


#: characters; what is said of a longer text is not remembered: strangers choose how many there are
LONGEST_KEPT = 2_000
#: characters of texts (and so many for each entry) that one function remembers, more than a page has; then it forgets all
MOST_KEPT, ENTRY = 1_500_000, 50

T = TypeVar("T")


def remembered(work: Callable[[str], T]) -> Callable[[str], T]:
    """What a pure function says of a short text: many rules, and every look at a mended page, ask it of the same ones."""
    known: dict[str, T] = {}
    left = MOST_KEPT

    @wraps(work)
    def asked(text: str) -> T:
        nonlocal left
        try:
            return known[text]
        except KeyError:
            result = work(text)
        if len(text) <= LONGEST_KEPT:
            left -= len(text) + ENTRY
            if left < 0:
                known.clear()
                left = MOST_KEPT
            known[text] = result
        return result

    return asked


class _Registry:
    """All lists, each with a number, and what a text says of them together."""

    def __init__(self) -> None:
        self._numbers = count()
        self._lock = Lock()
        self._waiting: dict[int, Asked] = {}
        self._index = PhraseIndex()
        self.look = _look_by(self._index)

    def add(self, listed: Iterable[str]) -> int:
        """The bit of a new list. It is compared with texts once a few of them have come: until then it may be in any."""
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


#: lists that wait until texts are compared with them, or a quarter of those that are
_FEW_LISTS = 8


def _look_by(index: PhraseIndex) -> Callable[[str], tuple[str | None, int]]:
    """Tells of a text: it in small letters, and the lists that may have a phrase in it; None where small letters mislead."""

    @remembered
    def look(text: str) -> tuple[str | None, int]:
        low = _small(text)
        return low, index.lists_of(low) if low is not None else -1

    return look


def _small(text: str) -> str | None:
    return text.lower() if text.isascii() or not _ODD_LETTERS.search(text) else None


_REGISTRY = _Registry()


def may_hold(text: str, marks: Iterable[str]) -> bool:
    """False where none of these, given in small letters, stands in the text in any case: then no pattern needs to look."""
    low = text.lower()
    return any(mark in low for mark in marks) or (
        not text.isascii() and _ODD_LETTERS.search(text) is not None
    )


#: most texts have none, and many patterns need one
_FIGURE = re.compile(r"\d")


@remembered
def has_figure(text: str) -> bool:
    return _FIGURE.search(text) is not None


_LISTS: WeakSet[Phrases] = WeakSet()


def compile_all() -> None:
    """Every list of the lexicons, and each of one language that was asked for up to now: who is forked from here finds them ready."""
    for path in sorted(_paths(lexicon(JUDGED[0]))):
        if all(isinstance(entry, str) for entry in entries(path)):
            phrases(path)
    _REGISTRY.settle()
    for one in list(_LISTS):
        one.compile()


class Phrases:
    """Finds any phrase of a list as whole words, whatever their case.

    A pattern that ignores case tries each phrase at each word. So two cheaper looks come first: whether the words of the
    text are of any phrase (`phrase_index`, once for all lists), and where a pattern of small letters, its phrases ordered by
    their first two, finds something; nearly always there is nothing.
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
    def _exact(self) -> re.Pattern[str]:
        """Compiled when something was found: that takes several milliseconds, and most lists are met by no page."""
        return re.compile(rf"(?<!\w)(?:{_alternatives(self._listed)})(?!\w)", re.IGNORECASE)

    @cached_property
    def _quick(self) -> re.Pattern[str]:
        return re.compile(rf"(?<!\w)(?:{_by_first_letters(self._closed)})(?!\w)")

    @cached_property
    def _open(self) -> re.Pattern[str]:
        """Of the phrases that begin with a sign or with any words."""
        return re.compile(rf"(?<!\w)(?:{_by_opening(self._opened)})(?!\w)")

    def compile(self) -> None:
        """Whatever may be needed."""
        self._exact, self._quick, *([self._open] if self._opened else [])  # noqa: B018

    @property
    def pattern(self) -> str:
        return self._exact.pattern

    def _place(self, low: str, position: int = 0) -> int | None:
        """Where the first phrase begins in a text of small letters.

        What may begin with any words is tried from each of them, so only where the rest of it is there.
        """
        found = self._quick.search(low, position)
        place = found.start() if found is not None else None
        for piece in self._open_pieces:
            if piece in low:
                opened = self._open.search(low, position)
                if opened is not None and (place is None or opened.start() < place):
                    place = opened.start()
                break
        return place

    def search(self, text: str) -> re.Match[str] | None:
        if len(text) <= LONGEST_KEPT:
            low, lists = _REGISTRY.look(text)
            if not lists & self._bit:
                return None
        else:
            low = _small(text)
        if low is None:
            return self._exact.search(text)
        place = self._place(low)
        if place is None:
            return None
        match = self._exact.match(text, place)
        # where the two see a sign differently the exact one is right
        return match if match is not None and match.end() > match.start() else self._exact.search(text)

    def _matches(self, text: str, *, in_passing: bool = False) -> Iterator[re.Match[str]]:
        """As the exact pattern finds them, which is asked only where the quick one has found something."""
        if len(text) <= LONGEST_KEPT and not in_passing:
            low, lists = _REGISTRY.look(text)
            if not lists & self._bit:
                return
        else:
            low = _small(text)
        if low is None:
            yield from self._exact.finditer(text)
            return
        position = 0
        while (place := self._place(low, position)) is not None:
            match = self._exact.match(text, place)
            if match is None or match.end() == match.start():  # the two see this sign differently
                yield from self._exact.finditer(text, position)
                return
            yield match
            position = match.end()

    def match(self, text: str) -> re.Match[str] | None:
        return self._exact.match(text)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return self._exact.fullmatch(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        return self._matches(text)

    def findall(self, text: str) -> list[str]:
        return [match[0] for match in self._matches(text)]

    def split(self, text: str, most: int = 0, *, in_passing: bool = False) -> list[str]:
        """What stands between them, or between the first so many."""
        if len(text) <= LONGEST_KEPT and not in_passing and not _REGISTRY.look(text)[1] & self._bit:
            return [text]
        pieces, position = list[str](), 0
        for match in islice(self._matches(text, in_passing=in_passing), most or None):
            pieces.append(text[position : match.start()])
            position = match.end()
        return [*pieces, text[position:]]

    def sub(self, new: str, text: str, count: int = 0, *, in_passing: bool = False) -> str:
        """Another text, as it is, in place of each. `in_passing`: nobody else asks about this text."""
        return new.join(self.split(text, count, in_passing=in_passing))


@cache
def phrases(path: str, language: str | None = None) -> Phrases:
    """Finds any phrase of the list as whole words."""
    return compiled(entries(path, language))


@cache
def whole_phrases(path: str, language: str | None = None) -> re.Pattern[str]:
    """One pattern whose full match is a phrase of the list; one that ends in `*` may go on in any way."""
    listed = entries(path, language)
    open_ended = _alternatives(phrase[:-1] for phrase in listed if phrase.endswith("*"))
    closed = _alternatives(phrase for phrase in listed if not phrase.endswith("*"))
    return re.compile(rf"(?:(?:{open_ended}).*|{closed})", re.IGNORECASE)


def compiled(listed: Iterable[str]) -> Phrases:
    return Phrases(listed)


def _by_first_letters(listed: Iterable[str]) -> str:
    """The same phrases in small letters: those that begin alike share their beginning."""
    groups: dict[str, list[str]] = {}
    for phrase in sorted({phrase.lower() for phrase in listed}):
        begin = phrase[:2] if phrase[:2].isalpha() and len(phrase) > 2 else ""
        groups.setdefault(begin, []).append(_pattern(phrase) if not begin else _rest(phrase))
    by_letter: dict[str, list[str]] = {}
    for begin, rests in groups.items():
        by_letter.setdefault(begin[:1], []).append(
            begin[1:] + f"(?:{'|'.join(rests)})" if begin else "|".join(rests)
        )
    return "|".join(f"{one}(?:{'|'.join(rests)})" for one, rests in by_letter.items()) or r"(?!)"


def _by_opening(listed: Iterable[str]) -> str:
    """Those that begin with any letters, or with any words, share that: a word is read once and not for each of them."""
    groups: dict[str, list[str]] = {}
    for phrase in sorted(listed):
        begin = "* " if phrase.startswith("* ") else "*" if phrase.startswith("*") else ""
        groups.setdefault(begin, []).append(_pattern(phrase[len(begin) :]))
    shared = {"* ": _ANY_WORDS + _GAP, "*": _LETTERS, "": ""}
    return "|".join(f"{shared[begin]}(?:{'|'.join(rests)})" for begin, rests in groups.items()) or r"(?!)"


def _rest(phrase: str) -> str:
    """Behind the first two letters; a gap there is one of the phrase's own."""
    return _pattern(phrase[2:]) if phrase[2] != " " else _GAP + _pattern(phrase[3:])


def _alternatives(listed: Iterable[str]) -> str:
    longest_first = sorted(set(listed), key=lambda phrase: (-len(phrase), phrase))
    return "|".join(_pattern(phrase) for phrase in longest_first) or r"(?!)"


#: a row of dashes is no gap: searched from each of them to the end, it cost its square
#: and in two sets: one set of three signs far apart is a table that takes most of the time in which a list is compiled
_GAP = r"(?:[\s\-]|[‑–]{1}){0,8}"
#: any letters, marks and hyphens, told in parts for the same reason
_LETTERS = r"[\w'-]*(?:’[\w'-]*)*"
#: up to three words, which begin with letters
_ANY_WORDS = rf"(?:\w{_LETTERS}(?:\s+\w{_LETTERS}){{0,2}})?"


def _pattern(phrase: str) -> str:
    """A blank is a gap or nothing, `*` in a word any letters, a lone `*` up to three words."""
    return _GAP.join(_ANY_WORDS if part == "*" else _word(part) for part in phrase.split(" "))


def _word(word: str) -> str:
    """`?` stands for the s or z that British and American spelling differ in; apostrophes come in two shapes."""
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
    """Words with letters, in order, case kept."""
    return tuple((_PLAIN_WORD if text.isascii() else _WORD).findall(text))


@remembered
def low_words(text: str) -> tuple[str, ...]:
    """The same in small letters."""
    if text.isascii():
        return tuple(_PLAIN_WORD.findall(text.lower()))
    return tuple([found.lower() for found in words(text)])


def content_words(text: str) -> list[str]:
    """Lower-case words that carry meaning in either language."""
    return list(_content_words(text))


@remembered
def _content_words(text: str) -> tuple[str, ...]:
    stop = vocabulary("words.stop")
    return tuple([word for word in low_words(text) if word not in stop and len(word) > 1])


_SUFFIXES = (
    "ningarna", "ningar", "heterna", "heter", "arnas", "ernas", "ornas", "ingen", "ning", "ings", "arna", "erna", "orna",
    "ation", "ment", "ness", "ande", "ende", "ing", "are", "het", "ies", "ers", "ens", "ets", "ar", "er", "or", "en", "et",
    "na", "ed", "es", "ly", "s", "a", "e", "n", "t", "y",
)  # fmt: skip


_LONGEST_SUFFIX = max(map(len, _SUFFIXES))
_SUFFIX = frozenset(_SUFFIXES)


@remembered
def stem(word: str) -> str:
    """The part that inflections share, roughly, in English and Swedish alike; never shorter than four letters."""
    low = word.lower()
    for length in range(min(_LONGEST_SUFFIX, len(low) - 4), 0, -1):
        if low[-length:] in _SUFFIX:
            return low[:-length]
    return low
