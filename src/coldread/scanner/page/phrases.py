"""Reads the lexicons and finds their phrases in text."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property, wraps
from importlib import resources
from itertools import islice
from typing import Any, TypeVar
from weakref import WeakSet

from coldread.base.languages import JUDGED

_WORD = re.compile(r"[^\W\d_]+(?:['’‑-][^\W\d_]+)*", re.UNICODE)


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


#: letters of a word by which a text is compared with a list before anything is searched in it
BEGINNING = 4
_BEGINNINGS = re.compile(rf"(?<!\w)\w{{1,{BEGINNING}}}")
#: stands behind a shorter word: a phrase of whole words does not begin in a longer one
_END = "$"

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


#: of the sets below, each a number: two beginnings may share a bit, which costs a search in vain and nothing else
_BITS = 4093


@remembered
def _bits(beginning: str) -> int:
    """The bits of one letter of it, of two, three and four, and of a whole word that is shorter."""
    told = [beginning[:end] for end in range(1, len(beginning) + 1)]
    if len(beginning) < BEGINNING:
        told.append(beginning + _END)
    return sum({1 << hash(one) % _BITS for one in told})


@remembered
def _lowered(text: str) -> tuple[str, int]:
    """In small letters, and the set of the beginnings of its words."""
    low, begins = text.lower(), 0
    for beginning in set(_BEGINNINGS.findall(low)):
        begins |= _bits(beginning)
    return low, begins


def _phrase_begins(phrase: str) -> set[str]:
    """How a word must begin that this phrase, in small letters, begins with; an empty one: in any way."""
    found: set[str] = set()
    gathered = ""
    for sign in phrase:
        if sign == " ":  # a gap, behind which no letter of the word follows, or nothing
            found.add(gathered + _END if gathered else "")
        elif sign in "*?":  # any letters, or one of two
            return found | {gathered}
        elif not _BEGINNINGS.match(sign):
            return found | {gathered + _END if gathered else ""}
        else:
            gathered += sign
            if len(gathered) == BEGINNING:
                return found | {gathered}
    return found | {gathered + _END if gathered else ""}


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
    """Every list that was asked for up to now, so that whoever is forked from here finds it ready."""
    for one in list(_LISTS):
        one.pattern  # noqa: B018 - compiles


class Phrases:
    """Finds any phrase of a list as whole words, whatever their case.

    A pattern that ignores case tries each phrase at each word. So two cheaper looks come first: whether any word of the
    text begins like a phrase, and where one in small letters, its phrases ordered by their first two, finds something;
    nearly always there is nothing.
    """

    def __init__(self, listed: Iterable[str]) -> None:
        listed = list(listed)
        self._listed = listed
        self._quick = re.compile(rf"(?<!\w)(?:{_by_first_letters(listed)})(?!\w)")
        begins = {begin for phrase in listed for begin in _phrase_begins(phrase.lower())}
        #: the set of how its phrases begin; all of them where one may begin with anything
        self._begins = -1 if "" in begins else sum({1 << hash(begin) % _BITS for begin in begins})
        _LISTS.add(self)

    @cached_property
    def _exact(self) -> re.Pattern[str]:
        """Compiled when something was found: that takes several milliseconds, and most lists are met by no page."""
        return re.compile(rf"(?<!\w)(?:{_alternatives(self._listed)})(?!\w)", re.IGNORECASE)

    @property
    def pattern(self) -> str:
        return self._exact.pattern

    def _matches(self, text: str) -> Iterator[re.Match[str]]:
        """As the exact pattern finds them, which is asked only where the quick one has found something."""
        if not text.isascii() and _ODD_LETTERS.search(text):
            yield from self._exact.finditer(text)
            return
        if len(text) <= LONGEST_KEPT:
            low, begins = _lowered(text)
            if self._begins >= 0 and not self._begins & begins:
                return
        else:
            low = text.lower()
        position = 0
        while (found := self._quick.search(low, position)) is not None:
            match = self._exact.match(text, found.start())
            if match is None or match.end() == match.start():  # the two see this sign differently
                yield from self._exact.finditer(text, position)
                return
            yield match
            position = match.end()

    def search(self, text: str) -> re.Match[str] | None:
        return next(self._matches(text), None)

    def match(self, text: str) -> re.Match[str] | None:
        return self._exact.match(text)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return self._exact.fullmatch(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        return self._matches(text)

    def findall(self, text: str) -> list[str]:
        return [match[0] for match in self._matches(text)]

    def split(self, text: str, most: int = 0) -> list[str]:
        """What stands between them, or between the first so many."""
        pieces, position = list[str](), 0
        for match in islice(self._matches(text), most or None):
            pieces.append(text[position : match.start()])
            position = match.end()
        return [*pieces, text[position:]]

    def sub(self, new: str, text: str, count: int = 0) -> str:
        """Another text, as it is, in place of each."""
        return new.join(self.split(text, count))


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


def _rest(phrase: str) -> str:
    """Behind the first two letters; a gap there is one of the phrase's own."""
    return _pattern(phrase[2:]) if phrase[2] != " " else _GAP + _pattern(phrase[3:])


def _alternatives(listed: Iterable[str]) -> str:
    longest_first = sorted(set(listed), key=lambda phrase: (-len(phrase), phrase))
    return "|".join(_pattern(phrase) for phrase in longest_first) or r"(?!)"


#: a row of dashes is no gap: searched from each of them to the end, it cost its square
_GAP = r"[\s\-‑–]{0,8}"
#: up to three words, which begin with letters
_ANY_WORDS = r"(?:\w[\w'’-]*(?:\s+\w[\w'’-]*){0,2})?"


def _pattern(phrase: str) -> str:
    """A blank is a gap or nothing, `*` in a word any letters, a lone `*` up to three words."""
    return _GAP.join(_ANY_WORDS if part == "*" else _word(part) for part in phrase.split(" "))


def _word(word: str) -> str:
    """`?` stands for the s or z that British and American spelling differ in; apostrophes come in two shapes."""
    signs = {"*": r"[\w'’-]*", "?": "[sz]", "'": "['’]"}
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
    return tuple(_WORD.findall(text))


def content_words(text: str) -> list[str]:
    """Lower-case words that carry meaning in either language."""
    return list(_content_words(text))


@remembered
def _content_words(text: str) -> tuple[str, ...]:
    stop = vocabulary("words.stop")
    low = [found.lower() for found in words(text)]
    return tuple([word for word in low if word not in stop and len(word) > 1])


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


#: words that keep their capital wherever they stand, beside those with a capital or a digit inside
_NAMES_OF_PLACES = re.compile(
    r"(?:swed|dan|finn|brit|engl|ir|pol|span|turk|scott)ish|(?:norweg|german|europe|americ|ital|austral|canad|ind|austri|belg)i?an"
    r"|nordic|baltic|french|dutch|swiss|chinese|japanese|stockholm\w*|göteborg\w*|gothenburg|malmö\w*|sverige\w*|sweden",
    re.IGNORECASE,
)


def mid_sentence(text: str) -> str:
    """A quoted wish inside a sentence: its first letter is small, unless the word is a name or an abbreviation."""
    first = _WORD.match(text)
    if first is None or any(sign.isupper() for sign in first[0][1:]) or first[0] == "I":
        return text
    if len(first[0]) == 1 and text[1:2] not in ("", " "):  # "B2B", "E-commerce"
        return text if text[1:2].isalnum() else text[:1].lower() + text[1:]
    return text if _NAMES_OF_PLACES.fullmatch(first[0]) else text[:1].lower() + text[1:]


def language_of_phrase(text: str) -> str:
    """The language of a few words among those with a lexicon; empty where they could be any."""
    said = [word.lower() for word in words(text)]
    hits = {name: sum(word in vocabulary("words.stop", name) for word in said) for name in JUDGED}
    likeliest = [name for name in JUDGED if hits[name] == max(hits.values())]
    if len(likeliest) == 1:
        return likeliest[0]
    return "sv" if "sv" in likeliest and re.search("[åäöÅÄÖ]", text) else ""
