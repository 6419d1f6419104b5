"""Reading a complaint: everything that problem text, selector and address tell, gathered once for all rules."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import unquote, urlsplit

from coldread.advice import elements
from coldread.advice.clauses import complained_of
from coldread.advice.language import language_of
from coldread.advice.offer import Offer, offer_in
from coldread.base.languages import Language
from coldread.base.texts.texts import room

say = room("coldread.advice")

_QUOTED = re.compile(
    r"“([^“”]{1,400})”|”([^“”]{1,400})”|\"([^\"]{1,400})\"|«([^«»]{1,400})»|»([^«»]{1,400})«|„([^„“]{1,400})“"
    r"|(?<![\w])['‘]([^'‘’\n]{2,200}?)['’](?![\w])|`([^`]{1,200})`"
)
#: “the button just says Submit”: a word or two with a capital behind the verb
_SAYS = re.compile(
    r"\b(?:only says|just says|says|reads|labelled|labeled|is called|säger bara|säger|står det(?: bara)?|står|heter|lyder)\s*:?\s+"
    r"(?P<text>[A-ZÅÄÖ][\wåäöÅÄÖ'’]*(?:\s+(?:[A-ZÅÄÖ][\w'’]*|more|now|here|us|in|up|mer|nu|här|in))*)"
)
#: “the headline says Quality in every stroke.”: up to the end of a short sentence
_SAYS_ALL = re.compile(
    r"\b(?:just says|only says|says|reads|is called|säger bara|säger|står det(?: bara)?|lyder|heter)\s*:?\s+"
    r"(?P<text>[A-ZÅÄÖ][\w'’-]*(?:\s+(?!(?:and|but|or|so|which|when|to|for|och|men|eller|så|när|till|för)\b)[\w'’-]+){1,7})\s*(?:[.!?\n]|$)"
)
_NUMBER = re.compile(r"(?<![\w#.,])(\d+(?:[.,]\d+)?)\s*(:1|%|[a-zåäöA-ZÅÄÖ]+)?")
_SPELLED = {
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9", "ten": "10",
    "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15", "sixteen": "16", "seventeen": "17", "eighteen": "18", "nineteen": "19", "twenty": "20", "två": "2", "tre": "3", "fyra": "4", "fem": "5", "sex": "6",
    "sju": "7", "åtta": "8", "nio": "9", "tio": "10", "elva": "11", "tolv": "12", "tretton": "13", "fjorton": "14", "femton": "15", "sexton": "16", "sjutton": "17", "arton": "18", "nitton": "19", "tjugo": "20",
}  # fmt: skip
_SPELLED_NUMBER = re.compile(rf"\b({'|'.join(_SPELLED)})\s+([a-zåäö]\w*)", re.IGNORECASE)
#: names before the registrable part that say nothing of the firm
_PLAIN_LABELS = frozenset(
    ("www", "app", "get", "try", "go", "my", "m", "en", "sv", "se", "shop", "blog", "lp", "landing", "info")
)
_SECOND_LEVEL = frozenset(("co", "com", "org", "ac", "gov", "net"))


@dataclass(frozen=True, kw_only=True)
class Reading:
    """One complaint, read."""

    url: str
    selector: str
    problem: str
    #: year of the asking, for dates that have gone stale
    year: int

    @cached_property
    def host(self) -> str:
        return (urlsplit(self.url).hostname or "").lower()

    @cached_property
    def lang(self) -> Language:
        return language_of(self.outside_quotes, self.host)

    @property
    def swedish(self) -> bool:
        return self.lang == "sv"

    @cached_property
    def quoted(self) -> tuple[str, ...]:
        """The page's present words, as the complaint cites them."""
        marked = tuple(
            " ".join(next(part for part in found.groups() if part).split())
            for found in _QUOTED.finditer(self.problem)
        )
        said = _SAYS_ALL.search(self.problem) or _SAYS.search(self.problem)
        return marked or ((said["text"],) if said else ())

    @property
    def quote(self) -> str | None:
        return self.quoted[0] if self.quoted else None

    @cached_property
    def outside_quotes(self) -> str:
        return _QUOTED.sub(" … ", self.problem)

    @cached_property
    def complained_of(self) -> str:
        """Outside quotations, without what is said to be well."""
        return complained_of(self.outside_quotes)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """Every kind of element that it is about: the selected one, and those it names as being wrong."""
        return frozenset((self.element, *elements.kinds_spoken_of(self.complained_of)))

    @cached_property
    def element(self) -> str:
        """Kind of the element: the selector's word counts most, then the complaint's."""
        selected = elements.kind_of_selector(self.selector)
        spoken = elements.kinds_spoken_of(self.outside_quotes)
        if selected in (None, "copy") and spoken:
            return spoken[0]
        return selected or "copy"

    @property
    def element_name(self) -> str:
        return say(self.lang, f"element.{self.element}")

    @cached_property
    def offer(self) -> Offer:
        return offer_in(self.outside_quotes)

    @cached_property
    def numbers(self) -> tuple[tuple[str, str], ...]:
        """Every figure outside quotations, with the word behind it."""
        plain = [(found[1], (found[2] or "").lower()) for found in _NUMBER.finditer(self.outside_quotes)]
        spelled = [
            (_SPELLED[found[1].lower()], found[2].lower())
            for found in _SPELLED_NUMBER.finditer(self.outside_quotes)
        ]
        return tuple(plain + spelled)

    def number_of(self, *stems: str) -> str | None:
        """The figure that stands before a word beginning so."""
        return next((value for value, word in self.numbers if word.startswith(stems)), None)

    @cached_property
    def brand(self) -> str:
        """The firm's name, as far as its address tells: the registrable part with a capital."""
        parts = [part for part in self.host.removeprefix("www.").split(".") if part]
        if not parts or self.host.replace(".", "").isdigit():
            return self.host
        parts = parts[:-2] if len(parts) > 2 and parts[-2] in _SECOND_LEVEL else parts[:-1] or parts
        telling = [part for part in parts if part not in _PLAIN_LABELS] or parts
        return " ".join(word.capitalize() for word in re.split(r"[-_]+", telling[-1]) if word)

    @cached_property
    def surroundings(self) -> str:
        """Everything that may tell what the element is for: complaint, selector and path as words."""
        path = unquote(urlsplit(self.url).path)
        spaced = re.sub(r"[-_/#.\[\]=\"'>+~:()]+", " ", f"{self.selector} {path}")
        return f"{complained_of(self.problem)} {spaced}"
