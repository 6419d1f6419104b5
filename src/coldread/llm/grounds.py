"""The rule for whatever a model words: no number, name, quotation or address that was not there before. Pure.

A model may choose and phrase. What it adds to the facts is dropped by whoever asked it, and counted by its reason.
It is stricter than it would need to be: a dropped sentence costs a nicety, a kept one could cost the truth.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache, cached_property
from importlib import resources

_WORD = re.compile(r"[^\W\d_]+(?:['’‑-][^\W\d_]+)*")
_NUMBER = re.compile(r"\d+(?:[.,\u00a0\u202f ]\d+)*")
_QUOTED = re.compile(r"[\"“”„»«](.+?)[\"“”»«]|(?<!\w)['‘’](.+?)['’](?!\w)", re.DOTALL)
_HYPHEN = re.compile(r"[‑-]")
_ADDRESS = re.compile(
    r"\w+://|\bwww\.|\bmailto:|[\w.+-]+@[\w-]+\.\w|\b[\w-]+\.(?:com|net|org|io|se|ai|dev|app|co|eu)\b",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"<\s*[/!a-z]|\]\s*\(|```|&#?\w+;", re.IGNORECASE)


#: of the lists beside this file
LANGUAGES = ("en", "sv")


class Grounds:
    """Everything that may be said, because somebody else has said it: the page, the findings, the buyer."""

    def __init__(
        self,
        *said: str,
        languages: Iterable[str] = LANGUAGES,
        is_word: Callable[[str], bool] = lambda _: False,
        own_addresses: bool = False,
        reckons: bool = False,
        counts: bool = False,
    ) -> None:
        self._said = _plain(" ".join(said))
        #: whose words for numbers and promises are meant: `eleven` is the pupil in Swedish
        self._languages = tuple(languages)
        #: a number may follow from two others in the same text
        self._reckons = reckons
        #: who remarks on a page counts its parts, in words and not far
        self._counts = counts
        #: addresses that stand there may be repeated
        self._own_addresses = own_addresses
        #: whether a word in small letters is an ordinary one, and so no name where it begins a sentence
        self._is_word = is_word

    @cached_property
    def words(self) -> frozenset[str]:
        """With the parts of those that a hyphen joins: “Thu-Sun” also says “Thu”."""
        whole = frozenset(_words(self._said))
        return whole.union(*(_HYPHEN.split(word) for word in whole if _HYPHEN.search(word)))

    @cached_property
    def numbers(self) -> frozenset[str]:
        return frozenset(_numbers(self._said))

    def objection(self, text: str, *, proposes: bool = False) -> str | None:
        """Why this must not be said: `address`, `markup`, `new-number`, `new-name` or `new-quote`; None when it may.

        What proposes new words may have them in quotation marks.
        """
        text = _plain(text)
        faults = {
            "address": not self._addresses.issuperset(_addresses(text)),
            "markup": _MARKUP.search(text) is not None,
            "new-number": not self._may_count(list(_numbers(text)))
            or not self.words.union(self._counted).issuperset(_amounts(text, self._languages)),
            "new-name": not all(self._may_be(word, begins) for word, begins in _names(text)),
            "new-quote": not proposes and not all(map(self.has_quote, _quotes(text))),
        }
        return next((reason for reason, there in faults.items() if there), None)

    @cached_property
    def _counted(self) -> frozenset[str]:
        named = (f"counted.{language}" for language in self._languages) if self._counts else ()
        return frozenset[str]().union(*map(_listed, named))

    def multiplies(self, text: str) -> bool:
        """Says “double” or the like where nobody else does: as the owner's own words that is a promise, however it is meant."""
        plain = _plain(text)
        doubled = (word for match in _TOO_OFTEN.findall(plain) for word in _words(match))
        return not self.words.issuperset(doubled)

    def makes_promise(self, text: str) -> bool:
        """A guarantee, a refund, a certificate or the like that nobody else speaks of."""
        said = set(_words(_plain(text)))
        return any(
            any(word.startswith(beginning) for word in said)
            and not any(word.startswith(beginning) for word in self.words)
            for language in self._languages
            for beginning in _listed(f"promises.{language}")
        )

    def has_quote(self, quote: str) -> bool:
        """Word for word, however it is spaced."""
        return quote.strip(" .,;:!?…").lower() in self._said.lower()

    @cached_property
    def _addresses(self) -> frozenset[str]:
        return frozenset(_addresses(self._said)) if self._own_addresses else frozenset()

    def _may_count(self, numbers: list[str]) -> bool:
        """Each was told, or is what two told ones of the same text make: a sum, a difference, so many of it, so many per cent off."""
        told = [int(number) for number in numbers if number in self.numbers and len(number) <= LONGEST_NUMBER]
        new = [number for number in numbers if number not in self.numbers]
        return not new or (
            self._reckons and all(number.isdigit() and int(number) in _made_of(told) for number in new)
        )

    def _may_be(self, word: str, begins: bool) -> bool:
        """Somebody has said it, it begins a sentence as an ordinary word, or its parts have been said or are such words."""
        if self._knows(word) or (begins and self._is_word(word.lower())):
            return True
        first, *more = _HYPHEN.split(word)
        return (
            bool(more)
            and self._may_be(first, begins)
            and all(self._knows(part) or (part.islower() and self._is_word(part)) for part in more)
        )

    def _knows(self, name: str) -> bool:
        lower = name.lower()
        forms = (lower, f"{lower}s", lower.removesuffix("s").rstrip("'’"))
        return not self.words.isdisjoint(forms)


def _addresses(text: str) -> Iterable[str]:
    """Each from blank to blank, without the signs around it."""
    return (word.strip(_AROUND).lower() for word in text.split(" ") if _ADDRESS.search(word))


#: signs around an address that are none of its own
_AROUND = ".,;:!?()“”\"'"


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


def _words(text: str) -> Iterable[str]:
    return (word.lower() for word in _WORD.findall(text))


def _numbers(text: str) -> Iterable[str]:
    """Digits alone: `1 200`, `1,200` and `1200` are one number."""
    return (re.sub(r"\D", "", number) for number in _NUMBER.findall(text))


#: digits of a number that is reckoned with, and how many of them
LONGEST_NUMBER, MOST_NUMBERS = 9, 12


def _made_of(told: list[int]) -> set[int]:
    few = told[:MOST_NUMBERS]
    made: set[int] = set()
    for one in few:
        for other in few:
            made |= {one + other, one - other, one * other}
            if 0 < other < 100:
                made |= {round(one * (100 - other) / 100), round(one * other / 100)}
            # so many of it, less so many per cent; so many of it and once something else
            made |= {round(one * other * (100 - third) / 100) for third in few if 0 < third < 100}
            made |= {one * other + third for third in few}
    return made


def _amounts(text: str, languages: Iterable[str]) -> Iterable[str]:
    """Words that claim a number; not a place in a row, nor what is there one time too often."""
    return _listed_amounts(_TOO_OFTEN.sub(" ", _IN_A_ROW.sub(" ", text)), languages)


def _listed_amounts(text: str, languages: Iterable[str]) -> Iterable[str]:
    listed = frozenset[str]().union(*(_listed(f"amounts.{language}") for language in languages))
    return (word for word in _words(text) if word in listed)


#: “the third review”, “every quarter”, “a third party”; not “a third of”
_IN_A_ROW = re.compile(
    r"\b(?:the|this|that|each|every|your|our|my|its|last|next) (?:third\b|quarter\b(?! of\b))"
    r"|[\[⟦](?:third|quarter)\b(?! of\b)|\bthird (?:party|parties|person)\b",
    re.IGNORECASE,
)
#: words before and after which “double” is something that is done or promised: “can double”, “double your”, “dubbelt så”
_DOES = [
    "to",
    "can",
    "will",
    "could",
    "would",
    "may",
    "might",
    "and",
    "or",
    "we",
    "you",
    "that",
    "they",
    "att",
    "kan",
    "ska",
    "och",
    "eller",
    "vi",
    "du",
    "som",
    "få",
    "get",
    "earn",
]
_WHAT = [
    "the",
    "your",
    "our",
    "their",
    "its",
    "his",
    "her",
    "my",
    "as",
    "so",
    "up",
    "that",
    "what",
    "in",
    "from",
    "to",
    "sales",
    "så",
    "din",
    "ditt",
    "dina",
    "er",
    "ert",
    "era",
    "vår",
    "vårt",
    "våra",
    "sin",
    "sina",
    "upp",
    "på",
    "mer",
    "fler",
    "mot",
    "än",
]
#: “the button is shown double”, “visas dubbelt”
_TOO_OFTEN = re.compile(
    "".join(rf"(?<!\b{word} )" for word in _DOES)
    + rf"(?<=\w )(?:double|dubbla|dubbelt)\b(?! (?:{'|'.join(_WHAT)})\b)",
    re.IGNORECASE,
)


def _quotes(text: str) -> Iterable[str]:
    """Quotations of more than one word; a single one in quotation marks is a word that is spoken about."""
    found = (one or other for one, other in _QUOTED.findall(text))
    return (quote for quote in found if len(quote.split()) > 1)


def _names(text: str) -> Iterable[tuple[str, bool]]:
    """Words with a capital, but for everyday ones, and whether a sentence begins with them; a heading may give each word one."""
    heading = _is_heading(text)
    for match in _WORD.finditer(text):
        word = match[0]
        if word.lower().replace("’", "'") not in _listed("everyday") and any(sign.isupper() for sign in word):
            near = text[max(0, match.start() - 4) : match.start()]
            before = near.rstrip(_OPENING)
            begins = heading or not before or before[-1] in ".!?:…|⟧]" or near[-1:] in _SPEECH + _GAP
            yield word, begins and word[1:].islower()


def _is_heading(text: str) -> bool:
    """“What Happens When You Book a Call”."""
    long = [word for word in _WORD.findall(text) if len(word) >= LONG]
    return len(long) >= LEAST_LONG and sum(word[0].isupper() for word in long) >= MOST_LARGE * len(long)


#: letters of a word that such a heading seldom writes small, how many of them tell one, and the part that is large
LONG, LEAST_LONG, MOST_LARGE = 4, 4, 0.75


#: signs before what somebody says, and those between a sentence and what stands before it
_SPEECH = '“”"»«„'
#: what a gap begins with
_GAP = "[⟦"
_OPENING = " \t“”\"»«„‘’'(–—-•"


@cache
def _listed(name: str) -> frozenset[str]:
    text = resources.files("coldread.llm").joinpath(f"{name}.txt").read_text("utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(word for line in lines for word in line.split())
