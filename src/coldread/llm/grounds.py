"""The rule for all words of a model: no number, name, quotation or address that the source texts lack. Pure.

A model may choose and phrase. The caller drops what it adds to the facts, and counts it by reason. The rule is
deliberately strict: a dropped sentence costs little, a false one costs trust."""

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


#: languages with word lists beside this file
LANGUAGES = ("en", "sv")


class Grounds:
    """Everything that may be said because the page, the findings or the buyer say it."""

    def __init__(
        self,
        *sources: str,
        languages: Iterable[str] = LANGUAGES,
        is_word: Callable[[str], bool] = lambda _: False,
        allow_source_addresses: bool = False,
        allow_derived_numbers: bool = False,
        allow_small_counts: bool = False,
    ) -> None:
        self._source_text = _normalized_text(" ".join(sources))
        #: the languages of words for numbers and promises: `eleven` is the pupil in Swedish
        self._languages = tuple(languages)
        #: a number that can be computed from two others in the same text
        self._allow_derived_numbers = allow_derived_numbers
        #: small counts in words, for remarks about a page
        self._allow_small_counts = allow_small_counts
        #: addresses in the sources may be repeated
        self._allow_source_addresses = allow_source_addresses
        #: whether a lower-case word is an ordinary one, and so not a name at the start of a sentence
        self._is_word = is_word

    @cached_property
    def words(self) -> frozenset[str]:
        """All words, and the parts of hyphenated ones: “Thu-Sun” also contains “Thu”."""
        all_words = frozenset(_words(self._source_text))
        return all_words.union(*(_HYPHEN.split(word) for word in all_words if _HYPHEN.search(word)))

    @cached_property
    def numbers(self) -> frozenset[str]:
        return frozenset(_numbers(self._source_text))

    def objection(self, text: str, *, proposes: bool = False) -> str | None:
        """Why this must not be said: `address`, `markup`, `new-number`, `new-name` or `new-quote`; None if it may.

        With `proposes`, words in quotation marks may be new."""
        text = _normalized_text(text)
        faults = {
            "address": not self._addresses.issuperset(_addresses(text)),
            "markup": _MARKUP.search(text) is not None,
            "new-number": not self._may_count(list(_numbers(text)))
            or not self.words.union(self._counted_words).issuperset(_amounts(text, self._languages)),
            "new-name": not all(self._may_be(word, begins) for word, begins in _names(text)),
            "new-quote": not proposes and not all(map(self.has_quote, _quotes(text))),
        }
        return next((reason for reason, is_found in faults.items() if is_found), None)

    @cached_property
    def _counted_words(self) -> frozenset[str]:
        named = (f"counted.{language}" for language in self._languages) if self._allow_small_counts else ()
        return frozenset[str]().union(*map(_read_words, named))

    def has_unsaid_multiple(self, text: str) -> bool:
        """Says “double” or the like although the sources do not: in the owner's own words that is a promise, however it is meant."""
        plain = _normalized_text(text)
        doubled = (word for match in _TOO_OFTEN.findall(plain) for word in _words(match))
        return not self.words.issuperset(doubled)

    def makes_promise(self, text: str) -> bool:
        """Whether the text promises a guarantee, refund, certificate or similar that the sources do not have."""
        words = set(_words(_normalized_text(text)))
        return any(
            any(word.startswith(beginning) for word in words)
            and not any(word.startswith(beginning) for word in self.words)
            for language in self._languages
            for beginning in _read_words(f"promises.{language}")
        )

    def has_quote(self, quote: str) -> bool:
        """Whether the sources have it word for word, with any spacing."""
        return quote.strip(" .,;:!?…").lower() in self._source_text.lower()

    @cached_property
    def _addresses(self) -> frozenset[str]:
        return frozenset(_addresses(self._source_text)) if self._allow_source_addresses else frozenset()

    def _may_count(self, numbers: list[str]) -> bool:
        """Whether each number is in the sources, or can be computed from two of those in the text: a sum, a difference,
        a product, a discount in per cent."""
        known = [
            int(number) for number in numbers if number in self.numbers and len(number) <= LONGEST_NUMBER
        ]
        new = [number for number in numbers if number not in self.numbers]
        return not new or (
            self._allow_derived_numbers
            and all(number.isdigit() and int(number) in _computable_from(known) for number in new)
        )

    def _may_be(self, word: str, begins: bool) -> bool:
        """Whether the name is in the sources, begins a sentence as an ordinary word, or consists of such words."""
        if self._knows_name(word) or (begins and self._is_word(word.lower())):
            return True
        first, *more = _HYPHEN.split(word)
        return (
            bool(more)
            and self._may_be(first, begins)
            and all(self._knows_name(part) or (part.islower() and self._is_word(part)) for part in more)
        )

    def _knows_name(self, name: str) -> bool:
        lower = name.lower()
        forms = (lower, f"{lower}s", lower.removesuffix("s").rstrip("'’"))
        return not self.words.isdisjoint(forms)


def _addresses(text: str) -> Iterable[str]:
    """Words with an address in them, without surrounding punctuation."""
    return (word.strip(_AROUND).lower() for word in text.split(" ") if _ADDRESS.search(word))


#: punctuation around an address that does not belong to it
_AROUND = ".,;:!?()“”\"'"


def _normalized_text(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).split())


def _words(text: str) -> Iterable[str]:
    return (word.lower() for word in _WORD.findall(text))


def _numbers(text: str) -> Iterable[str]:
    """Digits only: `1 200`, `1,200` and `1200` are one number."""
    return (re.sub(r"\D", "", number) for number in _NUMBER.findall(text))


#: the longest number in a calculation, and the most numbers
LONGEST_NUMBER, MOST_NUMBERS = 9, 12


def _computable_from(numbers: list[int]) -> set[int]:
    few = numbers[:MOST_NUMBERS]
    results: set[int] = set()
    for first in few:
        for other in few:
            results |= {first + other, first - other, first * other}
            if 0 < other < 100:
                results |= {round(first * (100 - other) / 100), round(first * other / 100)}
            # a product less so many per cent; a product plus a third number
            results |= {round(first * other * (100 - third) / 100) for third in few if 0 < third < 100}
            results |= {first * other + third for third in few}
    return results


def _amounts(text: str, languages: Iterable[str]) -> Iterable[str]:
    """Words that claim a number; not an ordinal such as “third”, nor a word for something duplicated."""
    return _listed_amounts(_TOO_OFTEN.sub(" ", _IN_A_ROW.sub(" ", text)), languages)


def _listed_amounts(text: str, languages: Iterable[str]) -> Iterable[str]:
    listed = frozenset[str]().union(*(_read_words(f"amounts.{language}") for language in languages))
    return (word for word in _words(text) if word in listed)


#: “the third review”, “every quarter”, “a third party”; not “a third of”
_IN_A_ROW = re.compile(
    r"\b(?:the|this|that|each|every|your|our|my|its|last|next) (?:third\b|quarter\b(?! of\b))"
    r"|[\[⟦](?:third|quarter)\b(?! of\b)|\bthird (?:party|parties|person)\b",
    re.IGNORECASE,
)
#: words next to which “double” means an action or a promise: “can double”, “double your”, “dubbelt så”
_DOES = [
    "to", "can", "will", "could", "would", "may", "might", "and", "or", "we", "you", "that", "they", "att", "kan", "ska", "och", "eller", "vi", "du",
    "som", "få", "get", "earn",
]  # fmt: skip
_WHAT = [
    "the", "your", "our", "their", "its", "his", "her", "my", "as", "so", "up", "that", "what", "in", "from", "to", "sales", "så", "din", "ditt",
    "dina", "er", "ert", "era", "vår", "vårt", "våra", "sin", "sina", "upp", "på", "mer", "fler", "mot", "än",
]  # fmt: skip
#: “the button is shown double”, “visas dubbelt”
_TOO_OFTEN = re.compile(
    "".join(rf"(?<!\b{word} )" for word in _DOES)
    + rf"(?<=\w )(?:double|dubbla|dubbelt)\b(?! (?:{'|'.join(_WHAT)})\b)",
    re.IGNORECASE,
)


def _quotes(text: str) -> Iterable[str]:
    """Quotations of more than one word. A single word in quotation marks is a mention of that word."""
    found = (double or other for double, other in _QUOTED.findall(text))
    return (quote for quote in found if len(quote.split()) > 1)


def _names(text: str) -> Iterable[tuple[str, bool]]:
    """Capitalised words except everyday ones, and whether each begins a sentence. A heading may capitalise every word."""
    heading = _is_heading(text)
    for match in _WORD.finditer(text):
        word = match[0]
        if word.lower().replace("’", "'") not in _read_words("everyday") and any(
            sign.isupper() for sign in word
        ):
            near = text[max(0, match.start() - 4) : match.start()]
            before = near.rstrip(_OPENING)
            begins = heading or not before or before[-1] in ".!?:…|⟧]" or near[-1:] in _SPEECH + _GAP
            yield word, begins and word[1:].islower()


def _is_heading(text: str) -> bool:
    """A title in title case: “What Happens When You Book a Call”."""
    long = [word for word in _WORD.findall(text) if len(word) >= LONG]
    return len(long) >= LEAST_LONG and sum(word[0].isupper() for word in long) >= MOST_LARGE * len(long)


#: shortest word that such a heading would capitalise, how many of them are needed, and the share that is capitalised
LONG, LEAST_LONG, MOST_LARGE = 4, 4, 0.75


#: characters before direct speech, and between a sentence and what precedes it
_SPEECH = '“”"»«„'
#: the first character of a gap
_GAP = "[⟦"
_OPENING = " \t“”\"»«„‘’'(–—-•"


@cache
def _read_words(name: str) -> frozenset[str]:
    text = resources.files("coldread.llm").joinpath(f"{name}.txt").read_text("utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(word for line in lines for word in line.split())
