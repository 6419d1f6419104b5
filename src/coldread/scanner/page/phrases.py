"""Reads the lexicons and finds their phrases in text."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from importlib import resources
from typing import Any

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


class Phrases:
    """Finds any phrase of a list as whole words, whatever their case.

    A pattern that ignores case tries each phrase at each word. So one in small letters, its phrases ordered by their
    first two, looks first whether there is anything to find; nearly always there is nothing.
    """

    def __init__(self, listed: Iterable[str]) -> None:
        listed = list(listed)
        self._exact = re.compile(rf"(?<!\w)(?:{_alternatives(listed)})(?!\w)", re.IGNORECASE)
        self._quick = re.compile(rf"(?<!\w)(?:{_by_first_letters(listed)})(?!\w)")

    @property
    def pattern(self) -> str:
        return self._exact.pattern

    def _in(self, text: str) -> bool:
        if not text.isascii() and _ODD_LETTERS.search(text):
            return True
        return self._quick.search(text.lower()) is not None

    def search(self, text: str) -> re.Match[str] | None:
        return self._exact.search(text) if self._in(text) else None

    def match(self, text: str) -> re.Match[str] | None:
        return self._exact.match(text)

    def fullmatch(self, text: str) -> re.Match[str] | None:
        return self._exact.fullmatch(text)

    def finditer(self, text: str) -> Iterator[re.Match[str]]:
        return self._exact.finditer(text) if self._in(text) else iter(())

    def findall(self, text: str) -> list[str]:
        return self._exact.findall(text) if self._in(text) else []

    def split(self, text: str) -> list[str]:
        found: list[str] = self._exact.split(text)
        return found

    def sub(self, new: str | Callable[[re.Match[str]], str], text: str, count: int = 0) -> str:
        return self._exact.sub(new, text, count=count) if self._in(text) else text


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
    return _pattern(phrase[2:]) if phrase[2] != " " else r"[\s\-‑–]*" + _pattern(phrase[3:])


def _alternatives(listed: Iterable[str]) -> str:
    longest_first = sorted(set(listed), key=lambda phrase: (-len(phrase), phrase))
    return "|".join(_pattern(phrase) for phrase in longest_first) or r"(?!)"


def _pattern(phrase: str) -> str:
    """A blank is a gap or nothing, `*` in a word any letters, a lone `*` up to three words."""
    parts = [
        r"(?:[\w'’-]+(?:\s+[\w'’-]+){0,2})?" if part == "*" else _word(part) for part in phrase.split(" ")
    ]
    return r"[\s\-‑–]*".join(parts)


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


@lru_cache(maxsize=4096)  # many rules count the words of one text
def words(text: str) -> tuple[str, ...]:
    """Words with letters, in order, case kept."""
    return tuple(_WORD.findall(text))


def content_words(text: str) -> list[str]:
    """Lower-case words that carry meaning in either language."""
    stop = vocabulary("words.stop")
    return [word for word in (found.lower() for found in words(text)) if word not in stop and len(word) > 1]


_SUFFIXES = (
    "ningarna", "ningar", "heterna", "heter", "arnas", "ernas", "ornas", "ingen", "ning", "ings", "arna", "erna", "orna",
    "ation", "ment", "ness", "ande", "ende", "ing", "are", "het", "ies", "ers", "ens", "ets", "ar", "er", "or", "en", "et",
    "na", "ed", "es", "ly", "s", "a", "e", "n", "t", "y",
)  # fmt: skip


def stem(word: str) -> str:
    """The part that inflections share, roughly, in English and Swedish alike; never shorter than four letters."""
    low = word.lower()
    for suffix in _SUFFIXES:
        if low.endswith(suffix) and len(low) - len(suffix) >= 4:
            return low[: -len(suffix)]
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
