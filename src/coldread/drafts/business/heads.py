"""What the order itself names, as a headline: the thing that it wants to be bought or booked, and for whom; and which lines are alike.

The thing is the order's own word, where the page speaks of it, too. No headline has a gap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from coldread.base.languages import Language
from coldread.base.texts.said import Said
from coldread.drafts.business.acts import Act
from coldread.drafts.business.kind import Business, is_trade, top_lines
from coldread.drafts.business.readers import people_of
from coldread.scanner.page.dictionary import is_listed
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, language_of_phrase, mid_sentence, stem, words
from coldread.scanner.reading.quotes import own_words
from coldread.scanner.reading.record import Reading
from coldread.scanner.suggest.names import is_name
from coldread.scanner.suggest.wording import capital

LONGEST = 70
#: letters of a name that is more than a word of its trade, as “AI” is
LEAST_NAME = 6
#: words of a thing that must be left where one of them is said of its readers, too
LEAST_LEFT = 2
#: content words that two lines may share, as a part of the shorter; words that a version must have beside the page's own
_ALIKE, _LEAST_NEW = 0.6, 2


@dataclass(frozen=True, kw_only=True)
class Source:
    """What headlines are made of."""

    page: Page
    reading: Reading
    business: Business
    act: Act | None
    goal: str
    audience: str
    order_lang: Language
    headline: str
    brand: str = ""

    @property
    def lang(self) -> Language:
        """The page's own; the order's where the page calls itself another than it is written in."""
        top = f"{self.page.title} {self.headline} {' '.join(block.text[:200] for block in self.page.subheads[:3])}"
        told = language_of_phrase(top)
        return Language(told) if told == self.order_lang else self.page.supported_language


# What it is

_OBJECT: dict[str, re.Pattern[str]] = {
    "sv": re.compile(r"\b(?:köper|köpa|beställer|beställa|bokar|boka|anlitar|anlita|hyr|hyra|provar|prova)\s+(?:en |ett |vår |våra |vårt )?(?P<what>[a-zåäö-]{4,})", re.IGNORECASE),
    "en": re.compile(r"\b(?:buy|order|book|hire|rent|try|use)(?:s|ing)?\s+(?:an? |our |the )?(?P<what>[a-z-]{4,}(?: [a-z-]{4,})?)", re.IGNORECASE),
}  # fmt: skip
#: “calls for tree removal”: only where it is the name of a trade
_ABOUT: dict[str, re.Pattern[str]] = {
    "sv": re.compile(r"\b(?:om|på|av)\s+(?P<what>[a-zåäö-]{4,})", re.IGNORECASE),
    "en": re.compile(
        r"\b(?:for|of|about)\s+(?:an? |our )?(?P<what>[a-z-]{4,}(?: [a-z-]{4,})?)", re.IGNORECASE
    ),
}
_NO_THING = re.compile(
    r"(?:kostnadsfri\w*|gratis|free|ett|samtal|tid|tider|möte\w*|demo\w*|offert\w*|konto\w*|online|direkt|mer|något|oss|det|den|first|call\w*|meeting\w*|demo|time|times|more|quote\w*|account\w*|appointment\w*|table\w*|room\w*|from|with|product\w*|service\w*|saker|produkt\w*|tjänst\w*|sidan|page|here|directly)\b.*",
    re.IGNORECASE,
)
_FOR = re.compile(r"\s(?:for|för|till|åt)\s", re.IGNORECASE)
#: words that a name of a thing has not
_NO_NOUN = re.compile(
    r"\b(?:you|your|yours|we|our|us|my|me|(?-i:I|it|It)|its|is|are|was|can|will|do|does|don't|help\w*|works?|why|how|what|when|who|more|not|no|never|get|let|make|makes|that|"
    r"du|dig|din|ditt|dina|ni|er|ert|vi|oss|vår|våra|vårt|jag|min|det|är|kan|ska|vill|har|hjälper|behöver|hur|varför|vad|när|inte|som|välkommen|welcome|home|hem|contact|kontakt|about|best|bäst\w*|#1|leading|ledande|"
    r"\d{4})\b|[?!…|]|\bAI money\b$",
    re.IGNORECASE,
)
_DOES = re.compile(
    r"(?:track|manage|create|build|find|see|save|plan|book|learn|discover|connect|turn|keep|send|sell|run|grow|automate|organi[sz]e|write|design|share|compare|read|watch|try|use|start|stop|join|take|buy|order|shop|meet|explore|unlock|"
    r"bygg|se|få|hitta|skapa|boka|prova|spara|jämför|ladda|välj|lär|följ|sälj|köp|träna|odla|upptäck|samla|planera|slipp|hyr|beställ|anmäl|spela|res|koppla|gör|börja|testa|ring|läs)\b(?!-)",
    re.IGNORECASE,
)
#: “order management”: a verb's word in front of a noun that says what it is
_COMPOUND = re.compile(
    r"\s\w*(?:ment|ware|tion|apps?|systems?|tools?|services?|platforms?|shops?|studios?|school|guides?|kits?)$",
    re.IGNORECASE,
)
_HANGS = re.compile(r"\s(?:and|or|to|the|a|an|of|for|with|in|on|by|och|eller|att|en|ett|av|för|med|i|på|som|till|från|from|&)$", re.IGNORECASE)  # fmt: skip
MOST_THING, LONGEST_THING, LEAST_SIGNS = 7, 52, 2


def ordered_thing(source: Source) -> str:
    """What the order wants to be bought or booked, in its own word, where the page speaks of it, too."""
    for said in _object(source):
        told = _calm(" ".join(said.split()))
        if is_thing(told, source) and spoken_of(told, source) >= LEAST_SIGNS and not _NO_THING.match(told):
            return told
    return ""


def _object(source: Source) -> Iterator[str]:
    """What the order wants to be bought or booked."""
    asked = _OBJECT[source.lang].search(source.goal)
    if asked is not None and not _NO_THING.match(asked["what"]):
        yield asked["what"]
        yield asked["what"].split()[0]
    about = _ABOUT[source.lang].search(source.goal)
    if about is not None and (is_trade(about["what"]) or not _NO_THING.match(about["what"])):
        yield about["what"]


def is_thing(said: str, source: Source) -> bool:
    """A noun that can be sold: no call, no sentence, no name alone."""
    told = words(said)
    return (
        0 < len(told) <= MOST_THING
        and len(said) <= LONGEST_THING
        and len(said) > 3
        and not _NO_NOUN.search(said)
        and not (_DOES.match(said) and not _COMPOUND.search(said))
        and not _HANGS.search(said)
        and not _FOR.search(said)
        and not placeholder_in(said)
        and (len(told) == 1 or not source.page.is_vague(said))
        and not re.search(r"\d", said)
        and said.count(",") < 1
        and not (len(source.brand) >= LEAST_NAME and source.brand.lower() in said.lower())
        and not (is_name(source.page, said) and not source.reading.topics)
        and (len(told) == 1 or language_of_phrase(said) in ("", source.lang))
        and not re.match(r"\W", said)
        and not _ANY.fullmatch(said)
        and not _is_readers_own(said, source)
    )


#: says nothing of what it is for
_ANY = re.compile(r"(?:the |en |ett )?(?:plattform(?:en)?|platform|verktyg(?:et)?|tools?|lösning(?:en|ar)?|solutions?|system(?:et)?|tjänst(?:en|er)?|services?|app(?:en)?|software|community|company|företag(?:et)?|byrå(?:n)?|agency)", re.IGNORECASE)  # fmt: skip


def _is_readers_own(said: str, source: Source) -> bool:
    """“Car repair” where it is car repair shops that are sold to, and the order does not ask for it."""
    mine = {stem(word) for word in content_words(said)}
    theirs = {stem(word) for word in content_words(people_of(source.audience))}
    asked = {stem(word) for word in content_words(source.goal)}
    return bool(mine) and mine <= theirs and not mine <= asked


def spoken_of(said: str, source: Source) -> int:
    """Places that speak of it: the title, the headline, the lines beside it, the order, and each block of text."""
    marks = {stem(word) for word in content_words(said)} or {said.lower()}
    places = [
        *top_lines(source.page),
        source.goal,
        *(block.text[:400] for block in own_words(source.page)[:150]),
    ]
    return sum(any(_holds(text, mark) for mark in marks) for text in dict.fromkeys(places) if text)


def _holds(text: str, mark: str) -> bool:
    return any(stem(word) == mark or (len(mark) >= 5 and mark in word.lower()) for word in words(text))


# For whom

_OWNERS = re.compile(r"^(?:the )?(?:owners|ägare|founders) (?:of|av|till)\s+", re.IGNORECASE)
_ANYBODY = re.compile(
    r"^(?:local |busy )?(?:folk|människor|alla|personer|privatpersoner|vuxna|adults|people|everyone|anyone|customers|kunder|users|användare|visitors|besökare)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(r"\s(?:i|in|on|på|around|near|kring)\s(?:the\s)?[A-ZÅÄÖ][\wåäöé\s-]{1,40}$")
#: a description of people that one does not say to their faces
_RUDE = re.compile(
    r"\b(?:poor|lazy|old|fat|stupid|dum\w*|lata?|gaml\w*|fattig\w*|desperate)\b", re.IGNORECASE
)


def whoms(source: Source) -> list[str]:
    """Those whom the order names, the whole first and then with less of it; none where it names anybody."""
    said = _OWNERS.sub("", people_of(source.audience))
    if (
        not said
        or _ANYBODY.match(said)
        or _RUDE.search(said)
        or language_of_phrase(said) not in ("", source.lang)
    ):
        return []
    said = mid_sentence(said)
    short = _PLACE.sub("", said)
    first = re.split(r",\s?|\s(?:och|and|eller|or)\s", short)[0]
    plain = re.split(r"\s(?:with|med)\s", short)[0]
    # the fewer words of the order, the better it is said to their faces
    return list(dict.fromkeys((plain, said, short, first)))


_FOR_WHOM = Said(en="{what} for {whom}", sv="{what} för {whom}")
_IN = Said(en="{line} in {place}", sv="{line} i {place}")


def for_whom(source: Source, what: str) -> str:
    """“AI automation for small firms on the Eastern Shore”."""
    for whom in whoms(source):
        # “trucking accounting software for small trucking fleets”: the word is said once
        once = " ".join(word for word in what.split() if not is_repeated(word, whom))
        if not once or (once != what and (not what.endswith(once) or len(once.split()) < LEAST_LEFT)):
            continue
        line = capital(_FOR_WHOM(source.lang, what=once, whom=whom))
        if len(line) <= LONGEST:
            place = town(source)
            placed = _IN(source.lang, line=line, place=place) if place else line
            local = (
                source.reading.local and not _PLACE.search(f" {line}") and place.lower() not in line.lower()
            )
            return placed if local and len(placed) <= LONGEST else line
    return ""


def town(source: Source) -> str:
    found = next((one.value for one in source.reading.place if one.sure), "").partition(",")[0].strip()
    return found.title() if found.isupper() and len(found) > 3 else found


def is_repeated(what: str, whom: str) -> bool:
    """A word of the one is in the other, too."""
    mine = {stem(word) for word in content_words(what)}
    return bool(mine & {stem(word) for word in content_words(whom)})


# Lines


def alike(one: str, other: str) -> bool:
    """The same line in a few other words."""
    mine, theirs = _marks(one), _marks(other)
    if min(len(mine), len(theirs)) < _LEAST_NEW:
        return mine == theirs
    return len(mine & theirs) / min(len(mine), len(theirs)) > _ALIKE


def repeats(line: str, headline: str) -> bool:
    """What the page says already: a version needs words that its headline has not."""
    mine, theirs = _marks(line), _marks(headline)
    same = len(mine & theirs) / max(len(mine), len(theirs), 1) > _ALIKE
    return (
        same
        or len(mine - theirs) < min(_LEAST_NEW, len(mine))
        or line.strip().lower() == headline.strip().lower()
    )


def _marks(text: str) -> set[str]:
    return {*(stem(word) for word in content_words(text)), *re.findall(r"\d+", text)}


def local_number(number: str) -> str:
    """“+46729421405” as it is dialled and read in the country itself."""
    stockholm = re.fullmatch(r"\+468(\d{3})(\d{2,3})(\d{2})", number)
    if stockholm:
        return f"08-{stockholm[1]} {stockholm[2]} {stockholm[3]}"
    mobile = re.fullmatch(r"(?:\+46|0)(7\d)(\d{3})(\d{2})(\d{2})", number)
    if mobile:
        return f"0{mobile[1]}-{mobile[2]} {mobile[3]} {mobile[4]}"
    american = re.fullmatch(r"\+1(\d{3})(\d{3})(\d{4})", number)
    if american:
        return f"({american[1]}) {american[2]}-{american[3]}"
    swedish = re.fullmatch(r"\+46\s?\(?0?\)?\s?(\d{2,3})[\s-]?(\d{2,3})[\s-]?(\d{2})[\s-]?(\d{2,3})", number)
    return f"0{swedish[1]}-{swedish[2]} {swedish[3]} {swedish[4]}" if swedish else number


_NAME = re.compile(r"english|swedish|german|french|spanish|american|british|european|nordic|\w+day|january|february|april|june|july|august|september|october|november|december|google|facebook|apple|windows|office", re.IGNORECASE)  # fmt: skip


def _calm(text: str) -> str:
    """Title Case as a sentence: words of the language small, names as they are."""
    told = text.split()
    if language_of_phrase(text) == "sv" or sum(word[:1].isupper() for word in told) <= 1:
        return text
    calm = [
        word.lower()
        if word[:1].isupper()
        and word[1:].islower()
        and is_listed(word.lower().strip(",.;:"), "en")
        and not _NAME.fullmatch(word.strip(",.;:"))
        else "-".join(part if part.isupper() else part.lower() for part in word.split("-"))
        if "-" in word and all(part[:1].isupper() for part in word.split("-"))
        else word
        for word in told[1:]
    ]
    return " ".join([told[0], *calm])
