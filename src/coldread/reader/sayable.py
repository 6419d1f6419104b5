"""Which sentences of a model may be repeated: none with an address, number, name, account or character that the material
lacks. Pure.

The only such rule for reports, drafts, letters and the console. Gaps in square brackets are checked like everything
else. Its time is proportional to the length of the text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from coldread.base.languages import Language
from coldread.llm.grounds import Grounds
from coldread.scanner.page.dictionary import is_ordinary

#: full stops of other scripts, which browsers read as dots in a host name
_DOTS = str.maketrans({"。": ".", "．": ".", "｡": ".", "․": ".", "﹒": "."})
#: characters that print nothing or change the direction of text
_UNPRINTED = frozenset({"Cc", "Cf", "Co", "Cs", "Cn"})
#: letters and marks that print nothing, although their category says otherwise
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
#: a host name, with or without a path; a mail address; an address with a scheme
_HOST = re.compile(r"(?:[\w-]{1,63}\.){1,6}(?:xn--[\w-]{1,59}|[^\W\d_]{2,24}(?![\w-]))", re.UNICODE)
_SCHEME = re.compile(r"\b[a-z][a-z0-9+.-]{1,12}:(?://|(?=[\w+]))|\bwww\.", re.IGNORECASE)
_AT = re.compile(r"[\w.+-]{1,64}\s{0,2}(?:@|＠|\(at\)|\[at\]|\(a\)|\bsnabel-?a\b)\s{0,2}[\w-]", re.IGNORECASE)
_ENDINGS = "com|net|org|io|se|nu|shop|app|ai|co|eu|info|biz|me|dev|xyz|site|online|store|ru|cn|uk|de|fr|nl|dk|fi|pl|top|click|link|live"
#: a host name that is spelled out: “evil dot com”, “evil punkt se”, “evil .com”, “evil. com/login”
_SPELLED = re.compile(
    rf"[\w-]{{2,40}}\s{{0,2}}\b(?:dot|punkt)\b\s{{0,2}}(?:{_ENDINGS})\b"
    rf"|[\w-]{{2,40}}\s{{1,2}}\.(?:{_ENDINGS})\b|[\w-]{{2,40}}\.\s{{1,2}}(?:{_ENDINGS})/\w",
    re.IGNORECASE,
)
#: digits spelled out, as in a telephone number
_DIGIT = (
    "zero|oh|one|two|three|four|five|six|seven|eight|nine|noll|nolla|ett|två|tre|fyra|fem|sex|sju|åtta|nio"
)
_DICTATED = re.compile(rf"(?:\b(?:{_DIGIT})\b[\s,./–-]{{0,3}}){{5}}", re.IGNORECASE)
#: a host name with its dot in brackets, under any top-level domain: “evil[.]zone”, “evil (dot) zone”
_BRACKETED = re.compile(
    r"[\w-]\s{0,2}[(\[{]\s{0,2}(?:\.|dot|punkt)\s{0,2}[)\]}]\s{0,2}[^\W\d_]{2}", re.IGNORECASE
)
_IBAN = re.compile(r"\b[A-Z]{2}\d{2}(?:[ ]?[A-Z0-9]{2,4}){3,8}\b")
#: seven or more digits, however they are grouped: a telephone number or an account
_LONG_NUMBER = re.compile(r"\+?\d(?:(?:[ ()/\u00a0\u202f–-]{0,2}|\.)\d){6,19}")
_MARKUP = re.compile(
    r"<\s{0,3}[/!?%a-z]|\]\s{0,3}\(|```|&#?\w{1,10};|[\w-]\s?=\s?[\"'“”]|[{}]|\[\[|\]\]|[?%]>", re.IGNORECASE
)
#: a gap that the owner fills in
_GAP = re.compile(r"[\[⟦][^\]⟧]{0,300}[\]⟧]")
#: a closing quotation mark belongs to its sentence; a lower-case letter continues the sentence
_SENTENCE_END = re.compile(r"(?:(?<=[.!?…])|(?<=[.!?…][\"”’)\]]))\s+(?![a-zåäöéü])")
#: abbreviations with a dot that are not addresses
_ABBREVIATIONS = frozenset(
    {
        "t.ex",
        "bl.a",
        "m.fl",
        "d.v.s",
        "e.g",
        "i.e",
        "a.m",
        "p.m",
        "o.s.v",
        "kl.a",
        "u.s",
        "org.nr",
        "tel.nr",
        "reg.nr",
        "kund.nr",
    }
)


#: a range of amounts or years: not a telephone number, although it has as many digits
_RANGE = re.compile(r"(?:\d{1,3}(?:[ .]\d{3})?|(?:19|20)\d\d)[–-](?:\d{1,3}(?:[ .]\d{3})?|(?:19|20)\d\d)")
_BETWEEN_DIGITS = re.compile(r"[ ()./\u00a0\u202f–-]")
#: leading digits that another form of the same number may lack: 0, +46
MOST_BEFORE = 3


class Sayable:
    """What may be said, because the material has it."""

    def __init__(
        self,
        *material: str,
        lang: Language,
        forbidden: str = "",
        address_sources: Iterable[str] | None = None,
        hosts: Iterable[str] = (),
    ) -> None:
        """`address_sources`: texts whose addresses and telephone numbers may be used; all of the material if not given.

        `hosts` may be named as they are, without a path."""
        self._hosts = frozenset(host.lower() for host in hosts)
        sources = material if address_sources is None else address_sources
        self._addresses = frozenset[str]().union(*map(address_like, sources))
        self._long = {address for address in self._addresses if address.isdigit()}
        self._grounds = Grounds(
            *material,
            *self._hosts,
            languages=(lang,),
            is_word=is_ordinary,
            allow_source_addresses=True,
            allow_derived_numbers=True,
            allow_small_counts=True,
        )
        #: the prefix of block ids: no sentence names one
        self._forbidden = forbidden.lower()

    def objection(self, text: str, *, proposes: bool = True) -> str:
        """Why this must not be said; empty if it may. `proposes`: words in quotation marks may be new."""
        if any(unicodedata.category(sign) in _UNPRINTED or sign in _INVISIBLE for sign in text):
            return "unprinted"
        plain = _comparable_text(text)
        if self._forbidden and self._forbidden in plain:
            return "names-a-block"
        if _MARKUP.search(plain):
            return "markup"
        if self.new_address(text):
            return "new-address"
        return self._grounds.objection(text, proposes=proposes) or ""

    def objection_to_words(self, text: str) -> str:
        """As `objection`, for words that a visitor would read as the owner's: these must also make no new promise.

        A gap may contain a promise: the owner fills it in or deletes it."""
        without_gaps = _GAP.sub(" ", text)
        reason = self.objection(text) or ("new-promise" if self._grounds.makes_promise(without_gaps) else "")
        return reason or ("new-number" if self._grounds.has_unsaid_multiple(without_gaps) else "")

    def new_address(self, text: str) -> bool:
        """Whether the text contains an address that is not allowed. Also call it on sentences joined together: an
        address can be split between them."""
        plain = _comparable_text(text)
        return not all(
            self._page_has(address) or self._is_bare_host(address, plain) for address in address_like(text)
        )

    def _is_bare_host(self, found: str, plain: str) -> bool:
        return found in self._hosts and not re.search(
            rf"[@/:]{re.escape(found)}|{re.escape(found)}[/:?#]\S", plain
        )

    def _page_has(self, found: str) -> bool:
        if not found.isdigit():
            return found in self._addresses
        return any(_same_number(found, number) for number in self._long)


def address_like(text: str) -> frozenset[str]:
    """Everything that a reader, a telephone or a mail program would take for an address, an account or a number to
    call."""
    plain = _comparable_text(text)
    return frozenset((*_addresses(plain), *_long_numbers(plain)))


def _same_number(number: str, other: str) -> bool:
    """Whether two numbers are the same, with or without a country code or a leading zero."""
    short, long = sorted((number, other), key=len)
    return number == other or (
        len(short) > MOST_BEFORE + 4
        and len(long) - len(short) <= MOST_BEFORE
        and long.endswith(short.lstrip("0"))
    )


def sentences(text: str) -> list[str]:
    return [
        sentence
        for sentence in (part.strip() for part in _SENTENCE_END.split(" ".join(text.split())))
        if sentence
    ]


def _comparable_text(text: str) -> str:
    """Normalised: compatibility characters folded, all dots the same, single spaces, lower case."""
    return " ".join(unicodedata.normalize("NFKC", text).translate(_DOTS).split()).lower()


def _addresses(plain: str) -> Iterable[str]:
    """Everything that a reader or a mail program would take for an address."""
    for match in _HOST.finditer(plain):
        if match[0] not in _ABBREVIATIONS:
            yield match[0]
    for pattern in (_SCHEME, _AT):
        for match in pattern.finditer(plain):
            yield _to_next_space(plain, match.start(), match.end())
    for pattern in (_SPELLED, _BRACKETED, _DICTATED):
        yield from (match[0] for match in pattern.finditer(plain))


def _to_next_space(plain: str, start: int, end: int) -> str:
    """Extended to the next space, without closing punctuation."""
    blank = plain.find(" ", end)
    return plain[start : blank if blank >= 0 else len(plain)].rstrip(".,;:!?)”\"']")


def _long_numbers(plain: str) -> Iterable[str]:
    """Digits only; accounts with their country."""
    found = (match[0] for match in _LONG_NUMBER.finditer(plain))
    yield from (
        _BETWEEN_DIGITS.sub("", number).lstrip("+") for number in found if not _RANGE.fullmatch(number)
    )
    yield from (match[0].lower().replace(" ", "") for match in _IBAN.finditer(plain.upper()))
