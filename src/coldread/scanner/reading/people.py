"""For whom the page is, and where: groups of people it names, and places for trades that are bought near by."""

from __future__ import annotations

import re

from coldread.scanner.page.observe.head import structured_values, title_of
from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import has_figure, lexicon, phrases, remembered
from coldread.scanner.reading.offer import people_in
from coldread.scanner.reading.quotes import own_words, quote, quote_from, read_blocks
from coldread.scanner.reading.record import Fact, Quote

MOST = 6
#: blocks of the first screen that are read; and those that stand for it where nothing tells where it ends
MOST_FIRST, FIRST_LINES = 8, 3
#: "for freelancers", "för dig som hyr ut": the group must follow at once
_FOR = re.compile(
    r"\b(?:for|för|till|åt)\s+((?:[\w’'-]+\s+){0,3}[\w’'-]+)",
    re.IGNORECASE,
)
_FOR_YOU_WHO = re.compile(
    r"\b(?:for (?:you|those|people|anyone) who|för (?:dig|er|alla|den) som|are you an?|är du)\b",
    re.IGNORECASE,
)
#: "411 38 Göteborg", "Leeds LS1 4AP", "Austin, TX 78701"
_POSTAL = re.compile(
    r"\b\d{3} ?\d{2} +([A-ZÅÄÖ][a-zåäöé]+)|\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\b[A-Z][a-z]+,? [A-Z]{2} \d{5}\b"
)
#: "in York", "i Borås": a capital inside a sentence
_IN = re.compile(r"(?<=[a-zåäö,] )(?:in|near|around|across|i|kring|runt|nära)\s+([A-ZÅÄÖ][\w’-]+)")
_STREET = re.compile(
    r"\b\d{1,4} [A-Z][a-z]+ (?:Street|St|Road|Rd|Avenue|Ave|Lane|Square)\b|\b[A-ZÅÄÖ][a-zåäö]+(?:gatan|vägen|torget|gränd|allén) \d+"
)


def audience(page: Page) -> tuple[Fact, ...]:
    """Who is named, the first screen before the rest; "you" alone names nobody."""
    found: dict[str, Fact] = {}
    for text, at in _first_lines(page):
        for word in people_in(text):
            found.setdefault(word.lower(), Fact(value=word, evidence=(at,)))
    for block in own_words(page):
        if block.region == "footer" or page.is_quotation(block.element):
            continue
        match = _FOR_YOU_WHO.search(block.text)
        if match:
            told = block.text[match.start() : match.start() + 80]
            found.setdefault(
                match[0].lower(),
                Fact(value=told, evidence=(quote_from(page, block, match.start()),), sure=False),
            )
        for named in _FOR.finditer(block.text):
            for word in people_in(named[1])[:1]:
                found.setdefault(
                    word.lower(), Fact(value=word, evidence=(quote_from(page, block, named.start()),))
                )
        if len(found) >= MOST:
            break
    return tuple(found.values())[:MOST]


def _first_lines(page: Page) -> list[tuple[str, Quote]]:
    lines = [(block.text, quote(page, block.element, block.text)) for block in first_blocks(page)]
    titled = title_of(page.dom)
    if titled is not None and page.title:
        lines.append((page.title, quote(page, titled, page.title)))
    return lines


def first_blocks(page: Page) -> list[Block]:
    """Headline, what stands above and below it on the first screen; its small print and menu are not."""
    said = [
        block
        for block in read_blocks(page)
        if block.region == "main" and block.element.closest("form", "nav", "button", "a") is None
    ]
    if page.headline is None and not page.rendered:
        return said[:FIRST_LINES]  # nothing tells where the first part ends
    return [block for block in said if page.in_hero(block.element)][:MOST_FIRST]


@remembered
def address_in(text: str) -> re.Match[str] | None:
    """Where post would arrive; none is without a number."""
    return (_POSTAL.search(text) or _STREET.search(text)) if has_figure(text) else None


def is_local(page: Page) -> bool:
    """Bought near by: the trade says so in title, headline or structured data, and the page shows an address."""
    first = " ".join([page.title, *(block.text for block in first_blocks(page)[:3])])
    trade = phrases("reading.local_trades").search(first)
    address = any(address_in(block.text) for block in read_blocks(page))
    kinds = {str(kind) for kind in structured_values(page.dom, "@type")}
    listed = bool(kinds & _LOCAL_TYPES)
    return (bool(trade) and (address or listed or _has_phone(page))) or (listed and address)


#: types of structured data that stand at an address
_LOCAL_TYPES = frozenset(lexicon("web")["structured_data"]["types"]) & frozenset(
    [
        "LocalBusiness",
        "Store",
        "Restaurant",
        "FoodEstablishment",
        "Dentist",
        "MedicalClinic",
        "HairSalon",
        "BeautySalon",
        "DaySpa",
        "AutoRepair",
        "AutoWash",
        "Electrician",
        "Plumber",
        "GeneralContractor",
        "HousePainter",
        "RoofingContractor",
        "Locksmith",
        "ExerciseGym",
        "HealthClub",
        "CafeOrCoffeeShop",
        "Bakery",
        "BarOrPub",
    ]
)


#: "Supreme Car Wash, TX"
_STATE = re.compile(
    r",\s(A[LKZR]|C[AOT]|DE|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]|W[AVIY])\b"
)


def _has_phone(page: Page) -> bool:
    return any(link.attr("href").lower().startswith("tel:") for link in page.dom.shown("a"))


def places(page: Page) -> tuple[Fact, ...]:
    """Places that are named, the first screen and the title before the rest."""
    found: dict[str, Fact] = {}
    for text, at in _first_lines(page):
        for name in _places_in(text):
            found.setdefault(name.lower(), Fact(value=name, evidence=(at,)))
    for block in own_words(page):
        if page.is_quotation(block.element):
            continue
        for name in _places_in(block.text):
            found.setdefault(
                name.lower(), Fact(value=name, evidence=(quote(page, block.element, block.text),))
            )
        if len(found) >= MOST:
            break
    return tuple(found.values())[:MOST]


@remembered
def _places_in(text: str) -> tuple[str, ...]:
    listed = [
        match[0]
        for match in phrases("reading.places").finditer(text)
        if match[0][:1].isupper() or " " in match[0]
    ]
    after = [match[1] or match[0] for match in (*_POSTAL.finditer(text), *_STATE.finditer(text))]
    return tuple(dict.fromkeys([*listed, *after, *(match[1] for match in _IN.finditer(text))]))
