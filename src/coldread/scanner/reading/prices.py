"""Prices: amounts with their unit, what is free, and what lowers the buyer's risk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from coldread.scanner.page.figures import first_figure
from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.text import HEADINGS, Block
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import has_figure, may_hold, phrases, remembered
from coldread.scanner.reading.quotes import own_words, quote_from, shortened
from coldread.scanner.reading.record import Fact, Price

MOST = 12
#: every part is bounded, so that a page full of digits is not searched for minutes
NUMBER = r"(?:\d{1,3}(?:[ \u00a0\u202f.,]\d{3}){1,3}|\d{1,7})(?!\d)(?:[.,]\d{1,2})?"
#: signs and codes of currencies
_SIGNS = "$€£¥₹₺₽₩₪₫₴₦₱฿₡₲₵₸"
_CODES = "USD|EUR|GBP|SEK|NOK|DKK|CHF|PLN|CZK|HUF|AUD|CAD|NZD|INR|JPY|CNY|SGD|HKD|ZAR|BRL|MXN|PKR|NGN|KES|THB"
#: “Rs 500” is money, “RS8” is a car and “rs4880” a gene
AMOUNT = re.compile(
    rf"(?:[{_SIGNS}]\s?{NUMBER}|\b(?:{_CODES}|(?-i:Rs\.?|RS\.))\s?{NUMBER}|(?<![\d.,]){NUMBER}\s?(?:kr\b|kronor\b|:-|(?:{_CODES})\b|[€{_SIGNS[1:]}]|zł|euros?\b|dollars?\b|rupees?\b))",
    re.IGNORECASE,
)
#: words before sums that are no price: turnover, savings, funding, salaries
_NO_PRICE = re.compile(
    r"\b(?:saved|saving|save|raised|funding|revenue|turnover|worth|invoiced|processed|off|discount|million|billion|bn|omsättning|sparat|sparar|spara|värde|miljoner|miljarder|mkr|rabatt|insamlat|earn|earned|payment|balance|saldo|tjäna|marknadsvärde|annonspris|marketplace value)\b|\d\s?[kKmM]\b",
    re.IGNORECASE,
)
#: words after a sum that somebody has saved, earned or collected
_GAINED = re.compile(
    r"[^.!?]{0,30}\b(?:savings?|saved|in (?:revenue|sales|donations)|besparing\w*|sparat|insamla\w*|raised|collected)\b",
    re.IGNORECASE,
)
#: "$25–37B", "40 miljoner": endings that make it a market size, a discount or a count
GOES_ON = re.compile(
    rf"(?:\s?[–-]\s?[{_SIGNS}]?\d{{1,7}}(?:[.,]\d{{1,2}})?)?\s?(?:[kKmMbB]\b|(?:[bB]|m)n\b|\+(?!\s?(?:VAT|vat|moms|GST|gst|tax|postage|p&p|frakt))|million|billion|trillion|miljon|miljard|off|rabatt)"
)
_AROUND = 60
#: words that make every sum of their sentence something else than a price
_NEVER_A_PRICE = re.compile(
    r"\b(?:självrisk\w*|försäkringsbelopp\w*|ansvarsförsäkr\w*|insaml\w*|samla(?:r|t|de)? (?:in|ihop)|skänk(?:er|a|t|te)|sponsor\w*|sponsra\w*|prispott\w*|prissumm\w*|stipendi\w*|böter|vite|viten|omsatte|omsätter"
    r"|deductible|liability|indemnity|insured (?:for|up to)|fundrais\w*|(?:to raise|raising|have raised|has raised|raised (?:over|more than|by))|sponsor\w*|prize (?:money|fund|pot)|in prizes|scholarships?|turnover)\b",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.!?](?=\s)")
#: characters on either side in which the ends of a sentence are sought
_SENTENCE = 300
#: every amount contains one of these, in lower case
_CURRENCIES = (*_SIGNS, "kr", ":-", "zł", "rs", "dollar", "euro", "rupee", *_CODES.lower().split("|"))


@remembered
def _amounts(text: str) -> tuple[re.Match[str], ...]:
    return tuple(AMOUNT.finditer(text)) if has_figure(text) and may_hold(text, _CURRENCIES) else ()


@once_per_page
def prices(page: Page) -> tuple[Price, ...]:
    """Prices in the page's order, without sums that were saved or raised."""
    found: list[Price] = []
    for block in own_words(page):
        if (unit := _unit_alone(block)) is not None:
            found.append(
                Price(
                    amount="",
                    unit=unit,
                    what=_heading_above(block.element),
                    evidence=(quote_from(page, block, 0),),
                )
            )
        amounts = _amounts(block.text)
        if not amounts or page.is_spoken(block.element):
            continue
        for match in amounts:
            if is_no_price(block.text, match) or _is_result(block.element, match[0]):
                continue
            found.append(
                Price(
                    amount=match[0].strip(),
                    unit=_unit(page, block.element, block.text[match.end() : match.end() + _AROUND]),
                    what=_heading_above(block.element),
                    evidence=(quote_from(page, block, match.start()),),
                )
            )
            if len(found) >= MOST:
                return tuple(found)
    return tuple(found)


def is_no_price(text: str, amount: re.Match[str]) -> bool:
    """The words around the amount say that it is insured, collected, saved, won or given, or is a part of a larger sum."""
    start, end = amount.span()
    return bool(
        _NO_PRICE.search(text[max(0, start - 25) : start])
        or GOES_ON.match(text[end : end + 25])
        or _GAINED.match(text[end : end + _AROUND])
        or _NEVER_A_PRICE.search(sentence_around(text, start, end))
    )


def sentence_around(text: str, start: int, end: int) -> str:
    """The sentence that holds this part of the text."""
    begin = max(0, start - _SENTENCE)
    first = max((stop.end() for stop in _STOP.finditer(text, begin, start)), default=begin)
    last = _STOP.search(text, end, end + _SENTENCE)
    return text[first : last.end() if last is not None else end + _SENTENCE].strip()


def _unit_alone(block: Block) -> str | None:
    """The unit of a price whose amount a style or script paints: “/ month” after an empty element."""
    unit = re.match(r"/\s?([^\W\d_]+)", block.text)
    if unit is None or not phrases("reading.per").search(f"/{unit[1]}"):
        return None
    first = next(block.element.elements, None)
    return f"/{unit[1]}" if first is not None and not first.hidden and not first.text else None


def _is_result(element: Element, amount: str) -> bool:
    """An amount of zero near fields: a calculator before any input."""
    if re.sub(r"\D", "", amount).strip("0"):
        return False
    around = list(element.ancestors())[:4]
    return any(place.all("input", "select") for place in around)


#: "10–12 % / per bokning", "8% of each sale": a commission is a price too
_RATE = re.compile(
    r"(?<![\d.,])\d{1,2}(?:[.,]\d)?(?:\s?[–-]\s?\d{1,2})?\s?(?:%|procent|percent)\s?(?:/\s?)?(?:per (?:bokning|uthyrning|försäljning|såld|order|booking|sale|transaction)|(?:provision|commission|in fees)\b|of (?:each|every|the) (?:booking|sale|order|transaction)|av (?:varje|hyran|bokningen|köpet))",
    re.IGNORECASE,
)


@once_per_page
def rate(page: Page) -> Fact | None:
    """The commission that the page's owner takes."""
    for block in own_words(page):
        match = first_figure(_RATE, block.text)
        if match is not None and not _NOT_OURS.search(block.text[max(0, match.start() - 25) : match.start()]):
            return Fact(value=match[0], evidence=(quote_from(page, block, match.start()),))
    return None


#: words before the commission of others: "Foodora takes 30 % commission"
_NOT_OURS = re.compile(
    r"\b(?:no|not|ingen|inte|tar|takes?|charge\w*|upp till|up to|slipp|avoid)\b", re.IGNORECASE
)


@once_per_page
def price_of_calculator(page: Page) -> Fact | None:
    """The page has a price calculator."""
    for block in own_words(page):
        amount = next(iter(_amounts(block.text)), None)
        if amount is not None and _is_result(block.element, amount[0]):
            return Fact(value=amount[0], evidence=(quote_from(page, block, amount.start()),))
    return None


#: “99:- Mån-fre”: "mån" is Monday here, not a month
_DAYS = re.compile(r"\b(?:mån|mon)\.?(?=\s?(?:[–-]|till?\b|to\b|,|&|och\b|and\b))", re.IGNORECASE)


def _unit(page: Page, element: Element, after: str) -> str:
    after = _DAYS.sub("", after)
    own = re.match(r"\s?(?:/\s?|per\s)([\w²]+)", after, re.IGNORECASE)
    if own is not None:
        listed = phrases("reading.per").match(after.lstrip())
        return listed[0] if listed else own[0].strip()
    match = phrases("reading.per").search(after)
    if match is None:  # "<span>$19</span><span>/month</span>": the unit is in the next element
        near = _DAYS.sub("", element.parent.text[:200]) if element.parent is not None else ""
        match = phrases("reading.per").search(near)
    return match[0] if match else ""


def _heading_above(element: Element) -> str:
    """The nearest heading above the element."""
    for above in list(element.ancestors())[:4]:
        heading = next((below for below in above.all(*HEADINGS) if below.text), None)
        if heading is not None:
            return shortened(heading.text)
    return ""


def says_free(page: Page) -> Fact | None:
    """The page says that the step is free. "Free of" something does not count."""
    for block, match in free_places(page):
        return Fact(value=match[0], evidence=(quote_from(page, block, match.start()),))
    return None


def free_places(page: Page) -> Iterator[tuple[Block, re.Match[str]]]:
    """Where the page says that something costs nothing."""
    for block in own_words(page):
        for match in words_for_free_in(block.text):
            yield block, match


def words_for_free_in(text: str) -> Iterator[re.Match[str]]:
    for match in phrases("reading.free").finditer(text):
        free_to = _FREE_TO.match(text, match.start())
        if (
            not free_to
            and not _FREE_OF.search(text[: match.start()])
            and not _is_refused(text, match.start())
        ):
            yield match


#: "free play", "free-range": not about price
_FREE_TO = re.compile(
    r"free[ -](?:play|time|range|style|standing|flow\w{0,3}|spirit\w{0,3}|will|movement|choice)\b",
    re.IGNORECASE,
)
#: "error-free", "dairy free", "feel free"
_FREE_OF = re.compile(
    r"(?:[\w’']-|\b(?:soy|gmo|grain|hormone|antibiotic|chemical|paraben|fragrance|wheat|egg|fat|oil|latex|dairy|gluten|sugar|nut|lactose|alcohol|caffeine|cruelty|plastic|smoke|pet|error|hassle|stress|worry|pain|risk|ad|spam|tax|duty|debt|interest|feel|for|set|breaks?|hands) )$",
    re.IGNORECASE,
)


def offers_newsletter(page: Page) -> bool:
    """The page offers a newsletter, not a place on a waiting list."""
    return _first_matching_fact(page, "reading.letter") is not None


def credentials(page: Page) -> Fact | None:
    """What the page says about its own years, training and memberships."""
    return _first_matching_fact(page, "reading.credentials")


@once_per_page
def risk_reversal(page: Page) -> tuple[Fact, ...]:
    found: list[Fact] = []
    for block in own_words(page):
        text = phrases("risk.not").sub(" ", block.text)
        match = phrases("risk.phrases").search(text)
        if (
            match
            and not page.is_quotation(block.element)
            and not _is_denied(text, match.start())
            and not _is_of_the_thing(match[0], text[match.end() :])
        ):
            start = max(0, block.text.find(match[0]))
            found.append(Fact(value=match[0], evidence=(quote_from(page, block, start),)))
        if len(found) >= 4:
            break
    return tuple(found)


def _is_of_the_thing(phrase: str, after: str) -> bool:
    """The phrase is about the product, not the buyer's risk: "no risk of injury", "try badminton"."""
    if re.match(r"\W?(?:ingen|inga|no|without|utan) risk", phrase, re.IGNORECASE):
        return re.match(r"\s+(?:för|of|to|that|att)\b", after, re.IGNORECASE) is not None
    if phrase.lower().endswith("prova på"):
        return re.match(r"\s+(?!gratis|kostnadsfri|i \d|under)\w", after, re.IGNORECASE) is not None
    return False


def _is_denied(text: str, start: int) -> bool:
    """A negation precedes the phrase: "We do not promise guaranteed returns"."""
    clause = re.split(r"[.!?,;:]", text[max(0, start - 120) : start])[-1]
    return bool(re.search(r"\b(?:not|never|don't|doesn't|cannot|nor|inte|aldrig)\b", clause, re.IGNORECASE))


#: “we do not give free quotes”; “why not try it free” and “don't wait to get a quote” invite
_REFUSED = re.compile(
    r"(?<!why )(?<!varför )\b(?:not|never|don['’]t|doesn['’]t|cannot|inte|aldrig)\s(?!(?:hesitate|wait|tveka|vänta|only|bara)\b)(?:[\w’'-]{1,25}\s){0,3}$",
    re.IGNORECASE,
)
_URGED = re.compile(r"\b(?:tveka|vänta|dröj)\s(?:inte|aldrig)\b", re.IGNORECASE)


def _is_refused(text: str, start: int) -> bool:
    before = text[max(0, start - 120) : start]
    return _REFUSED.search(before) is not None and _URGED.search(before) is None


@once_per_page
def next_step(page: Page) -> tuple[Fact, ...]:
    """What the page says about the step: how long, how soon, how often."""
    found: list[Fact] = []
    for block in own_words(page):
        match = phrases("reading.next_step").search(block.text)
        if match and not page.is_quotation(block.element):
            found.append(Fact(value=match[0], evidence=(quote_from(page, block, match.start()),)))
        if len(found) >= 4:
            break
    return tuple(found)


def _first_matching_fact(page: Page, path: str, but: Callable[[str, int], bool] | None = None) -> Fact | None:
    for block in own_words(page):
        match = phrases(path).search(block.text)
        if match and not (but and but(block.text, match.start())):
            return Fact(value=match[0], evidence=(quote_from(page, block, match.start()),))
    return None
