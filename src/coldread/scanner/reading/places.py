"""Places that a page names: sure by an address, the title or the footer, a hint if there is only a capital letter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from coldread.base.languages import JUDGED
from coldread.scanner.page.dictionary import is_listed
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.made_up import made_up_address_in
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import has_figure, phrases, remembered
from coldread.scanner.reading.quotes import own_words, quote
from coldread.scanner.reading.record import Fact, Quote

MOST = 6
#: most words of a town before its state: "Mark Robertson Scarsdale, NY" is a guest with a town
MOST_TOWN_WORDS = 2
#: "411 38 Göteborg", "Leeds LS1 4AP", "Austin, TX 78701"; `_towns_with_postal_code` leaves out the end of a phone number
#: all begin with a digit or capital at the beginning of a word, so the regex engine skips everything else
_POSTAL = re.compile(
    r"[\dA-Z](?<!\w[\dA-Z])(?:(?<![+-]\d)(?<=\d)\d{2} ?\d{2} +([A-ZÅÄÖ][a-zåäöé]+|[A-ZÅÄÖ]{3,})\b"
    r"|(?<=[A-Z])[A-Z]?\d[A-Z\d]? \d[A-Z]{2}\b|(?<=[A-Z])[a-z]+,? [A-Z]{2} \d{5}\b)"
)
_STREET = re.compile(
    r"\b\d{1,4} [A-Z][a-z]+ (?:Street|St|Road|Rd|Avenue|Ave|Lane|Square)\b|(?:\bS:t )?\b[A-ZÅÄÖ][a-zåäö]+(?:gatan|vägen|torget|gränd|allén) \d{1,4}(?: ?[A-H]\b)?"
)
#: every street contains one of these
_STREETS = (
    "Street", "St", "Road", "Rd", "Ave", "Lane", "Square", "gatan", "vägen", "torget", "gränd", "allén",
)  # fmt: skip
#: "in York", "i Borås": a capitalised word inside a sentence
_IN = re.compile(
    r"(?<=[a-zåäö,] )(?:in|near|around|across|i|kring|runt|nära)\s+([A-ZÅÄÖ][\w’-]+(?: [A-Z][a-z]+)?)"
)
#: "Supreme Car Wash, TX"
_STATE = re.compile(
    r"((?:[A-Z][a-z]+ ){0,2}?[A-Z][a-z]+)?,\s(A[LKZR]|C[AOT]|DE|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]|W[AVIY])\b"
)
#: "Serving Westchester County"
_BUSY = re.compile(r"^\w+ing\s+(?=[A-Z])")
#: the beginning of a phone number: "08-520 250 00"
_DIALLED = re.compile(r"(?:\+\d|(?<!\d)\(?0\d{1,3}[\s)-])[\d\s()-]*$")
#: words for how far a business reaches, which are no places
_REACH = frozenset(
    [
        "nationwide",
        "worldwide",
        "online",
        "near",
        "you",
        "your",
        "area",
        "nära",
        "dig",
        "i",
        "närheten",
        "på",
        "distans",
        "hela",
        "landet",
        "local",
        "lokal",
    ]
)
_NO_TOWN = re.compile(
    r"(?:mon|tue|wed|thu|fri|sat|sun|mån|tis|ons|tors|fre|lör|sön|tel|fax|org)\w{0,5}|\w+(?:förbundet|föreningen|gruppen|skolan)",
    re.IGNORECASE,
)
#: programs and networks that people are "in"
_PROGRAMS = frozenset(
    [
        "google",
        "chrome",
        "facebook",
        "instagram",
        "linkedin",
        "excel",
        "word",
        "slack",
        "teams",
        "outlook",
        "gmail",
        "whatsapp",
        "safari",
        "firefox",
        "edge",
        "apple",
        "android",
        "windows",
        "youtube",
        "tiktok",
    ]
)


@dataclass(frozen=True, kw_only=True)
class Named:
    """A place in a line; `by` says how it was recognised."""

    name: str
    by: str


def places(page: Page, first: Iterable[tuple[str, Quote]]) -> tuple[Fact, ...]:
    """Places that the page names, those of `first` first."""
    lines: list[tuple[str, Quote | Element]] = list(first)
    lines += [
        (block.text, block.element) for block in own_words(page) if not page.is_quotation(block.element)
    ]
    found: dict[str, list[tuple[Named, Quote]]] = {}
    for text, source in lines:
        named_here = places_in(text)
        if not named_here:
            continue
        at = source if isinstance(source, Quote) else quote(page, source, text)
        for named in named_here:
            mark = named.name.lower()
            if mark in found or len(found) < MOST:
                found.setdefault(mark, []).append((named, at))
    return tuple(
        Fact(value=seen[0][0].name, evidence=(seen[0][1],), sure=_is_sure(page, seen))
        for seen in found.values()
    )


def _is_sure(page: Page, seen: list[tuple[Named, Quote]]) -> bool:
    """It is in an address, in title or footer, or recurs and is no word of the language."""
    name, kinds = seen[0][0].name, {named.by for named, _ in seen}
    low = name.lower()
    if _NO_TOWN.fullmatch(name) or low in _PROGRAMS or set(low.split()) <= _REACH or low in page.brand:
        return False
    if "address" in kinds:
        return True
    again = (
        any(at.where in ("title", "footer") for _, at in seen) or len({at.selector for _, at in seen}) >= 2
    )
    if "state" in kinds:  # guests sign with their town too
        short = len(name.split()) <= MOST_TOWN_WORDS + 1
        return short and any(at.where != "body" or has_figure(at.snippet) for _, at in seen)
    if "listed" in kinds:
        genitive = low.endswith("s") and phrases("reading.places").fullmatch(
            low[:-1]
        )  # "Stockholms skärgård"
        return again and not genitive
    language = page.language if page.language in JUDGED else "en"
    return again and "code" not in kinds and not all(is_listed(part, language) for part in low.split())


@remembered
def address_in(text: str) -> re.Match[str] | None:
    """A postal or street address; each has a number."""
    if not has_figure(text):
        return None
    if made_up_address_in(text):
        return None
    street = _STREET.search(text) if any(word in text for word in _STREETS) else None
    return street or next(iter(_towns_with_postal_code(text)), None)


@remembered
def _towns_with_postal_code(text: str) -> tuple[re.Match[str], ...]:
    """Towns with their postal code."""
    return tuple(_postal_in(text)) if has_figure(text) else ()


def _postal_in(text: str) -> Iterator[re.Match[str]]:
    for match in _POSTAL.finditer(text):
        before = text[max(0, match.start() - 20) : match.start()]
        made_up = made_up_address_in(text[max(0, match.start() - 1) : match.end()])
        if not _NO_TOWN.fullmatch(match[1] or "") and not _DIALLED.search(before) and not made_up:
            yield match


@remembered
def places_in(text: str) -> tuple[Named, ...]:
    found = [
        Named(name=match[0], by="listed")
        for match in phrases("reading.places").finditer(text)
        if match[0][:1].isupper() or " " in match[0]
    ]
    found += [
        Named(name=match[1] or match[0], by="address" if match[1] else "code")
        for match in _towns_with_postal_code(text)
    ]
    found += [
        Named(name=f"{town}, {match[2]}", by="state")
        if (town := _BUSY.sub("", match[1] or ""))
        else Named(name=match[2], by="capital")
        for match in _STATE.finditer(text)
    ]
    found += [
        Named(name=match[1], by="capital") for match in _IN.finditer(text) if not _is_of_a_name(text, match)
    ]
    return tuple(found)


def _is_of_a_name(text: str, match: re.Match[str]) -> bool:
    """The match is part of a title in which every word has a capital (“Scripted in Al Qaeda Ink”), or an abbreviation."""
    before = text[max(0, match.start() - LONGEST_WORD) : match.start()].split()
    goes_on = _CAPITAL_NEXT.match(text, match.end()) is not None
    return (goes_on and bool(before) and before[-1][:1].isupper()) or (
        match[1].isupper() and len(match[1]) <= SHORTHAND
    )


LONGEST_WORD, SHORTHAND = 30, 4
_CAPITAL_NEXT = re.compile(r" [A-ZÅÄÖ]")
