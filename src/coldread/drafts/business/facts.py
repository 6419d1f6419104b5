"""What visitors of each kind of business look for, and whether the page says it: one table, one finder a fact."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from coldread.base.languages import Language
from coldread.base.texts.said import Said
from coldread.drafts.business.acts import Act
from coldread.drafts.business.control import Control
from coldread.drafts.business.control_search import link_named
from coldread.drafts.business.could_be import could_be
from coldread.drafts.business.kind import Kind
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.made_up import made_up_phone_in
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.quotes import own_words
from coldread.scanner.reading.record import Price, Reading

#: kind of business → facts in the order in which such visitors ask
NEEDED: Mapping[Kind, tuple[str, ...]] = {
    Kind.ASSOCIATION: ("how", "fee", "address", "contact", "who", "next"),
    Kind.FOOD: ("hours", "address", "menu", "phone"),
    Kind.CARE: ("how", "phone", "hours", "address", "price", "cancel"),
    Kind.CHARITY: ("how", "contact", "who", "next"),
    Kind.CRAFT: ("area", "price", "how", "phone", "who", "next"),
    Kind.APP: ("price", "how", "cancel", "data", "who", "contact"),
    Kind.OPEN_SOURCE: ("install", "licence", "docs", "help"),
    Kind.SHOP: ("price", "delivery", "returns", "contact", "who"),
    Kind.COURSE: ("dates", "address", "price", "who", "cancel"),
    Kind.EXPERT: ("cases", "price", "how", "who", "contact", "next"),
    Kind.STAY: ("price", "address", "cancel", "phone"),
    Kind.OTHER: ("how", "who", "contact", "next"),
}
#: act → facts that it asks for beside them, before the rest
ASKED_BY_ACT: Mapping[str, tuple[str, ...]] = {
    "donate": ("give", "use"),
    "adopt": ("how", "address", "hours"),
    "queue": ("queue",),
    "waitlist": ("opens",),
    "newsletter": ("often", "leave"),
    "visit": ("hours", "address"),
    "demo": ("length",),
    "call": ("length",),
    "meeting": ("length",),
    "register": ("dates",),
}
#: what an order's words ask to be known, whatever the kind
_NAMED_IN_ORDER: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("hours", re.compile(r"öppettid\w*|när (?:vi|det) (?:har|är) öppet|opening hours|when we are open", re.IGNORECASE)),
    ("address", re.compile(r"hitta hit|var vi (?:ligger|finns)|where we are|find us", re.IGNORECASE)),
    ("price", re.compile(r"vad det kostar|\bpriset\b|what it costs|\bpricing\b", re.IGNORECASE)),
    ("new", re.compile(r"nya (?:patienter|klienter)|new (?:patients|clients)", re.IGNORECASE)),
    ("phone", re.compile(r"\bringer\b|phone calls|call us", re.IGNORECASE)),
)  # fmt: skip
#: for a letter nobody asks about trials and data
_INSTEAD_BY_ACT: Mapping[str, tuple[str, ...]] = {
    "newsletter": ("often", "leave", "who"),
    "waitlist": ("opens", "price", "who", "contact"),
    "demo": ("length", "cases", "price", "who", "contact", "next"),
    "meeting": ("length", "cases", "price", "who", "contact", "next"),
    "call": ("length", "cases", "price", "who", "contact", "next"),
}
#: the same where no kind of business is sure
_OF_ANY_KIND: Mapping[str, tuple[str, ...]] = {
    "buy": ("price", "delivery", "who", "contact"),
    "goods": ("price", "delivery", "who", "contact"),
    "account": ("price", "how", "cancel", "who", "contact"),
    "donate": ("give", "use", "who", "contact"),
}
MOST = 7

_DAY = r"(?:mån|tis|ons|tor|fre|lör|sön|mon|tue|wed|thu|fri|sat|sun|vardag|helg|daglig|weekday|weekend|daily|alla dagar|every day)\w{0,20}"
_TIME = r"\d{1,2}(?:[.:]\d{2})?\s?(?:am|pm)?"
_FIND: Mapping[str, re.Pattern[str]] = {
    "hours": re.compile(rf"{_DAY}[^.!?\n]{{0,30}}?{_TIME}\s?(?:[-–—]|till|to|until)\s?{_TIME}|(?:öppet|open)\w{0,20}[^.!?\n]{{0,25}}?{_TIME}\s?(?:[-–—]|till|to)\s?{_TIME}|dygnet runt|\b24/7\b", re.IGNORECASE),
    "area": re.compile(r"\b(?:serving|we serve|service areas?|vi (?:arbetar|jobbar|utför|putsar|städar|kör|finns) i|med omnejd|i hela (?:\w+)|områden vi)\b[^.!?\n]{0,80}", re.IGNORECASE),
    "fee": re.compile(r"(?:medlems|års|kö|arrende)?avgift\w{0,20}[^.!?\n]{0,60}|membership fee[^.!?\n]{0,60}|\bdues\b[^.!?\n]{0,40}", re.IGNORECASE),
    "menu": re.compile(r"(?:\bmeny\w{0,20}|\bmenu\b|dagens lunch)[^.!?\n]{0,40}\d", re.IGNORECASE),
    "how": re.compile(r"så (?:fungerar|funkar|går) (?:det|vi)[^.!?\n]{0,40}|how (?:it works|to (?:adopt|join|book|apply|get started|order))[^.!?\n]{0,40}|\b(?:steg|step) (?:1|ett|one)\b[^.!?\n]{0,60}|i tre steg|in three steps", re.IGNORECASE),
    "who": re.compile(r"^(?:om (?:oss|mig|föreningen|klubben)|about (?:us|me|the \w+)|(?:meet )?(?:our|the) (?:team|story)|vårt team|teamet|styrelsen?)\W*$|\b(?:jag heter|my name is|founded (?:in|by)|grundad\w{0,20} (?:av|19|20)|ordförande:?|chairman|chairperson|org\.?\s?(?:nr|nummer)\w{0,20})\b[^.!?\n]{0,60}", re.IGNORECASE),
    "next": re.compile(r"(?:svar|reply|answer|quote|offert|återkoppl\w{0,8}|scope)[^.!?\n]{0,40}(?:inom|within|in|på)\s\d{1,3}\s?(?:min|tim|hour|dag|day|dygn)\w{0,10}|(?:vi |we(?:'ll| will)? )?(?:återkommer|hör av oss|svarar|ringer upp|reply|respond|get back|be in touch|call you back)[^.!?\n]{0,25}(?:inom|within|samma dag|same day|timm|hour|dag|day|dygn|minut)\w{0,20}[^.!?\n]{0,20}", re.IGNORECASE),
    "cancel": re.compile(r"(?:avbok|avbeställ|säg(?:a|s|er)? upp|uppsägning|ångerrätt|bindningstid|cancel|no (?:contract|commitment)|money[- ]back|refund|pengarna tillbaka)\w{0,20}[^.!?\n]{0,60}", re.IGNORECASE),
    "returns": re.compile(r"(?:ångerrätt|öppet köp|retur|returns?\b|refund|pengarna tillbaka|money[- ]back)\w{0,20}[^.!?\n]{0,60}", re.IGNORECASE),
    "delivery": re.compile(r"(?:leverans|levereras|frakt|skickas|hemleverans|shipping|delivery|delivered|ships)\w{0,20}[^.!?\n]{0,60}", re.IGNORECASE),
    "new": re.compile(r"nya (?:patienter|kunder|klienter)[^.!?\n]{0,50}|new (?:patients|clients)[^.!?\n]{0,50}|tar emot[^.!?\n]{0,20}patienter", re.IGNORECASE),
    "give": re.compile(r"\b(?:swish|bankgiro|plusgiro|\bbg\b|\bpg\b|iban|paypal|just ?giving|gofundme|patreon|90-konto)\w{0,20}[^.!?\n]{0,40}", re.IGNORECASE),
    "use": re.compile(r"(?:\d{1,7}\s?(?:kr|kronor|sek|usd|eur)|[$€£]\s?\d{1,7})[^.!?\n]{0,15}(?:räcker|ger|betalar|buys|pays|feeds|provides|covers)[^.!?\n]{0,50}|pengarna går till[^.!?\n]{0,60}|(?:your|every) (?:gift|donation|dollar|pound)[^.!?\n]{0,60}", re.IGNORECASE),
    "queue": re.compile(r"kötid\w{0,20}[^.!?\n]{0,60}|\bkö(?:n|a|plats|anmäl)\w{0,20}[^.!?\n]{0,60}\d[^.!?\n]{0,20}|waiting time[^.!?\n]{0,50}|lång kö[^.!?\n]{0,40}", re.IGNORECASE),
    "opens": re.compile(r"(?:launch(?:es|ing)?|opens?|öppnar|lanser\w{0,20}|släpp\w{0,20}|available|coming)\s(?:in |i |on |den |under )?(?:q[1-4]|spring|summer|autumn|fall|winter|vår\w{0,20}|sommar\w{0,20}|höst\w{0,20}|vinter\w{0,20}|jan\w{0,20}|feb\w{0,20}|mar\w{0,20}|apr\w{0,20}|ma[jy]\b|jun\w{0,20}|jul\w{0,20}|aug\w{0,20}|sep\w{0,20}|o[ck]t\w{0,20}|nov\w{0,20}|dec\w{0,20}|20\d\d)[^.!?\n]{0,30}", re.IGNORECASE),
    "often": re.compile(r"\b(?:every (?:week|day|month|sunday|monday|tuesday|wednesday|thursday|friday|morning|other)|(?:weekly|monthly|daily) (?:\w+ )?(?:newsletter|letter|brief\w{0,20}|e-?mail|edition|digest)|once a (?:week|month)|weekly|varje (?:vecka|månad|dag|måndag|fredag|söndag)|varannan|en gång i (?:veckan|månaden)|månadsvis|veckovis)\b[^.!?\n]{0,40}", re.IGNORECASE),
    "leave": re.compile(r"\b(?:unsubscribe|opt[ -]?out|avregistrera|avsluta (?:när|prenum))\w{0,20}[^.!?\n]{0,40}", re.IGNORECASE),
    "length": re.compile(r"\b\d{1,3}[- ]?(?:min|minut|minute)\w{0,20}[^.!?\n]{0,40}", re.IGNORECASE),
    "data": re.compile(r"\b(?:gdpr|integritetspolicy|privacy|krypter\w{0,20}|encrypt\w{0,20}|personuppgift\w{0,20}|dina uppgifter|your data)\b[^.!?\n]{0,50}", re.IGNORECASE),
    "install": re.compile(r"\b(?:pip install|npm (?:i|install)|yarn add|cargo (?:add|install)|brew install|docker (?:run|pull)|go (?:get|install)|apt(?:-get)? install|composer require|gem install|curl -)[^\n]{0,60}", re.IGNORECASE),
    "licence": re.compile(r"\b(?:mit|apache(?: 2(?:\.0)?)?|bsd|a?gpl(?:v?\d)?|mozilla public|licen[cs]ed? (?:under|as))\b[^.!?\n]{0,40}licen[cs]\w{0,20}|licen[cs]ed? under[^.!?\n]{0,40}|\bmit licen[cs]e\b", re.IGNORECASE),
    "docs": re.compile(r"\b(?:documentation|read the docs|quick ?start|getting started|tutorials?|dokumentation\w{0,20}|kom igång-guide)\b", re.IGNORECASE),
    "help": re.compile(r"\b(?:discord|slack|forum|mailing list|issues?\b|discussions|gitter|matrix|stack overflow|community)\b[^.!?\n]{0,40}", re.IGNORECASE),
    "cases": re.compile(r"\b(?:case stud\w{0,20}|kundcase|referens(?:er|projekt|uppdrag)|our work|selected work|recent (?:work|projects)|portfolio|våra projekt|tidigare (?:projekt|uppdrag)|testimonials?|used by|who.s using|används av)\b[^.!?\n]{0,40}|^(?:våra kunder|our (?:clients|customers))\W*$", re.IGNORECASE),
    "dates": re.compile(r"\b\d{1,2}(?:st|nd|rd|th)?\.?\s?(?:jan|feb|mar|apr|ma[jy]|jun|jul|aug|sep|o[ck]t|nov|dec)\w{0,20}|\b(?:january|february|march|april|june|july|august|september|october|november|december)\s\d{1,2}\b|\b20\d\d-\d\d-\d\d\b|kursstart[^.!?\n]{0,30}", re.IGNORECASE),
}  # fmt: skip
#: a link that leads to it, when the page itself does not say it
_LINKED: Mapping[str, re.Pattern[str]] = {
    "hours": re.compile(r"öppettid|opening hours|\bhours\b", re.IGNORECASE),
    "address": re.compile(r"hitta (?:hit|oss)|find us|\bkarta\b|\bmap\b|directions|visit us|besök oss", re.IGNORECASE),
    "menu": re.compile(r"\bmeny\w*|\bmenu\b|lunch", re.IGNORECASE),
    "price": re.compile(r"\bpris\w*|\bpricing\b|\bprices?\b|\bplans\b|\brates\b|kostar", re.IGNORECASE),
    "fee": re.compile(r"avgift|\bfees?\b", re.IGNORECASE),
    "who": re.compile(r"om (?:oss|mig|föreningen|klubben)|\babout\b|\bteam\b|styrelse|vilka vi är|our story", re.IGNORECASE),
    "contact": re.compile(r"kontakt|contact|hör av dig", re.IGNORECASE),
    "how": re.compile(r"så (?:fungerar|funkar|går)|how it works|how to|^(?:our |the )?process$|vår process|för nya|guide", re.IGNORECASE),
    "cases": re.compile(r"portfolio|our work|case|projekt|referens|galleri|gallery|see our work", re.IGNORECASE),
    "docs": re.compile(r"docs|documentation|guide|wiki|readme|dokumentation", re.IGNORECASE),
    "help": re.compile(r"discord|slack|forum|community|issues|discussions", re.IGNORECASE),
    "delivery": re.compile(r"leverans|frakt|shipping|delivery|köpvillkor", re.IGNORECASE),
    "returns": re.compile(r"retur|returns|refund|köpvillkor|ångerrätt", re.IGNORECASE),
    "give": re.compile(r"donat|gåva|skänk|support us|stöd oss", re.IGNORECASE),
    "area": re.compile(r"områden|service areas?|areas we", re.IGNORECASE),
    "data": re.compile(r"privacy|integritet|personuppgift|gdpr", re.IGNORECASE),
    "dates": re.compile(r"schema|schedule|kalender|calendar|datum|dates", re.IGNORECASE),
    "cancel": re.compile(r"villkor|terms|avbokning|cancellation", re.IGNORECASE),
}  # fmt: skip
_LONGEST = 110


@dataclass(frozen=True, kw_only=True)
class Found:
    """One fact, and how far the page tells it."""

    name: str
    #: `said`: its words stand here; `unclear`: something here may be it; `behind`: a link leads to it, which was not read; `broken`: a link promises it and leads nowhere
    state: Literal["said", "behind", "broken", "unclear", "missing"]
    said: str = ""
    first_screen: bool = False
    link: Control | None = None


def needed_facts(kind: Kind, acts: tuple[Act, ...], wish: str) -> tuple[str, ...]:
    """What these visitors look for, the order's own wishes first."""
    asked = [name for name, pattern in _NAMED_IN_ORDER if pattern.search(wish)]
    instead = next((_INSTEAD_BY_ACT[act.name] for act in acts if act.name in _INSTEAD_BY_ACT), None)
    if instead is None and kind is Kind.OTHER:
        instead = next((_OF_ANY_KIND[act.name] for act in acts if act.name in _OF_ANY_KIND), None)
    usual = instead if instead is not None else NEEDED[kind]
    first = [name for act in acts for name in ASKED_BY_ACT.get(act.name, ())]
    return tuple(dict.fromkeys((*asked, *first, *usual)))[:MOST]


def found_facts(page: Page, reading: Reading, names: tuple[str, ...]) -> tuple[Found, ...]:
    return tuple(_found(page, reading, name) for name in names)


def _found(page: Page, reading: Reading, name: str) -> Found:
    for said, first in _told(page, reading, name):
        if (
            said
            and not placeholder_in(said)
            and not (name in ("phone", "contact") and made_up_phone_in(said))
        ):
            return Found(name=name, state="said", said=_tidy(said), first_screen=first)
    link = link_named(page, _LINKED[name]) if name in _LINKED else None
    if link is None:
        return _unclear(page, name)
    if not link.works:
        return Found(name=name, state="broken", link=link)
    if (
        link.reach in ("here", "form")
        and name in _FIND
        and name not in ("how", "who", "cases", "docs", "help", "give")
    ):
        return _unclear(page, name)  # its place was read, and does not say it plainly
    return Found(name=name, state="said" if link.reach in ("here", "form") else "behind", link=link)


def _unclear(page: Page, name: str) -> Found:
    """Missing only where nothing on the whole page could be it."""
    return Found(name=name, state="unclear" if could_be(page, name) else "missing")


def _told(page: Page, reading: Reading, name: str) -> list[tuple[str, bool]]:
    if name in ("phone", "contact"):
        kinds = ("phone",) if name == "phone" else ("mail", "phone")
        found = [one for one in reading.contacts if one.kind in kinds]
        # a number that is written out is meant to be read
        found.sort(key=lambda one: one.kind == "phone" and not re.search(r"\d[\s-]\d", one.value))
        return [(one.value, one.evidence[0].where == "first-screen") for one in found]
    if name == "address":
        return [
            (one.value, one.evidence[0].where == "first-screen")
            for one in reading.contacts
            if one.kind == "address"
        ]
    if name == "price":
        return [
            (price_words(one, page.supported_language), one.evidence[0].where == "first-screen")
            # “39 kr a month” is what one pays, “1 200 kr” may be an example
            for one in sorted(reading.prices, key=lambda one: not one.unit)
            if is_asked_of_visitors(one)
        ]
    if name == "area":
        sure = [one for one in reading.place if one.sure]
        return [(one.value, one.evidence[0].where == "first-screen") for one in sure] or _matched(page, name)
    return _matched(page, name)


_MONTHLY = re.compile(r"/?\s?(?:per |i |a )?(?:mo(?:nth|n)?\b|mån\w*)\.?", re.IGNORECASE)
_YEARLY = re.compile(r"/?\s?(?:per |om |a )?(?:y(?:ea)?r\b|år\w*)\.?", re.IGNORECASE)


#: what a sum holds is no unit of it
_HOLDS = re.compile(r"(?:inkl|exkl|ex moms|plus moms|efter r[ou]t)\w*", re.IGNORECASE)


def is_included(unit: str) -> bool:
    """“inkl. moms”: no unit."""
    return _HOLDS.match(unit) is not None


#: what others pay, earn or save, what one lead costs the seller's client, and a discount
_NOT_ASKED = re.compile(
    r"\b(?:sav(?:e|ed|ings?)|spara\w*|insamla\w*|raised|lose|lost|förlora\w*|revenue|omsättning|worth|värd\w*|budget\w*|intäkt\w*|earn\w*|omsätter"
    r"|(?:cost|kostnad) per \w+|per (?:lead|klick|click|sale|conversion)|leads?|roas|cpl|cpc|cpa|ad spend|fri frakt|free (?:shipping|delivery)|säljer|sells|turnover|annonsbudget\w*|avdrag\w* \d)\b|[−–-]\s?\d[\d ]*\s?kr\b",
    re.IGNORECASE,
)
_SECONDS = re.compile(r"\d\s?sek$")
#: what is paid beside the thing: it is no price of the thing, wherever its sum stands
_BESIDE = r"(?:delivery|shipping|postage|leverans\w{0,12}|frakt\w{0,12}|utkörning\w{0,8}|hemkörning\w{0,8}|expeditionsavgift\w{0,3}|fakturaavgift\w{0,3}|påminnelseavgift\w{0,3}|(?:booking|service|cleaning|late|cancellation|admin\w{0,10}|parking) (?:fee|charge)s?|deposit(?:ion\w{0,3})?|pant|parkering\w{0,8})"
_FEE_BEFORE = re.compile(rf"\b{_BESIDE}\b[^\d.!?;|·]{{0,25}}$", re.IGNORECASE)
_FEE_AFTER = re.compile(rf"^[^\d.,!?;|·]{{0,12}}\b{_BESIDE}\b", re.IGNORECASE)


def is_fee(price: Price) -> bool:
    """“Delivery 49 kr”, “$5 deposit”: a sum beside the price."""
    line = " ".join(price.evidence[0].snippet.split()) if price.evidence else ""
    before, found, after = line.partition(price.amount)
    alone = not re.search(r"[^\W\d_]{4}", f"{before} {after}")
    told = alone and re.fullmatch(rf"\W*{_BESIDE}\W*", price.what.strip(), re.IGNORECASE) is not None
    return told or (bool(found) and bool(_FEE_BEFORE.search(before) or _FEE_AFTER.search(after)))


def is_asked_of_visitors(price: Price) -> bool:
    """An amount above nothing that is no result, no discount and no client's figure."""
    line = price.evidence[0].snippet if price.evidence else ""
    return (
        re.search(r"[1-9]", price.amount) is not None
        and bool(line)
        and not _NOT_ASKED.search(f"{line} {price.unit}")
        and not _SECONDS.search(price.amount)
        and not is_fee(price)
    )


def _has_its_unit(price: Price) -> bool:
    """In the same line, or written as prices write it; “2 per day” beside a sum is another thing's."""
    unit = price.unit.strip()
    told = any(pattern.fullmatch(unit) for pattern in (_MONTHLY, _YEARLY)) or unit.startswith("/")
    return told or any(unit.lower() in one.snippet.lower() for one in price.evidence)


def price_words(price: Price, lang: Language) -> str:
    """“$19.99 a month”: as one says it."""
    if is_included(price.unit) or not _has_its_unit(price):
        return price.amount
    for pattern, said in (
        (_MONTHLY, Said(en="a month", sv="i månaden")),
        (_YEARLY, Said(en="a year", sv="om året")),
    ):
        if price.unit and pattern.fullmatch(price.unit.strip()):
            return f"{price.amount} {said(lang)}"
    joint = "" if price.unit.startswith("/") else " "
    return joint.join(filter(None, (price.amount, price.unit)))


def _matched(page: Page, name: str) -> list[tuple[str, bool]]:
    pattern = _FIND.get(name)
    if pattern is None:
        return []
    for block in own_words(page):
        if page.is_quotation(block.element) or is_label(block.element):
            continue  # a label promises, and does not say
        text = block.text[:2_000]
        match = pattern.search(text)
        if match is not None:
            said = match[0] if name in _AS_FOUND else _sentence(text, match.start())
            return [(said, page.in_hero(block.element))]
    if name in ("hours", "fee", "menu"):  # a table: the day in one cell, the time in the next
        whole = " ".join(block.text[:200] for block in own_words(page))[:60_000]
        match = pattern.search(whole)
        if match is not None:
            return [(match[0], False)]
    return []


#: facts whose own few words are enough
_AS_FOUND = frozenset({"hours", "dates", "install", "often"})


def _sentence(text: str, at: int) -> str:
    """The whole sentence that a match stands in, so that it can be understood."""
    start = max((text.rfind(sign, 0, at) for sign in (". ", "! ", "? ", "\n")), default=-1)
    ends = [end for sign in (". ", "! ", "? ", "\n") if (end := text.find(sign, at)) >= 0]
    return text[start + 1 : (min(ends) + 1) if ends else len(text)].strip()


def is_label(element: Element) -> bool:
    """A link or a row of links."""
    linked = sum(len(words(link.text)) for link in element.all("a", "button"))
    return element.closest("a", "button") is not None or (
        linked > 0 and linked >= len(words(element.text)) - 1
    )


def _tidy(said: str) -> str:
    one_line = " ".join(said.split()).strip(" ,;:–-")
    return one_line if len(one_line) <= _LONGEST else one_line[:_LONGEST].rsplit(" ", 1)[0] + " …"
