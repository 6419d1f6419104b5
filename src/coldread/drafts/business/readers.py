"""Whom the order wants to reach: which traits its words name, what such people ask first, and whether the page speaks to them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from coldread.base.texts.said import Said
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, stem
from coldread.scanner.reading.audience import wanted_words
from coldread.scanner.reading.quotes import own_words

#: letters that a word must share with another to be the same
_SHARED = 5
MOST_WORDS = 3


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
    _trait("developers", r"utvecklare|developers?|programmer\w*|software engineers?|data scientists?|sysadmins?",
           Said(en="Developers look for the install line, an example and the licence before they read a sentence.",
                sv="Utvecklare letar efter installationsraden, ett exempel och licensen innan de läser en mening.")),
    _trait("travellers", r"turist(?:er|erna)\b|tourists?\b(?! business)|travell?ers?|resenär\w*|semesterfir\w*|holidaymakers?|weekend guests?",
           Said(en="Travellers compare on a phone: price, location, and how to cancel.",
                sv="Den som reser jämför i mobilen: pris, läge och hur man avbokar.")),
    _trait("companies", r"företag\w*|compan(?:y|ies)|business\w*|teams?\b|b2b|bolag\w*|managers?|chefer",
           Said(en="People who buy for a company have to defend the choice: price, references, and someone to ask.",
                sv="Den som köper in åt ett företag måste kunna försvara valet: pris, referenser och en person att fråga.")),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Readers:
    """What the order says of them, and where the page meets them."""

    traits: tuple[Trait, ...]
    #: words of the page that name them, on the first screen and further down
    named_first: tuple[str, ...]
    named_below: tuple[str, ...]
    #: words of the first screen that are about their matter, where they themselves are not named
    matter: tuple[str, ...]

    def has(self, name: str) -> bool:
        """A trait by its name, or two of them joined by a plus sign."""
        return all(self._has(one) for one in name.split("+"))

    def _has(self, name: str) -> bool:
        return any(trait.name == name for trait in self.traits)


#: where the people end and what they do, have or lack begins
_ENDS = re.compile(r"\s(?:som|who|that|which|utan|without|med|with|i|in|på|on|at|of|från|from|kring|around|near|looking|wanting)\s", re.IGNORECASE)  # fmt: skip
#: letters of a word that tells something
_LEAST_LETTERS = 4


def readers_of(page: Page, audience: str) -> Readers:
    people = wanted_words(_ENDS.split(audience, maxsplit=1)[0])
    named = {stem(word) for word in re.findall(r"(?<=\s)[A-ZÅÄÖ]\w+", audience)}
    matter = {mark for mark in wanted_words(audience) - people - named if len(mark) >= _LEAST_LETTERS}
    first, below = _met(page, people)
    topic, _ = _met(page, matter)
    traits = [trait for trait in TRAITS if trait.find.search(audience)]
    return Readers(
        # “companies” says nothing beside a narrower word for them
        traits=tuple(trait for trait in traits if trait.name != "companies" or len(traits) == 1),
        named_first=tuple(first.values())[:MOST_WORDS],
        named_below=tuple(word for mark, word in below.items() if mark not in first)[:MOST_WORDS],
        matter=tuple(topic.values())[:MOST_WORDS],
    )


def _met(page: Page, wanted: set[str]) -> tuple[dict[str, str], dict[str, str]]:
    """Words of the first screen and of the rest that are these."""
    first: dict[str, str] = {}
    below: dict[str, str] = {}
    for block in own_words(page):
        if page.is_quotation(block.element):
            continue
        into = first if page.in_hero(block.element) else below
        for word in content_words(block.text[:2_000]):
            mark = next((one for one in wanted if _same(one, stem(word))), "")
            if mark and word not in page.names:
                into.setdefault(mark, word)
    return first, below


def _same(one: str, other: str) -> bool:
    return one == other or (
        min(len(one), len(other)) >= _SHARED and (one.startswith(other) or other.startswith(one))
    )
