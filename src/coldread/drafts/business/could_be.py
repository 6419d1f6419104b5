"""What could be a fact though the narrow finder did not know it: a page is told that something is missing only where nothing could be it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.page import Page
from coldread.scanner.reading.prices import AMOUNT

_TIME = r"\d{1,3}\s?(?:[-–]\s?\d{1,3}\s?)?[- ]?(?:min|minut|minute|timm|hour|hr|dag|day|dygn|week|veck|month|månad)\w{0,8}|seconds|sekunder"
_MONEY = AMOUNT.pattern
#: fact → words in either language that may answer it, wherever they stand
_COULD_BE: Mapping[str, re.Pattern[str]] = {
    name: re.compile(pattern, re.IGNORECASE)
    for name, pattern in {
        "hours": r"öppet|öppettid|vardagar|helger|\bopen\b|hours|dygnet|24/7|\b(?:mån|tis|ons|tors|fre|lör|sön)(?:dag\w{0,4})?\b|\b(?:mon|tue|wed|thu|fri|sat|sun)(?:day\w{0,2})?\b",
        "address": r"\b\d{3} ?\d{2} [A-ZÅÄÖ]|(?:gatan|vägen|torget|gränd)\b|\b(?:street|road|avenue|suite)\b|adress\b|address\b",
        "area": r"\bi (?:hela )?[A-ZÅÄÖ][a-zåäö]+|\b(?:serving|based in|located|ort|kommun|omnejd|county|area)\b",
        "phone": r"\+?\d[\d\s()/.-]{6,}\d|\b(?:ring|call us|telefon|phone)\b",
        "contact": r"@|\+?\d[\d\s()/.-]{6,}\d|kontakt|contact|hör av|get in touch|mejl|e-?mail",
        "price": rf"{_MONEY}|/ ?(?:month|mo|mån\w{0,5}|year|år)\b|\bper (?:month|year|månad|år)\b|\b(?:pricing|prices?|priser|pris|prislista|fixed quote|fast pris|kostnadsfri\w{0,2}|gratis|free of charge)\b",
        "fee": rf"{_MONEY}|avgift|\bfees?\b|kostnad",
        "menu": r"\bmeny|\bmenu\b|lunch|dagens",
        "how": r"how (?:it|we|does)|works?\b[^.!?]{0,40}\?|\bprocess\b|så (?:fungerar|funkar|går|gör|här)|hur (?:det|går|fungerar|funkar)|\b(?:steg|step) ?\d|in (?:a few|three|3|four|4) (?:words|clicks|steps|minutes)|(?:tre|fyra|några) (?:enkla )?steg",
        "who": r"\b(?:founder|grundare|grundad\w{0,3}|founded|owner|ägare|\bvd\b|ceo|director|familjeföretag|family[- ]owned|veteran[- ]owned|our team|vårt team|teamet|since (?:19|20)\d\d|sedan (?:19|20)\d\d|vi är (?:en|ett)|we are an?|we're an?)\b",
        "next": rf"(?:inom|within|in|på|under) (?:{_TIME})|svar|återk|reply|respon|get back|be in touch|hör av oss|same day|samma dag|then we|sedan (?:ringer|kommer)|opens? google calendar",
        "length": _TIME,
        "cancel": r"cancel|avsluta|säg\w{0,4} upp|uppsägning|bindning|refund|trial|prova|guarantee|garanti|no obligation|utan förpliktelse|villkor|\bterms\b",
        "returns": r"retur|return|ångra|öppet köp|refund|pengarna tillbaka",
        "delivery": r"lever|frakt|shipp|deliver|hämta|pick ?up|skicka hem",
        "new": r"nya (?:patienter|kunder|klienter)|new (?:patients|clients)",
        "give": r"swish|bankgiro|plusgiro|skänk|donat|gåva|\bge\b|\bgive\b",
        "use": rf"{_MONEY}|går till|goes to|räcker|helps? ",
        "queue": r"\bkö|queue|wait|vänte",
        "opens": r"\bsoon\b|snart|launch|lanser|öppnar|coming|beta|20\d\d",
        "often": r"weekly|monthly|daily|every|once a|varje|varannan|veckans|månads|nyhetsbrev(?:et)? kommer",
        "leave": r"unsubscrib|opt[ -]?out|avregistrera|avsluta|no spam|ingen spam|skräppost",
        "data": r"privacy|gdpr|integritet|encrypt|krypter|säker|secure|personuppgift",
        "cases": r"\bcases?\b|case stud|kunder?\b|client|customer|project|projekt|portfolio|testimonial|review|omdöme|recension|referens|proof|trusted|samarbet|→",
        "dates": r"\b(?:jan|feb|mar|apr|maj|may|jun|jul|aug|sep|okt|oct|nov|dec)\w{0,8}\b|20\d\d|datum|\bdates?\b",
        "docs": r"docs|documentation|guide|dokumentation|readme",
        "help": r"help|hjälp|support|discord|slack|forum|community|issues",
    }.items()
}  # fmt: skip
#: facts that numbered parts of a page answer
_BY_NUMBERS = frozenset({"how", "next"})
_NUMBERED = re.compile(r"^\W*0?([1-4])(?:[.):]|\b)")


def could_be(page: Page, name: str) -> bool:
    """Whether any words of the page may be it. Too wide to quote: they may also be something else."""
    pattern = _COULD_BE.get(name)
    if pattern is None:
        return False
    found = any(pattern.search(text) and not placeholder_in(text) for text in _texts(page))
    return found or (name in _BY_NUMBERS and _is_numbered(page)) or (name == "who" and _is_signed(page))


def _texts(page: Page) -> Iterator[str]:
    """All that is written: text, links, buttons, fields, and what the page says of itself."""
    yield from (block.text[:2_000] for block in page.blocks)
    for element in page.dom.shown("a", "button", "input", "textarea", "label"):
        yield from filter(None, (element.text[:200], element.attr("placeholder"), element.attr("aria-label")))
    yield meta_content(page.dom, "description")


def _is_numbered(page: Page) -> bool:
    """“1 … 2 … 3”: steps, whatever they are called."""
    return {"1", "2", "3"} <= {match[1] for block in page.blocks if (match := _NUMBERED.match(block.text))}


#: a first name and a surname, and nothing else
_PERSON = re.compile(r"[A-ZÅÄÖÉ][a-zåäöé-]+(?: [A-ZÅÄÖÉ][a-zåäöé-]+){1,2}")
#: lines at the end of a page that has no footer by name
_FOOT = 8


def _is_signed(page: Page) -> bool:
    """A line at the foot of the page that looks like somebody's name."""
    last = page.blocks[-_FOOT:]
    lines = (block for block in page.blocks if block.region == "footer" or block in last)
    return any(_PERSON.fullmatch(one.text.strip()) and one.element.closest("a") is None for one in lines)
