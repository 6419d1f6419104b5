"""Two things that a page says of one: figures, times, hours, fees, sums and years that cannot both be true.

Each is quoted with its place. What may differ for a reason (a plan's limit, a customer's own figure, another day) is left out:
a contradiction that is none costs more than one that nobody notices.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Literal

from coldread.scanner.page.figures import from_figures
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.once import once_a_page
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import has_figure, stem, words
from coldread.scanner.reading.prices import prices
from coldread.scanner.reading.quotes import own_words

Kind = Literal["lengths", "times", "counts", "fees", "hours", "founded"]


@dataclass(frozen=True, kw_only=True)
class Said:
    """What stands there, and where."""

    element: Element
    text: str


@dataclass(frozen=True, kw_only=True)
class Disagreement:
    """Two sayings of one thing."""

    kind: Kind
    one: Said
    other: Said


@once_a_page
def disagreements(page: Page) -> tuple[Disagreement, ...]:
    """The costliest first, at most one of a kind."""
    rules = (_fees, _lengths, _deliveries, _counts, _totals, _hours, _founded)
    firsts = (next(rule(page), None) for rule in rules)
    return tuple(one for one in firsts if one is not None)


@dataclass(frozen=True, kw_only=True)
class _Line:
    """A text as it is read; a figure set large is read with the label beside it."""

    element: Element
    text: str
    #: a figure with its label: a sum of everything
    is_tally: bool = False


_FIGURE_ALONE = re.compile(r"[~<>]?\d{1,3}(?:[ ,.]?\d{3}){0,2}(?:\s?[–-]\s?\d{1,3})?\s?\+?")
#: characters of a line that are looked at; words of a label below a figure
MOST_CHARS, LONGEST_LABEL = 600, 5


@once_a_page
def _lines(page: Page) -> list[_Line]:
    """Each text of the page's own; customers' words are left out."""
    blocks = [
        (block, " ".join(block.text[:MOST_CHARS].split()))
        for block in own_words(page)
        if not page.is_quotation(block.element)
    ]
    tallies = [
        _Line(element=one.element, text=f"{figure} {label}", is_tally=True)
        for (one, figure), (_, label) in pairwise(blocks)
        if _FIGURE_ALONE.fullmatch(figure) and 0 < len(words(label)) <= LONGEST_LABEL
    ]
    return [*(_Line(element=block.element, text=text) for block, text in blocks), *tallies]


@once_a_page
def _figured(page: Page) -> list[_Line]:
    """Those with a figure."""
    return [line for line in _lines(page) if has_figure(line.text)]


def _said(line: _Line, text: str) -> Said:
    return Said(element=line.element, text=text)


#: “15-minute call”, “a call of 30 minutes”, “samtal på 20 minuter”
_CALL = re.compile(
    r"(?P<a>\d{1,3})[\s-]*min\w*\s+(?:\w+\s){0,2}(?:call|meeting|demo|samtal|möte)\b|\b(?:call|meeting|samtal|möte)\w*\s(?:of|på|i)\s(?P<b>\d{1,3})\s*min",
    re.IGNORECASE,
)
_SPEND = re.compile(
    r"\b(?:spend|sit with you for|takes?|tar)\s~?(?P<a>\d{1,3})\s*min\w*[^.!?]{0,30}", re.IGNORECASE
)


def _lengths(page: Page) -> Iterator[Disagreement]:
    """Two lengths of the first call."""
    said: dict[str, Said] = {}
    calls = 0
    for line in _figured(page):
        for pattern in (_CALL, _SPEND):
            for match in pattern.finditer(line.text):
                found = match.groupdict()
                said.setdefault(found.get("a") or found.get("b") or "", _said(line, match[0]))
                calls += pattern is _CALL
    if len(said) == 2 and calls:
        one, other = said.values()
        yield Disagreement(kind="lengths", one=one, other=other)


#: days until it works, is delivered or is live: “3-4 Days to Deploy”, “in under 3 weeks”
_UNITS = {
    "hour": 1 / 24,
    "timm": 1 / 24,
    "day": 1,
    "dag": 1,
    "dygn": 1,
    "week": 7,
    "veck": 7,
    "month": 30,
    "månad": 30,
}
_SPAN = re.compile(
    r"(?P<n>\d{1,3})(?:\s?[–-]\s?(?P<m>\d{1,3}))?\s?(?P<unit>hours?|timm\w*|days?|dag(?:ar)?|dygn|weeks?|veck\w*|months?|månad\w*)\b",
    re.IGNORECASE,
)
_DONE = re.compile(r"\b(?:deploy\w*|go(?:es)? live|live in|working system|up and running|implement\w*|delivered?|automated|leverans\w*|levereras|klart|driftsätt\w*|igång)\b", re.IGNORECASE)  # fmt: skip
#: another time of the same page: until somebody answers, or how early to ask
_OTHER_TIME = re.compile(
    r"\b(?:respon\w*|repl(?:y|ies)|answers?|advance|book(?:ing)?|ahead|notice|svar\w*|återkomm\w*|hör av|boka\w*|förväg|framförhållning)\b",
    re.IGNORECASE,
)
APART = 3
MOST_WHOLE = 8


def _deliveries(page: Page) -> Iterator[Disagreement]:
    """Two times until it works, far apart."""
    found: list[tuple[float, Said]] = []
    for line in _figured(page):
        if not _DONE.search(line.text):
            continue
        for match in from_figures(_SPAN, line.text):
            if _OTHER_TIME.search(_sentence(line.text, match.start())):
                continue
            unit = next(days for name, days in _UNITS.items() if match["unit"].lower().startswith(name))
            days = int(match["m"] or match["n"]) * unit
            found.append((days, _said(line, _clipped(line.text, match.start(), match.end()))))
    if not found:
        return
    least, most = min(found, key=lambda row: row[0]), max(found, key=lambda row: row[0])
    if most[0] >= APART * least[0] and most[1].text != least[1].text:
        yield Disagreement(kind="times", one=least[1], other=most[1])


def _sentence(text: str, at: int) -> str:
    """The one around a place of a text."""
    begin = max(text.rfind(end, 0, at) for end in (". ", "! ", "? "))
    return re.split(r"(?<=[.!?])\s", text[begin + 1 :].lstrip())[0]


def _clipped(text: str, start: int, end: int) -> str:
    """The whole of a short line; of a longer one the figure with the two words before it."""
    if len(words(text)) <= MOST_WHOLE:
        return text
    return " ".join([*text[:start].split()[-2:], text[start:end]])


_MANY = {"thousands": 2_000, "tusentals": 2_000, "hundreds": 200, "hundratals": 200, "millions": 2_000_000}
_WHO = r"(?:companies|businesses|customers|clients|users|teams|kunder|företag|användare|organisations|organizations)"
_COUNT = re.compile(
    rf"(?<![\d.,$€£])(?P<n>\d{{1,3}}(?:[ ,.]?\d{{3}}){{0,3}})\+?\s(?:\w{{1,20}}\s)?{_WHO}\b", re.IGNORECASE
)
_WORD_COUNT = re.compile(
    rf"\b(?P<n>thousands|hundreds|millions|tusentals|hundratals)\s(?:of\s)?(?:\w{{1,20}}\s)?{_WHO}\b",
    re.IGNORECASE,
)


def _counts(page: Page) -> Iterator[Disagreement]:
    """“500+ companies” beside “thousands of businesses”."""
    exact = [(line, match) for line in _figured(page) for match in from_figures(_COUNT, line.text)]
    loose = (
        [(line, match) for line in _lines(page) for match in _WORD_COUNT.finditer(line.text)] if exact else []
    )
    for at, one in exact:
        for place, other in loose:
            if _number(one["n"]) * 2 <= _MANY[other["n"].lower()]:
                yield Disagreement(kind="counts", one=_said(at, one[0]), other=_said(place, other[0]))
                return


#: “26 000+ slutpriser”, “over 300 members”, “all three airports”: a sum of everything, and what is summed
_TOTAL = re.compile(
    r"(?<![\d.,$€£#])(?P<more>\b(?:over|more than|över|mer än|fler än)\s)?(?P<n>\d{1,3}(?:[ ,.\u00a0\u202f]\d{3}){1,2}|\d{1,6})\s?(?P<plus>\+)?\s(?P<of>[^\W\d_]{2,25}(?:[ -][^\W\d_]{2,25}){0,2})"
)
#: without one of these it begins with its figure
_MORE = ("over", "more", "över", "mer", "fler")
_ALL = re.compile(
    r"\b(?:all|alla)\s(?P<n>two|three|four|five|six|seven|eight|nine|två|tre|fyra|fem|sex|sju|åtta|nio)\s(?P<of>[^\W\d_]{2,25}(?: [^\W\d_]{2,25}){0,3})",
    re.IGNORECASE,
)
_NUMBERS = {
    name: value
    for value, names in enumerate(
        ("two två", "three tre", "four fyra", "five fem", "six sex", "seven sju", "eight åtta", "nine nio"),
        start=2,
    )
    for name in names.split()
}
#: times and measures: another span is another thing
_MEASURED = re.compile(
    r"(?:year|month|week|day|hour|minute|second|night|time|percent|point|step|page|word|letter|km|mile|meter|metre|kilo|gram|år|års|månad|veck|dag|timm|minut|sekund|natt|nätter|gång|procent|poäng|steg|sid|ord|bokstäv|mil|kr|kron|kvm|kvadrat|liter|person|people|min|tkr|pers|million|thousand|billion|miljon|tusen)\w*$",
    re.IGNORECASE,
)
#: “generated”, “nöjda”: what is said of the thing, and not the thing
_SAID_OF = re.compile(
    r"\w{0,25}(?:ed|ing|ade|ande|ende|iga|nöjda|happy|satisfied|more|fler|other|andra)$", re.IGNORECASE
)
#: said of all of them
_PLEASED = re.compile(
    r"nöjda|glada|happy|satisfied|loyal|active|aktiva|betalande|paying|trogna|verif\w+|gener\w+",
    re.IGNORECASE,
)
#: letters of a word that names a thing
SHORTEST_THING = 4
#: large sums are rare: “26 000+ verified sales” and “80 000+ verified prices” are told of one thing
LARGE, LONG_WORD = 1_000, 6
#: one may be rounded down from the other
ROUNDED = 1.25


def _totals(page: Page) -> Iterator[Disagreement]:
    """Two sums of one thing: “26 000+ slutpriser” and “80 000+ slutpriser”."""
    said: dict[tuple[str, ...], list[tuple[int, Said]]] = {}
    for line in _lines(page):
        if not has_figure(line.text) and "all" not in line.text.lower():
            continue
        low = line.text.lower()
        more = any(word in low for word in _MORE)
        for match in _TOTAL.finditer(line.text) if more else from_figures(_TOTAL, line.text):
            if match["plus"] or match["more"] or (line.is_tally and _is_sum(match["n"])):
                _add(said, line, match, _number(match["n"]), 2)
        for match in _ALL.finditer(line.text):
            _add(said, line, match, _NUMBERS[match["n"].lower()], 4)
    for places in said.values():
        figures = sorted({number for number, _ in places})
        if len(figures) == 2 and figures[1] >= ROUNDED * figures[0]:
            one, other = (next(at for number, at in places if number == figure) for figure in figures)
            yield Disagreement(kind="counts", one=one, other=other)


def _add(
    said: dict[tuple[str, ...], list[tuple[int, Said]]],
    line: _Line,
    match: re.Match[str],
    number: int,
    reach: int,
) -> None:
    """“1 300+ treated customers” are counted apart from “600+ customers”, and “happy customers” are not."""
    named = match["of"].lower().split()[:reach]
    for at, word in enumerate(named):
        large = number >= LARGE and len(word) >= LONG_WORD
        if len(word) >= SHORTEST_THING and not _MEASURED.match(word) and (large or not _SAID_OF.match(word)):
            which = [stem(one) for one in named[:at] if _SAID_OF.match(one) and not _PLEASED.match(one)]
            said.setdefault((stem(word), *which), []).append((number, _said(line, match[0].strip())))


def _is_sum(figure: str) -> bool:
    """No step of a list (“01”), no year."""
    return len(figure) > 1 and not figure.startswith("0") and not re.fullmatch(r"(?:19|20)\d\d", figure)


def _number(text: str) -> int:
    return int(re.sub(r"\D", "", text))


#: “no monthly fees”, “utan månadsavgift”
_NO_FEE = re.compile(
    r"\b(?:no|without|zero|never any|inga|ingen|utan|slipp)\s(?:hidden |extra |more |fler |fasta |dolda )?(?:monthly (?:fees?|costs?|charges?|payments?)|subscription fees?|månadsavgift\w*|månadskostnad\w*|abonnemangsavgift\w*)",
    re.IGNORECASE,
)
_MONTHLY = re.compile(
    r"/\s?(?:mo|month|mån|månad)\b|per (?:month|månad)|i månaden|a month|kr/mån", re.IGNORECASE
)
#: somebody else's price, or one that used to be asked
_OTHERS = re.compile(
    r"\b(?:they|others?|competitors?|instead of|versus|vs|compared|saves?|saving|andra|konkurrent\w*|istället|i stället|jämfört|sparar?|tar)\b",
    re.IGNORECASE,
)


def _fees(page: Page) -> Iterator[Disagreement]:
    """No monthly fee, and a price per month."""
    denied = next(
        (_said(line, match[0]) for line in _lines(page) if (match := _NO_FEE.search(line.text))), None
    )
    if denied is None:
        return
    asked = [
        (price, element)
        for price in prices(page)
        if _MONTHLY.search(f" {price.unit}")
        and not _OTHERS.search(price.evidence[0].snippet)
        and (element := page.dom.by_selector.get(price.evidence[0].selector)) is not None
    ]
    if len({price.amount for price in prices(page)}) > 1:
        return  # several plans: one may have the fee that another has not
    if asked:  # the least of them is a fee, a larger one may be what somebody sells for
        price, element = min(asked, key=lambda row: _number(row[0].amount or "0"))
        told = Said(element=element, text=f"{price.amount} {price.unit}".strip())
        yield Disagreement(kind="fees", one=denied, other=told)


_DAY = r"(?:mån|tis|ons|tors?|fre|lör|sön|mon|tues?|wed|thurs?|thu|fri|sat|sun)[a-zåäö]{0,6}"
_CLOCK = r"\d{1,2}(?:[.:]\d\d)?\s?(?:am|pm)?"
_OPEN = re.compile(
    rf"\b(?P<days>{_DAY}(?:\s?[–—-]\s?{_DAY})?)\.?\s?:?\s?(?:kl\.?\s)?(?P<times>{_CLOCK}\s?(?:[–—-]|to|till)\s?{_CLOCK})(?!\d)",
    re.IGNORECASE,
)
#: how far up two lines of one list meet
SAME_LIST = 3


def _hours(page: Page) -> Iterator[Disagreement]:
    """One day with two opening hours, in two places: a list of kitchen and bar is one place."""
    said: dict[str, dict[str, Said]] = {}
    for line in _figured(page):
        for match in _OPEN.finditer(line.text):
            days = "–".join(part[:3].lower() for part in re.split(r"\s?[–—-]\s?", match["days"]))
            times = re.sub(r"[.:]00|\s|\b0(?=\d)", "", re.sub(r"—|–|to|till", "-", match["times"].lower()))
            said.setdefault(days, {}).setdefault(times, _said(line, match[0]))
    for places in said.values():
        if len(places) == 2:
            one, other = places.values()
            if not _is_one_list(one.element, other.element):
                yield Disagreement(kind="hours", one=one, other=other)


def _is_one_list(one: Element, other: Element) -> bool:
    around = [
        above for above in islice(one.ancestors(), SAME_LIST) if above.tag not in ("body", "main", "html")
    ]
    return one is other or any(above.contains(other) for above in around)


_FOUNDED = re.compile(
    r"\b(?:founded|established|est\.?|grundad\w*|grundat|grundades|etablerad\w*|etablerades)\s(?:in\s|år\s|since\s|redan\s)?(?P<year>(?:18|19|20)\d\d)\b",
    re.IGNORECASE,
)


def _founded(page: Page) -> Iterator[Disagreement]:
    """Two years in which it all began."""
    said: dict[str, Said] = {}
    for line in _figured(page):
        for match in _FOUNDED.finditer(line.text):
            said.setdefault(match["year"], _said(line, match[0]))
    if len(said) == 2:
        one, other = said.values()
        yield Disagreement(kind="founded", one=one, other=other)
