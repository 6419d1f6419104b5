"""For whom the page is, and where: groups of people that it names, and whether its trade is local."""

from __future__ import annotations

import re

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observe.head import structured_values, title_of
from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.aimed import aimed_at, sentence_for_you_who
from coldread.scanner.reading.offer import people_in
from coldread.scanner.reading.places import address_in
from coldread.scanner.reading.places import places as named_places
from coldread.scanner.reading.quotes import own_words, quote, quote_from, read_blocks
from coldread.scanner.reading.record import Fact, Quote

MOST = 6
#: blocks of the first screen that are read, and fewer if its end is unknown
MOST_FIRST, FIRST_LINES = 8, 3
#: "for freelancers", "för dig som hyr ut": the group must follow immediately
_FOR = re.compile(
    r"\b(?:for|för|till|åt)\s+((?:[\w’'-]+\s+){0,3}[\w’'-]+)",
    re.IGNORECASE,
)
_FOR_YOU_WHO = re.compile(
    r"\b(?:for (?:you|those|people|anyone) who|för (?:dig|er|alla|den) som|are you an?|är du)\b",
    re.IGNORECASE,
)


def audience(page: Page) -> tuple[Fact, ...]:
    """The groups that the page names, those of the first screen first. "You" alone names nobody."""
    found: dict[str, Fact] = {}
    for text, at in _first_lines(page):
        for word in people_in(text):
            found.setdefault(word.lower(), _group(word, text, at))
    for block in own_words(page):
        if block.region == "footer" or page.is_quotation(block.element):
            continue
        match = _FOR_YOU_WHO.search(block.text)
        if match:
            people = sentence_for_you_who(block.text)
            found.setdefault(
                match[0].lower(),
                Fact(
                    value=people or block.text[match.start() : match.start() + 80],
                    evidence=(quote_from(page, block, match.start()),),
                    sure=bool(people),
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
    """The group in the line's own words if the line is meant for it, else the word alone, marked unsure."""
    people = aimed_at(text)
    if people and word.lower() in people.lower():
        return Fact(value=people, evidence=(at,))
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
    """The headline and the text around it on the first screen, without forms, menu and buttons."""
    blocks = [
        block
        for block in read_blocks(page)
        if block.region == "main" and block.element.closest("form", "nav", "button", "a") is None
    ]
    if page.headline is None and not page.rendered:
        return blocks[:FIRST_LINES]  # the end of the first part is unknown
    return [block for block in blocks if page.in_hero(block.element)][:MOST_FIRST]


def is_local(page: Page) -> bool:
    """A local trade: title, headline or structured data name it, and the page has an address or phone number."""
    first = " ".join([page.title, *(block.text for block in first_blocks(page)[:3])])
    trade = phrases("reading.local_trades").search(first)
    address = any(address_in(block.text) for block in read_blocks(page))
    kinds = {str(kind) for kind in structured_values(page.dom, "@type")}
    listed = bool(kinds & _LOCAL_TYPES)
    return (bool(trade) and (address or listed or _has_phone(page))) or (listed and address)


#: products that are used anywhere
_ANYWHERE = re.compile(
    r"\b(?:apps?|software|platform|saas|system\w*|plugin|tools?|verktyg\w*|program\w*|plattform\w*|mjukvara\w*|ai|online|digital\w*|template|mall|newsletter|nyhetsbrev\w*|course|kurs\w*|franchise|marketing|webbyrå|webshop|webbutik|e-handel)\b",
    re.IGNORECASE,
)
#: "for dentists": the trade is the customer, not the seller
_CUSTOMER = re.compile(r"\b(?:for|för|till|åt|helps?|hjälper)\s+(?:[\w’'-]+\s+){0,3}[\w’'-]*$", re.IGNORECASE)


def _first_words(page: Page) -> str:
    return " · ".join([page.title, *(block.text for block in first_blocks(page)[:4])])[:1500]


#: towns that end as a church does
_TOWNS = re.compile(r"\b(?:Botkyrka|Nykyrka)s?\b", re.IGNORECASE)


def sells_nothing(page: Page) -> bool:
    """The title or first lines name a congregation or housing association, and the goal is neither booking nor buying."""
    other = page.brief.goal == PrimaryGoal.OTHER
    first = _TOWNS.sub(" ", _first_words(page))
    return other and phrases("reading.congregations").search(first) is not None


def names_local_trade(page: Page) -> bool:
    """The title or first lines name a local trade as the page's own."""
    first = _first_words(page)
    if page.brief.goal in (PrimaryGoal.DEMO, PrimaryGoal.NEWSLETTER) or _ANYWHERE.search(first):
        return False
    return any(
        not _CUSTOMER.search(first[: match.start()])
        for match in phrases("reading.local_trades").finditer(first)
    )


#: types of structured data for a business with an address
_LOCAL_TYPES = frozenset(
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
    """Places that the page names, those of first screen and title first."""
    return named_places(page, _first_lines(page))
