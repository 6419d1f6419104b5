"""Whom the order wants to reach: what such people ask first, and which of them the page names, where and in which words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

from coldread.base.texts.said import Said
from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, stem
from coldread.scanner.reading.audience import wanted_words


@dataclass(frozen=True, kw_only=True)
class Trait:
    """Something that the order says of its readers, and what follows from it."""

    name: str
    find: re.Pattern[str]
    asks: Said


def _trait(name: str, find: str, asks: Said) -> Trait:
    return Trait(name=name, find=re.compile(find, re.IGNORECASE), asks=asks)


#: the narrower first
TRAITS: tuple[Trait, ...] = (
    _trait("absent", r"(?:på|sedan|dröjt) länge|rädd\w*|oroliga?\b|afraid|nervous|anxious|haven.?t been|for a long time|long time since",
           Said(en="People who have put it off wonder whether they will be judged, what the first visit costs, and how much they will have to explain.",
                sv="Den som har dragit sig för det undrar om någon kommer att döma, vad första besöket kostar och hur mycket man måste förklara.")),
    _trait("tired", r"tröttna\w*|trött(?:a)? på|gett upp|misslyckats|tired of|given up|fed up|tried everything",
           Said(en="People who are tired of such offers no longer believe promises: show what is different, and that they can stop.",
                sv="Den som har tröttnat på sådant tror inte på löften: visa vad som är annorlunda, och att det går att avsluta.")),
    _trait("pain", r"\bont i\b|värk\w*|smärt\w*|\bpains?\b|\baches?\b|\bskada(?:de|t)?\b|injur\w*",
           Said(en="People in pain ask how soon they can be seen, and whether you have helped someone with the same problem.",
                sv="Den som har ont frågar hur snart det finns en tid, och om ni har hjälpt någon med samma besvär.")),
    _trait("hesitant", r"tvek\w*|osäkra?\b|vågar inte|hesitat\w*|unsure|not sure|reluctant",
           Said(en="People who hesitate look for the smallest possible step: a question without obligation, and who answers it.",
                sv="Den som tvekar letar efter ett så litet steg som möjligt: en fråga utan förpliktelser, och vem som svarar.")),
    _trait("gardenless", r"utan (?:egen )?trädgård|without (?:a )?garden|no garden",
           Said(en="They want to know how big a plot is, what it costs a year and how long the wait is.",
                sv="De vill veta hur stor en lott är, vad den kostar om året och hur länge man får vänta.")),
    _trait("carers", r"age?ing parents|äldre föräldrar|anhörig\w*|\bcarers?\b|caregivers?|look after (?:a|an|their|old)",
           Said(en="People who care for a relative are short of time: say what it takes off their hands, and that a person answers.",
                sv="Den som tar hand om en anhörig har ont om tid: säg vad ni avlastar med, och att en människa svarar.")),
    _trait("wedding", r"gifta sig|bröllop\w*|brudpar\w*|weddings?|getting married|brides?\b",
           Said(en="Couples planning a wedding ask what it costs, whether the date is free and how late they can change it.",
                sv="Den som ska gifta sig frågar vad det kostar, om datumet är ledigt och hur sent man kan ändra.")),
    _trait("organisers", r"organi[sz]e\w*|arrangör\w*|event planners?|arrangerar",
           Said(en="People who organise an event have a date that cannot move: say how quickly it is set up, and who helps on the day.",
                sv="Den som arrangerar har ett datum som inte går att flytta: säg hur snabbt det är igång, och vem som hjälper till på plats.")),
    _trait("switching", r"missnöjd\w*|byta? (?:från|leverantör|firma)|vill (?:lämna|byta)|leave (?:the|their)|unhappy with|switch(?:ing)? from|dissatisf\w*",
           Said(en="People who want to leave what they have ask what will be different, how the move works, and how they can get out again.",
                sv="Den som vill byta undrar vad som blir annorlunda, hur bytet går till och hur man tar sig ur det igen.")),
    _trait("drowning", r"drown\w*|drunkna\w*|in a mess|\bkaos\b|\bröra\b|overwhelm\w*|too much (?:work|e-?mail)",
           Said(en="People who are drowning in it believe an example sooner than a promise: show one real case, before and after.",
                sv="Den som drunknar i det tror mer på ett exempel än på ett löfte: visa ett verkligt fall, före och efter.")),
    _trait("nearby", r"i trakten|lokalt|närproducer\w*|nearby|near by|neighbou?rs?|locals\b|shop local",
           Said(en="People in the area need three things: where to go, when, and how to pay.",
                sv="Den som bor i närheten behöver veta tre saker: vart man ska, när, och hur man betalar.")),
    _trait("dread", r"hatar|fruktar|\bfear\b|\bhate\b|\bdread\b|avskyr",
           Said(en="People who dread it want it taken off their hands: say what they hand over, and what they need never see again.",
                sv="Den som avskyr det vill bli av med det: säg vad de får lämna ifrån sig, och vad de aldrig mer behöver se.")),
    _trait("busy", r"ont om tid|\bbusy\b|stressa\w*|hinner inte|lite tid|short of time|no time",
           Said(en="People who are short of time ask how many minutes it takes, and whether they can choose when.",
                sv="Den som har ont om tid frågar hur många minuter det tar, och om man får välja när.")),
    _trait("students", r"student\w*",
           Said(en="Students look for price and opening hours first.", sv="Studenter letar först efter pris och öppettider.")),
    _trait("office", r"kontorsfolk|kontorsarbet\w*|office (?:workers|people|staff)|lunchgäst\w*",
           Said(en="Office workers want to know whether it is quick, and open for lunch.",
                sv="De som jobbar på kontor vill veta om det går fort, och om det är öppet på lunchen.")),
    _trait("families", r"famil(?:j\w*|ies|y)|barnfamilj\w*|småbarnsföräld\w*|parents of|föräldrar (?:med|till)",
           Said(en="Families want to know what it takes: time, cost, and whether the children can join in.",
                sv="Familjer vill veta vad det kräver av dem: tid, kostnad, och om barnen kan vara med.")),
    _trait("homeowners", r"villaägare|husägare|småhus\w*|home ?owners?|house ?owners?",
           Said(en="Homeowners compare two or three companies: the price, whether you come to them, and whether a neighbour was happy.",
                sv="Den som äger hus jämför två eller tre firmor: priset, om ni kommer dit, och om någon i närheten blev nöjd.")),
    _trait("housing", r"bostadsrättsförening\w*|\bbrf\b|housing (?:associations?|co-?ops?)|samfällighet\w*",
           Said(en="A housing association needs a quote to show the board, and one person to ask.",
                sv="En bostadsrättsförening behöver en offert att visa styrelsen, och en person att fråga.")),
    _trait("public", r"kommun(?:er|en|ala?)?\b|cit(?:y|ies) (?:administrat\w+|official\w*|staff|manager\w*|council\w*|planner\w*)|municipal\w*|myndighet\w*|offentlig\w*|public sector|councils?|tjänstem\w*",
           Said(en="People in the public sector need something to show their manager: who else uses it, how to buy it and what it costs.",
                sv="Den som arbetar i offentlig sektor behöver något att visa chefen: vilka andra som använder det, hur det köps in och vad det kostar.")),
    _trait("retail", r"butik\w*|retailers?|merchants?|(?:online|web|second[- ]?hand) (?:shops?|stores?)|e-handlare|återförsälj\w*",
           Said(en="A shop wants to know whether it works with what it already has, and what it costs.",
                sv="En butik vill veta om det fungerar ihop med det den redan har, och vad det kostar.")),
    _trait("own_firm", r"småföretag\w*|egenföretag\w*|enskild firma|driver eget|small (?:\w+ )?(?:business\w*|compan\w*|firms?|fleets?)|owner[- ]operators?|sole traders?|self[- ]employed|freelanc\w*|frilans\w*",
           Said(en="People who run their own business are short of time: say what it costs, how much of their time it takes, and who does the work.",
                sv="Den som driver eget har ont om tid: säg vad det kostar, hur mycket av deras tid det tar och vem som gör jobbet.")),
    _trait("finance", r"\bfinance\b|ekonomi(?:chef\w*|ansvarig\w*|avdelning\w*)|\bcfos?\b|controllers?\b|bookkeepers?|ekonomer",
           Said(en="Finance people ask what changes in the books, whether the figures can be exported, and who else relies on it.",
                sv="Den som sköter ekonomin frågar vad som ändras i bokföringen, om siffrorna går att exportera och vilka andra som litar på det.")),
    _trait("spare_time", r"fritid\w*|spare time|hobby\w*|amat(?:ö|eu)r\w*",
           Said(en="People who do it in their spare time ask how many hours it takes, and how much they can lose.",
                sv="Den som gör det på fritiden frågar hur många timmar det tar, och hur mycket man kan förlora.")),
    _trait("beginners", r"nybörjar\w*|beginners?|new to \w+|nya på |vill (?:börja|lära sig)|want to (?:start|learn)|första gången|first[- ]time|never (?:tried|done)|aldrig (?:har )?(?:provat|testat)",
           Said(en="Beginners ask what they need to know beforehand, and what it costs to find out that it is not for them.",
                sv="Nybörjare frågar vad man behöver kunna innan, och vad det kostar att upptäcka att det inte passar.")),
    _trait("older", r"pensionär\w*|\bäldre\b|seniors?\b|elderly|retire\w*|65\+",
           Said(en="Older visitors would rather call than fill in a form: make the number easy to see.",
                sv="Äldre ringer hellre än fyller i formulär: låt numret synas.")),
    _trait("developers", r"(?:system|webb|app|mjukvaru|program)utvecklare|(?:software|web|app|mobile|game|python|java\w*|front-?end|back-?end|full-?stack) developers?|programmer\w*|software engineers?|data scientists?|sysadmins?",
           Said(en="Developers look for the install line, an example and the licence before they read a sentence.",
                sv="Utvecklare letar efter installationsraden, ett exempel och licensen innan de läser en mening.")),
    _trait("travellers", r"turist(?:er|erna)\b|tourists?\b(?! business)|travell?ers?|resenär\w*|semesterfir\w*|holidaymakers?|weekend guests?",
           Said(en="Travellers compare on a phone: price, location, and how to cancel.",
                sv="Den som reser jämför i mobilen: pris, läge och hur man avbokar.")),
    _trait("companies", r"företag\w*|compan(?:y|ies)|business\w*|teams?\b|b2b|bolag\w*|managers?|chefer",
           Said(en="People who buy for a company have to defend the choice: price, references, and someone to ask.",
                sv="Den som köper in åt ett företag måste kunna försvara valet: pris, referenser och en person att fråga.")),
)  # fmt: skip


Where = Literal["first", "name", "below", ""]


@dataclass(frozen=True, kw_only=True)
class Part:
    """One of those whom the order names, or their place, and where the page says it; nowhere: empty."""

    #: in the order's words
    said: str
    #: in the page's
    found: str = ""
    where: Where = ""
    #: a wider word than theirs: “businesses” for small firms
    near: bool = False


@dataclass(frozen=True, kw_only=True)
class Readers:
    """What the order says of them, and where the page meets them."""

    traits: tuple[Trait, ...]
    parts: tuple[Part, ...]

    def of(self, *where: Where) -> tuple[Part, ...]:
        return tuple(part for part in self.parts if part.where in where)

    @property
    def state(self) -> Literal["yes", "partly", "no", "unsure"]:
        """Whether somebody of them sees at once that it is for them."""
        if not self.parts:
            return "unsure"
        if not self.of("", "below") and not any(part.near for part in self.parts):
            return "yes"
        return "partly" if self.of("first", "name", "below") else "no"

    def has(self, name: str) -> bool:
        return any(trait.name == name for trait in self.traits)


#: where the people end and what they do, have or want begins
HOME = re.compile(r"\s*(?:home|hem|start|startsida\w*)\s*$", re.IGNORECASE)
ENDS = re.compile(r",?\s(?:som|who|whose|that|which|utan|without|looking|wanting|inför)\s", re.IGNORECASE)
#: “i Stockholm”, “on the Eastern Shore”
_PLACE = re.compile(
    r"\s(?:i|in|on|på|around|near|kring|från|from)\s(?:the\s)?(?P<place>[A-ZÅÄÖ][\wåäöé-]+(?:\s[A-ZÅÄÖ][\wåäöé-]+){0,2})"
)
_OWNERS = re.compile(r"^(?:owners|ägare|founders|managers) (?:of|av|till)\s+", re.IGNORECASE)
_ALSO = re.compile(r",\s?(?:(?:including|especially|mostly|mainly|also|inklusive|särskilt|främst|mest|även)\s)?|\s(?:och|and|eller|or|&|samt)\s", re.IGNORECASE)  # fmt: skip
_ANYBODY = re.compile(
    r"(?:(?:local |busy )?(?:folk|människor|alla|personer|privatpersoner|vuxna|people|adults|everyone|anyone|customers|kunder|users|användare|visitors|besökare))(?: i trakten| nearby| in town)?",
    re.IGNORECASE,
)
#: other words for the same people, in both languages, the narrower before the wider
_FAMILIES: tuple[str, ...] = (
    r"insur\w*|försäkring\w*",
    r"estate agents?|realtors?|real[- ]estate|mäklar\w*|fastighetsmäkl\w*|letting agents?",
    r"bostadsrättsförening\w*|\bbrf\w*|housing (?:associations?|co-?ops?)|samfällighet\w*",
    r"bostadsrätt\w*|lägenhet\w*|\bbrf\w*|apartments?|\bflats?\b|condos?",
    r"vill(?:a|an|or|orna|aägare\w*)\b|hus(?:et|en|ägare\w*)?\b|småhus\w*|home ?owners?|house ?owners?|\bhouses?\b|\bhomes?\b|\bhem(?:met|men)?\b|hemma hos|hushåll\w*",
    r"shops\b|(?:shop|store) owners?|stores\b(?! (?:your|any|data|it|the))|(?:online|web|local|corner) (?:shop|store)s?|retailers?|\w*butik(?:er|en|erna|sägare)?\b|merchants?\b|e-?commerce|e-handlare",
    r"kontor(?:et|en)?\b|kontors\w+|\boffices?\b(?! 365)",
    r"reklambyrå\w*|byrå(?:er|n|erna)?\b|(?:advertising|creative|marketing) agenc\w+",
    r"restaurang\w*|restaurants?|caf[eé](?:er|t|s)?\b|krog\w*",
    r"föräld\w*|famil(?:j\w*|y|ies)|parents?\b|småbarn\w*",
    r"student\w*",
    r"unga\b|ungdom\w*|young (?:adults?|people)|teens?\b|teenagers?",
    r"pensionär\w*|\bäldre\b|seniors?\b|elderly|retirees?",
    r"patient\w*",
    r"nybörjar\w*|beginners?",
    r"freelanc\w*|frilans\w*|self[- ]employed|egenföretag\w*|sole traders?|enskild firma",
    r"founders?\b|startups?\b|start-ups?|entreprenör\w*|entrepreneurs?",
    r"small[- ]teams?|\bteams?\b|\bteam\b",
    r"small[- ](?:to[- ]mid[- ]?(?:sized? )?|and medium[- ](?:sized? )?|local )?(?:business\w*|firms?|compan\w+)|småföretag\w*|(?:små|mindre) (?:företag|firmor|bolag)|\bSM[BE]s?\b|local (?:service )?business\w*|local pros|lokala företag",
    r"företag(?:et|en|are\w*)?\b|bolag\w*|\bfirm(?:s|a|or)?\b|compan(?:y|ies)\b|business(?:es)?\b|organi[sz]ations?\b|organisationer",
)
#: letters that a word must share with another to be the same, and that a word of its own must have
_SHARED, _LEAST = 5, 4
#: words of theirs that must stand together where they have several
_BOTH = 2
MOST_PARTS = 4


def people_of(audience: str) -> str:
    """Who they are, without what they do or want: the part that a headline can hold."""
    return ENDS.split(audience.strip().rstrip("."), maxsplit=1)[0].strip()


def readers_of(page: Page, audience: str) -> Readers:
    traits = [trait for trait in TRAITS if trait.find.search(audience)]
    texts = list(_texts(page))
    people = people_of(audience)
    place = _PLACE.search(people)
    who = _OWNERS.sub("", people[: place.start()] if place else people)
    groups = [one for one in _ALSO.split(who) if one and not _ANYBODY.fullmatch(one.strip())]
    parts = [_part(one.strip(), texts, _pattern(one)) for one in groups[:MOST_PARTS]]
    parts = [part if part.where else _near(part.said, texts) or part for part in parts]
    if place is not None:
        parts.append(_part(place["place"], texts, re.compile(rf"(?<!\w){re.escape(place['place'])}s?(?!\w)", re.IGNORECASE)))  # fmt: skip
    return Readers(
        # “companies” says nothing beside a narrower word for them
        traits=tuple(trait for trait in traits if trait.name != "companies" or len(traits) == 1),
        parts=tuple(parts),
    )


@cache
def _families() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(rf"(?<!\w)(?:{one})", re.IGNORECASE) for one in _FAMILIES)


#: those for whom a firm of any kind is a wider word, and those who have a trade of their own
_FIRMS = re.compile(
    r"\b(?:small|local|firms?|compan\w+|business\w*|shops?|stores?|\w*företag\w*|butik\w*)\b", re.IGNORECASE
)
_TRADES = 5


def _near(group: str, texts: list[tuple[Where, str]]) -> Part | None:
    """A wider word for them at the top of the page, where there is none of their own."""
    if not _FIRMS.search(group) or any(family.search(group) for family in _families()[:_TRADES]):
        return None
    top = [row for row in texts if row[0] in ("first", "name")]
    found = (_part(group, top, family) for family in _families()[-2:])
    part = next((one for one in found if one.found), None)
    return None if part is None else Part(said=part.said, found=part.found, where=part.where, near=True)


def met_in(text: str, audience: str) -> int:
    """How many of those whom the order names a line speaks of."""
    who = _OWNERS.sub("", people_of(audience))
    return sum(bool(_met(text, _pattern(one))) for one in _ALSO.split(who) if one.strip())


def _pattern(group: str) -> re.Pattern[str] | tuple[str, ...]:
    """Every word for these people; their own words by their stems where no family knows them."""
    known = next((family for family in _families() if family.search(group)), None)
    if known is not None:
        return known
    wanted = wanted_words(group)
    told = [stem(word) for word in content_words(group)]
    return tuple(dict.fromkeys(mark for mark in told if mark in wanted and len(mark) >= _LEAST))


def _part(said: str, texts: list[tuple[Where, str]], wanted: re.Pattern[str] | tuple[str, ...]) -> Part:
    for where, text in texts:
        found = _met(text, wanted)
        if found:
            return Part(said=said, found=found, where=where)
    return Part(said=said)


def _met(text: str, wanted: re.Pattern[str] | tuple[str, ...]) -> str:
    if isinstance(wanted, re.Pattern):
        match = wanted.search(text)
        return " ".join(match[0].split()) if match is not None else ""
    told = content_words(text)
    met = [one for one in wanted if any(_same(one, stem(word)) for word in told)]
    if len(met) < min(_BOTH, len(wanted)):
        return ""  # “consultants” may be those who write, where “planning consultants” read
    found = (word for one in wanted for word in told if _same(one, stem(word)))
    return next(found, "").removesuffix("'s").removesuffix("’s")


def _texts(page: Page) -> Iterator[tuple[Where, str]]:
    """All that is written, the first screen before the title and before the rest: menus, footer, pictures' names."""
    shown = [
        block
        for block in page.blocks
        if page.in_hero(block.element)
        and block.region not in ("footer", "nav")
        and not HOME.match(block.text)
    ]
    yield from (("first", block.text[:2_000]) for block in shown)
    yield "name", page.title
    yield from (("below", block.text[:2_000]) for block in page.blocks if not HOME.match(block.text))
    yield "below", meta_content(page.dom, "description")
    for element in page.dom.shown("a", "button", "img", "option"):
        if HOME.match(element.text):
            continue
        yield "below", f"{element.text[:200]} {element.attr('alt')} {element.attr('aria-label')}"


def _same(one: str, other: str) -> bool:
    return one == other or (
        min(len(one), len(other)) >= _SHARED and (one.startswith(other) or other.startswith(one))
    )
