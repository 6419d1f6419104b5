"""Which sentences of a model may be repeated: none with an address, number, name, account or sign that the material lacks. Pure.

The one such rule for reports, drafts, letters and the console; gaps in square brackets are checked like everything else. It costs
time in proportion to the length of what is checked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from coldread.base.languages import Language
from coldread.llm.grounds import Grounds
from coldread.scanner.page.dictionary import is_ordinary

#: full stops of other scripts, which browsers read as dots in a host name
_DOTS = str.maketrans({"。": ".", "．": ".", "｡": ".", "․": ".", "﹒": "."})
#: signs that print nothing or turn the direction of what follows
_UNPRINTED = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})
#: a host name, with or without a path; a mail address; an address with a scheme
_HOST = re.compile(r"(?:[\w-]{1,63}\.){1,6}[^\W\d_]{2,24}(?![\w-])", re.UNICODE)
_SCHEME = re.compile(r"\b[a-z][a-z0-9+.-]{1,12}:(?://|(?=[\w+]))|\bwww\.", re.IGNORECASE)
_AT = re.compile(r"[\w.+-]{1,64}\s{0,2}(?:@|＠|\(at\)|\[at\]|\(a\)|\bsnabel-?a\b)\s{0,2}[\w-]", re.IGNORECASE)
#: “evil dot com”, “evil (dot) com”, “evil punkt se”
_SPELLED = re.compile(
    r"[\w-]{2,}\s{0,2}(?:\(|\[)?\s{0,2}\b(?:dot|punkt)\b\s{0,2}(?:\)|\])?\s{0,2}(?:com|net|org|io|se|nu|shop|app|ai|co|eu|info|biz|me|dev|xyz|site|online|store)\b",
    re.IGNORECASE,
)
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{2,4}){3,8}\b")
#: seven digits and more, however they are set apart: a telephone or an account
_LONG_NUMBER = re.compile(r"\+?\d(?:[ ()./\u00a0\u202f–-]{0,2}\d){6,19}")
_MARKUP = re.compile(r"<\s{0,3}[/!a-z]|\]\s{0,3}\(|```|&#?\w{1,10};|\{\{|\{%|<\?|\$\{", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"”’)\]]?\s+")
#: words with a dot in them that are no addresses
_ABBREVIATIONS = frozenset(
    {"t.ex", "bl.a", "m.fl", "d.v.s", "e.g", "i.e", "a.m", "p.m", "o.s.v", "kl.a", "u.s"}
)


class Sayable:
    """What may be said, because the material says it."""

    def __init__(self, *material: str, lang: Language, forbidden: str = "") -> None:
        self._plain = _comparable(" ".join(material))
        self._digits = re.sub(r"[ ()./\u00a0\u202f–-]", "", self._plain)
        self._grounds = Grounds(
            *material, languages=(lang,), is_word=is_ordinary, own_addresses=True, reckons=True, counts=True
        )
        #: the prefix of block ids: no sentence names one
        self._forbidden = forbidden.lower()

    def objection(self, text: str, *, proposes: bool = True) -> str:
        """Why this must not be said; empty where it may. `proposes`: words in quotation marks may be new ones."""
        if any(unicodedata.category(sign) in _UNPRINTED for sign in text):
            return "unprinted"
        plain = _comparable(text)
        if self._forbidden and self._forbidden in plain:
            return "names-a-block"
        if _MARKUP.search(plain):
            return "markup"
        if not all(self._has_address(one) for one in _addresses(plain)):
            return "new-address"
        if _SPELLED.search(plain) or not all(self._has_digits(one) for one in _long_numbers(plain)):
            return "new-address"
        return self._grounds.objection(text, proposes=proposes) or ""

    def _has_address(self, found: str) -> bool:
        return found in self._plain

    def _has_digits(self, found: str) -> bool:
        return re.sub(r"[ ()./\u00a0\u202f–-]", "", found) in self._digits


def sentences(text: str) -> list[str]:
    return [one for one in (part.strip() for part in _SENTENCE_END.split(" ".join(text.split()))) if one]


def _comparable(text: str) -> str:
    """In one form: compatibility signs folded, dots of all scripts the same, one blank between words, small letters."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_DOTS).split()).lower()


def _addresses(plain: str) -> Iterable[str]:
    """Everything that a reader or a mail program would take for an address."""
    for match in _HOST.finditer(plain):
        if match[0] not in _ABBREVIATIONS:
            yield match[0]
    for pattern in (_SCHEME, _AT):
        for match in pattern.finditer(plain):
            yield _to_the_blank(plain, match.start(), match.end())


def _to_the_blank(plain: str, start: int, end: int) -> str:
    """With what follows up to the next blank, less the signs that close a sentence."""
    blank = plain.find(" ", end)
    return plain[start : blank if blank >= 0 else len(plain)].rstrip(".,;:!?)”\"']")


def _long_numbers(plain: str) -> Iterable[str]:
    yield from (match[0] for match in _LONG_NUMBER.finditer(plain))
    yield from (match[0].lower() for match in _IBAN.finditer(plain.upper()))
