"""For whom the page is, and where: groups of people it names, and places for trades that are bought near by."""

from __future__ import annotations

import re

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observe.head import structured_values, title_of
from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import lexicon, phrases
from coldread.scanner.reading.aimed import aimed_at, you_who
from coldread.scanner.reading.offer import people_in
from coldread.scanner.reading.places import address_in
from coldread.scanner.reading.places import places as named_places
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


def audience(page: Page) -> tuple[Fact, ...]:
    """Who is named, the first screen before the rest; "you" alone names nobody."""
    found: dict[str, Fact] = {}
    for text, at in _first_lines(page):
        for word in people_in(text):
            found.setdefault(word.lower(), _group(word, text, at))
    for block in own_words(page):
        if block.region == "footer" or page.is_quotation(block.element):
            continue
        match = _FOR_YOU_WHO.search(block.text)
        if match:
            told = you_who(block.text)
            found.setdefault(
                match[0].lower(),
                Fact(
                    value=told or block.text[match.start() : match.start() + 80],
                    evidence=(quote_from(page, block, match.start()),),
                    sure=bool(told),
                ),
            )
        for named in _FOR.finditer(block.text):
            for word in people_in(named[1])[:1]:
                found.setdefault(
                    word.lower(), _group(word, block.text, quote_from(page, block, named.start()))
                )
        if len(found) >= MOST:
            break
    return tuple(found.values())[:MOST]


def _group(word: str, text: str, at: Quote) -> Fact:
    """Told in the line's own words where it is aimed at these people; else a word that stands there, and unsure."""
    told = aimed_at(text)
    if told and word.lower() in told.lower():
        return Fact(value=told, evidence=(at,))
    return Fact(value=word, evidence=(at,), sure=False)


def _first_lines(page: Page) -> list[tuple[str, Quote]]:
    own = [block for block in first_blocks(page) if not page.is_quotation(block.element)]
    lines = [(block.text, quote(page, block.element, block.text)) for block in own]
    titled = title_of(page.dom)
    if titled is not None and page.title:
        lines.append((page.title, quote(page, titled, page.title)))
    return lines


@once_per_page
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


def is_local(page: Page) -> bool:
    """Bought near by: the trade says so in title, headline or structured data, and the page shows an address."""
    first = " ".join([page.title, *(block.text for block in first_blocks(page)[:3])])
    trade = phrases("reading.local_trades").search(first)
    address = any(address_in(block.text) for block in read_blocks(page))
    kinds = {str(kind) for kind in structured_values(page.dom, "@type")}
    listed = bool(kinds & _LOCAL_TYPES)
    return (bool(trade) and (address or listed or _has_phone(page))) or (listed and address)


#: what is used anywhere, whoever it is for
_ANYWHERE = re.compile(
    r"\b(?:apps?|software|platform|saas|system\w*|plugin|tools?|verktyg\w*|program\w*|plattform\w*|mjukvara\w*|ai|online|digital\w*|template|mall|newsletter|nyhetsbrev\w*|course|kurs\w*|franchise|marketing|webbyrå|webshop|webbutik|e-handel)\b",
    re.IGNORECASE,
)
#: "for dentists": the trade is the customer, not the seller
_CUSTOMER = re.compile(r"\b(?:for|för|till|åt|helps?|hjälper)\s+(?:[\w’'-]+\s+){0,3}[\w’'-]*$", re.IGNORECASE)


def _first_words(page: Page) -> str:
    return " · ".join([page.title, *(block.text for block in first_blocks(page)[:4])])[:1500]


def sells_nothing(page: Page) -> bool:
    """Its title or first lines name a congregation or a house that is owned in common, and nobody is asked to buy or book: whoever comes pays nothing."""
    other = page.brief.goal == PrimaryGoal.OTHER
    return other and phrases("reading.congregations").search(_first_words(page)) is not None


def names_local_trade(page: Page) -> bool:
    """Its title or first lines name a trade that is bought near by, as what it is itself."""
    first = _first_words(page)
    if page.brief.goal in (PrimaryGoal.DEMO, PrimaryGoal.NEWSLETTER) or _ANYWHERE.search(first):
        return False
    return any(
        not _CUSTOMER.search(first[: match.start()])
        for match in phrases("reading.local_trades").finditer(first)
    )


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


def _has_phone(page: Page) -> bool:
    return any(link.attr("href").lower().startswith("tel:") for link in page.dom.shown("a"))


def places(page: Page) -> tuple[Fact, ...]:
    """Places that are named, the first screen and the title before the rest."""
    return named_places(page, _first_lines(page))
