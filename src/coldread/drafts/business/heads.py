"""Headlines of two or three sure facts: what it is, for whom in the order's own words, and what the page promises.

What it is comes from the order's object, the title, the headline or the trade, and from no single word further down; a
line that cannot stand by itself is none. No headline has a gap.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from coldread.base.languages import Language
from coldread.base.texts.said import Said
from coldread.drafts.business.acts import Act
from coldread.drafts.business.facts import is_label
from coldread.drafts.business.kind import Business, is_trade, top_lines, trade_named
from coldread.drafts.business.readers import met_in, people_of
from coldread.scanner.page.dictionary import is_listed
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.titles import title_parts
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, language_of_phrase, mid_sentence, stem, words
from coldread.scanner.reading.offer import judge_line, topics
from coldread.scanner.reading.quotes import own_words
from coldread.scanner.reading.record import Reading
from coldread.scanner.suggest.names import is_name, looks_like_name
from coldread.scanner.suggest.wording import capital, recased, sentences

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
    #: the headline is the firm's name and nothing else
    is_named_so: bool = False
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
    r"(?:ett|samtal|tid|tider|möte\w*|demo\w*|offert\w*|konto\w*|online|direkt|mer|något|oss|det|den|first|call\w*|meeting\w*|demo|time|times|more|quote\w*|account\w*|appointment\w*|table\w*|room\w*|from|with|product\w*|service\w*|saker|produkt\w*|tjänst\w*|sidan|page|here|directly)\b.*",
    re.IGNORECASE,
)
_FOR = re.compile(r"\s(?:for|för|till|åt)\s", re.IGNORECASE)
_BUILDS = re.compile(
    r"^(?:we|vi) (?:build|make|create|offer|sell|provide|design|bygger|gör|säljer|erbjuder|tillverkar|levererar|utför)\s+(?P<what>.+?)(?:\s+(?:for|för|till|åt|that|som|so|så)\s|[.—–]|$)",
    re.IGNORECASE,
)
_GET = re.compile(r"^(?:get|få|receive|join)\s+(?:the |our |en |ett |vårt )?", re.IGNORECASE)
_OFTEN = re.compile(r"\b(?:weekly|monthly|daily|newsletter|brief|letter|digest|nyhetsbrev\w*|veckobrev\w*)\b", re.IGNORECASE)  # fmt: skip
#: words that a name of a thing has not
_NO_NOUN = re.compile(
    r"\b(?:you|your|yours|we|our|us|my|me|i|it|its|is|are|was|can|will|do|does|don't|help\w*|works?|why|how|what|when|who|more|not|no|never|get|let|make|makes|that|"
    r"du|dig|din|ditt|dina|ni|er|ert|vi|oss|vår|våra|vårt|jag|min|det|är|kan|ska|vill|har|hjälper|behöver|hur|varför|vad|när|inte|som|välkommen|welcome|home|hem|contact|kontakt|about|best|bäst\w*|#1|leading|ledande|"
    r"\d{4})\b|[?!…|]|\bAI money\b$",
    re.IGNORECASE,
)
_DOES = re.compile(
    r"(?:track|manage|create|build|find|see|save|plan|book|learn|discover|connect|turn|keep|send|sell|run|grow|automate|organi[sz]e|write|design|share|compare|read|watch|try|use|start|stop|join|take|buy|order|shop|meet|explore|unlock|"
    r"bygg|se|få|hitta|skapa|boka|prova|spara|jämför|ladda|välj|lär|följ|sälj|köp|träna|odla|upptäck|samla|planera|slipp|hyr|beställ|anmäl|spela|res|koppla|gör|börja|testa|ring|läs)\b(?!-)",
    re.IGNORECASE,
)
_HANGS = re.compile(r"\s(?:and|or|to|the|a|an|of|for|with|in|on|by|och|eller|att|en|ett|av|för|med|i|på|som|till|från|from|&)$", re.IGNORECASE)  # fmt: skip
MOST_THING, LONGEST_THING, LEAST_SIGNS = 7, 52, 2
_PUFF = re.compile(r"^(?:the |a |an |en |ett )?(?:(?:powerful|professional|professionell\w*|leading|ledande|innovative|innovativ\w*|modern\w*|premium|unique|unik\w*|scalable|effortless|custom)\s+)+", re.IGNORECASE)  # fmt: skip


def thing(source: Source) -> str:
    """What it is, in a few words of the page or the order; empty where nobody can be sure."""
    found = []
    for said in _things(source):
        told = _calm(_PUFF.sub("", " ".join(said.split()).strip(" .,:;–—-·•|")))
        # “… for …” in the title or the headline is unmistakable; all else needs a second place
        outright = any(
            f"{said} {word} " in line
            for line in (source.page.title, source.headline)
            for word in ("for", "för")
        )
        outright = outright or told == trade_named(source.page, source.lang)
        if _is_thing(told, source) and (outright or _signs(told, source) >= LEAST_SIGNS):
            found.append(told)
    # of several, the one that speaks of what these readers care about
    care = {stem(word) for word in content_words(source.audience)}
    return max(found, key=lambda one: len({stem(word) for word in content_words(one)} & care), default="")


def _things(source: Source) -> Iterator[str]:
    """Candidates, the surest first."""
    name = source.act.name if source.act is not None else ""
    if name in ("newsletter", "waitlist"):
        yield from _letters(source.page)
    if name == "newsletter":
        return
    yield from _object(source)
    lines = [part for part in title_parts(source.page.title) if not looks_like_name(source.page, part)]
    if source.headline and not is_name(source.page, source.headline) and not source.is_named_so:
        lines.append(recased(source.headline))
    for line in lines:
        yield from (part for part in (_FOR.split(line)[0], line.partition(":")[0]) if part != line)
    noun = trade_named(source.page, source.lang) or (
        source.business.noun(source.lang) if source.business.outcome == "sure" else ""
    )
    if noun not in _NO_GOODS:
        yield noun
    yield from lines
    yield from _top(source.page)


def _letters(page: Page) -> Iterator[str]:
    """What a letter is called where it is asked for."""
    for block in page.blocks:
        if block.kind == "heading" and _OFTEN.search(block.text):
            yield _FOR.split(_GET.sub("", recased(block.text)))[0]


def _object(source: Source) -> Iterator[str]:
    """What the order wants to be bought or booked."""
    asked = _OBJECT[source.lang].search(source.goal)
    if asked is not None and not _NO_THING.match(asked["what"]):
        yield asked["what"]
        yield asked["what"].split()[0]
    about = _ABOUT[source.lang].search(source.goal)
    if about is not None and (is_trade(about["what"]) or not _NO_THING.match(about["what"])):
        yield about["what"]


def _top(page: Page) -> Iterator[str]:
    """Lines of the first screen that tell the offer, and what “We build …” builds."""
    for block in page.blocks:
        if (
            page.in_hero(block.element)
            and block.region not in ("nav", "header")
            and not is_label(block.element)
        ):
            if block.element is page.headline:
                continue
            for part in re.split(r"\s?[·•|]\s?", recased(block.text[:160])):
                if judge_line(part, page, topics(page)).outcome == "yes":
                    yield _FOR.split(part)[0]
    for block in page.subheads[:4]:
        for sentence in sentences(" ".join(block.text[:600].split()))[:3]:
            built = _BUILDS.match(sentence)
            if built is not None:
                yield built["what"]


#: what a kind is called says nothing of what it sells
_NO_GOODS = frozenset({"", "butik", "shop", "verktyg", "software", "rådgivning", "consulting", "kurs", "course", "evenemang", "event", "boende", "a place to stay", "öppen källkod", "open source"})  # fmt: skip


def _is_thing(said: str, source: Source) -> bool:
    told = words(said)
    return (
        0 < len(told) <= MOST_THING
        and len(said) <= LONGEST_THING
        and len(said) > 3
        and not _NO_NOUN.search(said)
        and not _DOES.match(said)
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
    theirs = {stem(word) for word in content_words(source.audience)}
    asked = {stem(word) for word in content_words(source.goal)}
    return bool(mine) and mine <= theirs and not mine <= asked


def _signs(said: str, source: Source) -> int:
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
        once = " ".join(word for word in what.split() if not _doubled(word, whom))
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


def where(source: Source, what: str) -> str:
    """“Dentist in York”, where the order names nobody in particular."""
    place = town(source)
    line = capital(_IN(source.lang, line=what, place=place)) if place else ""
    return line if len(line) <= LONGEST and place.lower() not in what.lower() else ""


def town(source: Source) -> str:
    found = next((one.value for one in source.reading.place if one.sure), "").partition(",")[0].strip()
    return found.title() if found.isupper() and len(found) > 3 else found


def _doubled(what: str, whom: str) -> bool:
    mine = {stem(word) for word in content_words(what)}
    return bool(mine & {stem(word) for word in content_words(whom)})


# What it promises

_UNIT = r"(?:min(?:ut(?:er)?|utes?)?|tim(?:me|mar)|hours?|days?|dagar|dygn|weeks?|veckor)"
_TIME: dict[str, re.Pattern[str]] = {
    "sv": re.compile(rf"\b(?P<said>(?:på plats|svar|återkoppling|offert|pris(?:förslag)?|klart|leverans|levereras) inom \d{{1,3}} ?{_UNIT}\b)", re.IGNORECASE),
    "en": re.compile(rf"\b(?P<said>(?:(?:a )?(?:working system|fixed quote|written quote|quote|reply|answer|delivery|website|[A-Z]{{3,6}} compliance),? (?:in|within) (?:under )?\d{{1,3}}(?:\s?[–-]\s?\d{{1,3}})? {_UNIT}\b))"),
}  # fmt: skip
_TRIAL = re.compile(
    r"\b(?P<a>\d{1,2})[- ]?(?:days?|dagars?)\b(?=[^.!?]{0,25}(?:free|gratis|trial|prov))|(?:free for|gratis i|prova (?:gratis )?i|free trial for)\s(?P<b>\d{1,2})\s(?:days|dagar)",
    re.IGNORECASE,
)
_FREE_FOR = Said(en="free for {n} days", sv="gratis i {n} dagar")
_FIXED = re.compile(r"\b(?:fast pris|fixed price|flat (?:fee|rate))\b", re.IGNORECASE)
_FIXED_AT = Said(en="fixed price {price}", sv="fast pris {price}")
_FROM = Said(en="from {price}", sv="från {price}")
_AT = Said(en="{price}", sv="{price}")


def promise(source: Source, what: str, prices: tuple[str, ...], price_line: str, disputed: str) -> str:
    """“Elektriker på plats inom 60 minuter, fast pris 3 990 kr”: the thing with the page's strongest sure facts."""
    time, price = _time(source, disputed), _price(source, prices, price_line)
    waits = source.act is not None and source.act.name in ("newsletter", "waitlist")
    trial = "" if waits else _trial(source)
    facts = [fact for fact in (time, price or trial) if fact]
    for chosen in (facts, facts[:1], facts[1:]):
        if not chosen:
            continue
        joint = (
            " "
            if chosen[0].startswith("på plats")
            else ": "
            if source.lang == "en" or chosen[0] is time
            else ", "
        )
        line = capital(f"{what}{joint}{', '.join(chosen)}")
        if len(line) <= LONGEST:
            return line
    return ""


def _time(source: Source, disputed: str) -> str:
    """Promised in the page's own voice, and by no other line of it contradicted."""
    pattern = _TIME[source.lang]
    for block in own_words(source.page):
        if source.page.is_quotation(block.element) or placeholder_in(block.text):
            continue
        match = pattern.search(" ".join(block.text[:600].split()))
        if match is not None and match["said"] not in disputed:
            said = match["said"].replace(", in", " in").replace(", within", " within")
            return said if said[:3].isupper() else said[:1].lower() + said[1:]
    return ""


def _price(source: Source, prices: tuple[str, ...], line: str) -> str:
    if not prices:
        return ""
    shown = re.sub(r"(?<=\d) ?SEK\b", " kr", prices[0].partition("/")[0].strip())
    if not re.search(r"\d\W*(?:kr|kronor|:-|€|a \w+|i \w+)?$", shown):
        return ""  # words that belong to the page's own layout
    if _FIXED.search(line):
        return _FIXED_AT(source.lang, price=shown)
    return (_FROM if len(prices) > 1 else _AT)(source.lang, price=shown)


def _trial(source: Source) -> str:
    for text in top_lines(source.page):
        match = _TRIAL.search(text[:600])
        if match is not None:
            return _FREE_FOR(source.lang, n=match["a"] or match["b"])
    return ""


# Lines

MOST_WORDS, LEAST_WORDS, NEAR_TOP = 27, 6, 4
_THANKS = re.compile(
    r"\s*(?:thank|thanks|welcome|tack|välkommen|click|klicka|cookies?|copyright|©)\b", re.IGNORECASE
)
_BULLET = re.compile(r"^(?:[-–—•*·★☆✓✔→>]|\d{1,2}[.)])")
#: what leans on the sentence before it
_LEANS = re.compile(
    r"(?:then|and|but|so|this|these|that|those|it|they|he|she|based|also|however|sedan dess|och|men|så|det|den|de|detta|dessa|dessutom|här|där|join|try|purchase|click|scroll|what|how|if|when|for|vad|hur|om|när|för|boka|book)\b",
    re.IGNORECASE,
)
#: names in the middle of a sentence that the page does not bear itself: somebody's case
_NAMES = re.compile(r"(?<=[a-zåäö,] )[A-ZÅÄÖ][a-zåäö]{3,}")


def _others_named(sentence: str, source: Source) -> bool:
    own = f"{source.page.title} {source.headline} {source.audience} {source.goal}".lower()
    own += " ".join(one.value for one in source.reading.place).lower()
    found = [name for name in _NAMES.findall(sentence) if not is_listed(name.lower(), source.lang)]
    return any(name.lower() not in own for name in found) or _TOLD_OF.search(sentence) is not None


_TOLD_OF = re.compile(r"\b(?:partnered|engaged|case study|kundcase)\b", re.IGNORECASE)
_STARTUPS = re.compile(r"\b(?:startups?|high[- ]growth|enterprises?|scale-?ups?)\b", re.IGNORECASE)


#: baskets, cookies and what is to be pressed say nothing of the offer
_ASIDE = re.compile(r"\b(?:cart|basket|bag is|varukorg\w*|kundvagn\w*|cookies?|kakor|menu|meny|empty|fill it|checkout)\b", re.IGNORECASE)  # fmt: skip


def line_below(source: Source, headline: str) -> str:
    """A sentence of the page's own for the line under a headline: one that speaks of what the order's readers care about, else the first that tells the offer."""
    care = {stem(word) for word in content_words(source.audience)}
    found = []
    for number, (first, text) in enumerate(_told(source)):
        for sentence in sentences(" ".join(text.split())):
            if not _stands(sentence, source) or alike(sentence, headline) or _ASIDE.search(sentence):
                continue
            hits = sum(stem(word) in care for word in content_words(sentence)) + met_in(
                sentence, source.audience
            )
            if first:
                found.append((hits == 0, not first, number, sentence))
    return min(found)[-1] if found else ""


def _told(source: Source) -> list[tuple[bool, str]]:
    """Paragraphs that may be quoted: near the letter's form where a letter is asked for, else from the top of the page."""
    page = source.page
    blocks = [
        block
        for block in own_words(page)
        if block.kind == "paragraph"
        and block.region not in ("nav", "footer", "header")
        and not page.is_quotation(block.element)
        and not is_label(block.element)
        and not placeholder_in(block.text)
    ]
    if source.act is not None and source.act.name == "newsletter":
        every = list(page.blocks)
        near = [at for at, block in enumerate(every) if block.kind == "heading" and _OFTEN.search(block.text)]
        after = [block for at in near for block in every[at + 1 : at + 3] if block in blocks]
        return [(True, block.text[:600]) for block in after]
    beside = page.subheads[:NEAR_TOP]
    return [(page.in_hero(block.element), block.text[:600]) for block in blocks if block in beside]


def _stands(sentence: str, source: Source) -> bool:
    wanted = source.audience + " " + source.goal
    other = _STARTUPS.search(sentence)
    return (
        LEAST_WORDS <= len(words(sentence)) <= MOST_WORDS
        and sentence[:1].isupper()
        and sentence.rstrip()[-1:] in ".!"
        and not _BULLET.match(sentence)
        and not _LEANS.match(sentence)
        and not _others_named(sentence, source)
        and not _THANKS.match(sentence)
        and not re.search(r"[©@:;]|https?|\d{4}", sentence)
        and (other is None or stem(other[0].lower()) in {stem(word) for word in content_words(wanted)})
        and language_of_phrase(sentence) in ("", source.lang)
    )


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
