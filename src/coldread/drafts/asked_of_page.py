"""What visitors with this goal want to know, answered in the page's own words, with where they stand.

Only what is found is told; what is not found becomes a question to the owner, and only where nothing on the page could be
the answer (`could_be`). Nothing is ever said to be missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from coldread.drafts.business.control import is_answered
from coldread.drafts.business.facts import is_asked_of_visitors
from coldread.drafts.own_lines import OwnLine, own_lines
from coldread.drafts.settled import Settled
from coldread.scanner.page.dictionary import is_listed
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.prices import AMOUNT

_DAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekdays|(?:mån|tis|ons|tors|fre|lör|sön)dag(?:ar|en)?|vardag(?:ar)?|mon|tue|wed|thu|fri|sat|mån|tis|ons|tors|fre|lör|sön"
_CLOCK = r"\d{1,2}(?:[:.]\d\d)?\s?(?:am|pm)\b|\d{1,2}[:.]\d\d|\d{1,2}\s?[–-]\s?\d{1,2}(?!\d)"
_SPAN = r"\d{1,3}(?:\s?[–-]\s?\d{1,3})?[\s-]?(?:min\b|minut\w*|minute\w*|hours?|tim(?:me|mar)?\b|days?\b|dag(?:ar)?\b|dygn|working days|arbetsdagar|weeks?\b|veck(?:a|or)\b)"
_NAME = r"[A-ZÅÄÖ][a-zåäöé]+ (?:[A-ZÅÄÖ][a-zåäöé]+|[A-Z]\.)"


@dataclass(frozen=True, kw_only=True)
class Question:
    """Something that visitors want to know."""

    name: str
    find: re.Pattern[str]
    #: a line with this is about something else
    unless: re.Pattern[str] | None = None
    #: it is short, and eases the press: it may stand under the button
    eases: bool = False


def _question(
    name: str, find: str, unless: str = "", *, eases: bool = False, flags: int = re.IGNORECASE
) -> Question:
    return Question(
        name=name,
        find=re.compile(find, flags),
        unless=re.compile(unless, re.IGNORECASE) if unless else None,
        eases=eases,
    )


QUESTIONS: dict[str, Question] = {
    one.name: one
    for one in (
        _question("when", rf"\b(?:every |each |varje )?(?:{_DAY})\b[^.!?]{{0,18}}?(?:{_CLOCK})|\b(?:{_CLOCK})[^.!?]{{0,12}}\b(?:{_DAY})\b",
                  r"©|posted|published|publicerad|avbok|ombok|cancel|reschedul|concert|konsert", eases=True),
        _question("free", r"\bfree (?:to (?:play|use|join|try|attend|enter)|forever|of charge|entry|admission)\b|\b(?:helt|alltid) (?:gratis|kostnadsfri\w*)|\bkostnadsfritt\b|\bkostar (?:ingenting|inget)\b|\bcosts? nothing\b|\bno (?:\w+ ){0,2}fees?\b|\bgratis (?:första|prov)\w*|\bfirst (?:class|session|lesson|visit) (?:is )?free\b|\bfree (?:trial|first)\b|\b(?:fritt inträde|fri entré|gratis inträde)\b|\bgratis att (?:hämta|ladda|prova|använda|börja)\b|\bfree to (?:download|start)\b|\b\d+ (?:months?|weeks?|days?) (?:of \w+ )?free\b",
                  r"kostnadsfri\w* offert|shipping|frakt|no exit fees|avbok|cancel|\b(?:win|winner|giveaway|giving away|vinn|tävling)\b", eases=True),
        _question("safe", r"\bno[- ]obligation\b|\bwithout obligation\b|\bno lock[- ]in\b|\bmonth[- ]to[- ]month\b|\bcancel any ?time\b|\bcancel (?:free|for free|up to)\b|\bunsubscribe (?:any ?time|with one click|whenever)\b|\bmoney[- ]back\b|\bno credit card\b|\bno (?:contract|commitment|strings)\b|\bfree (?:cancellation|returns?)\b|\b(?:satisfaction|money[- ]back|\d+[- ](?:day|year)|lifetime|best[- ]price|full|our|two|100%) (?:\w+ )?guarantees?\b|\bguaranteed or\b"
                          r"|\bno (?:deposit|set-?up fees?|spam)\b|\bingen (?:deposition|startavgift|uppsägningstid)\b|\bförplikt\w+ (?:ingenting|dig inte|er inte|inte)\b|\butan (?:bindningstid|förpliktelser?)\b|\bingen bindningstid\b|\bicke-?bindande\b|\b(?:fri|gratis) avbokning\b|\bavboka (?:gratis|kostnadsfritt|fritt|när)\b|\bavsluta när (?:du|ni) vill\b|\bavregistrera dig när\b|\bnöjdhetsgaranti\b|\b(?:dagars )?öppet köp\b|\bpengarna tillbaka\b|\binte nöjd\?|\b(?:pris|återbetalnings|nöjd-kund-)garanti\w*|\b\d+ (?:års|dagars) garanti\b",
                  r"resultat|\bnot guarantee|inga garantier|no guarantee|error-free|tax return", eases=True),
        _question("long", rf"\b(?:live|ready|done|deliver\w*|book\w*|set ?up|started?|install\w*|launch\w*|complet\w*|finish\w*|subscrib\w*|sign up|klar\w*|boka\w*|levere\w*|igång|färdig\w*|anmäl\w*)\b[^.!?]{{0,25}}?\b(?:in|within|på|inom|under)\s(?:just |only |under |about |as little as |ca |cirka |bara )?(?:{_SPAN}|\d{{1,2}} sec\w*)|\b(?:takes?|tar)\s(?:just |only |about |ca |cirka |bara |typically )?(?:{_SPAN})|\b(?:day|dag) 1 ·|\b{_SPAN}s? (?:call|demo|samtal|möte|meeting|session|consultation|turnaround)\b",
                  r"\b(?:last|past|senaste) (?:\w+ )?\d|\bago\b|sedan\b|years|år\b|within the first|cookie|due in|\brepl(?:y|ies)\b|\brespon|\bsvarar?\b|återk|avbok|cancel|\bmin read\b", eases=True),
        _question("reply", r"\b(?:we(?:'ll| will)? (?:reply|respond|answer|get back|be in touch|call you)|(?:hear|reply|response|answer) (?:from us )?(?:within|in)|you(?:'ll| will) (?:receive|hear)|you(?:'ll| will)? get an? (?:e-?mail|call|confirmation|quote|reply)|receive your [^.!?]{0,30}quote|vi (?:svarar|återkommer|hör av oss|ringer (?:upp )?dig|kontaktar dig)|så återkommer vi|(?:svar|svarstid:?) (?:normalt |oftast |vanligtvis )?inom|återkommer (?:normalt |oftast |vanligtvis )?(?:inom|samma)|återkoppling inom|(?:usually|normally|typically) (?:reply|respond|answer)|you will be contacted|bekräftelse (?:direkt|via|inom)|confirmation (?:by|via|within))\b",
                  r"cookie|newsletter|nyhetsbrev", eases=True),
        _question("often", r"\b(?:every|each|varje) (?:day|morning|week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday|dag|morgon|vecka|månad|måndag|tisdag|onsdag|torsdag|fredag|lördag|söndag)\b|\b(?:once|twice|one email|ett mejl|en gång) (?:a|per|i|om) (?:week|month|day|veckan?|månaden?)\b|\b(?:weekly|monthly|daily)\b(?= (?:email|newsletter|brief|letter|digest|update))|\bdelivered (?:every|daily|weekly)\b",
                  r"\benter by\b|\b(?:win|winner|giveaway|giving away|contest|vinn|tävling\w*|utlottning)\b", eases=True),
        _question("where", r"\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\b\d{3} \d\d [A-ZÅÄÖ][a-zåäö]{2,}|\b(?:serving|we serve|based in|located in|delivery in|pickup in|hämtning i|vi arbetar i|vi finns i|verksamma i|utgår från|baserade i)\s(?:all of |hela |the )?[A-ZÅÄÖ]|\b[A-ZÅÄÖ][a-zåäö]{2,} (?:med omnejd|and surrounding)|\bacross the (?:UK|United Kingdom|US|country)\b|\bi hela (?:Sverige|landet|Norden)\b",
                  r"©|cookie", flags=0),
        _question("welcome", r"\b(?:everyone|everybody|all|beginners|newcomers|families|juniors) (?:is|are)? ?(?:always )?welcome\b|\ball welcome\b|\b(?:every|all) (?:age|level|abilit)\w*|\bwhatever your (?:level|age|experience)|\bno (?:prior |previous )?experience (?:is )?(?:needed|required|necessary)|\balla (?:är|är alltid)? ?välkomna\b|\boavsett (?:nivå|ålder|märke|bakgrund|erfarenhet)|\binga förkunskaper\b|\bnybörjare(?:n)? (?:är )?välk\w*|\bfrån nybörjare\b|\bi alla åldrar\b|\bages? \d{1,2}(?:\.\d)?\s?(?:[–-]\s?\d{1,2}|\+|and up)|\b(?:från )?\d{1,2}\s?[–-]\s?\d{1,2} år\b|\bmax \d{2,3} kg\b",
                  r"concert|konsert|\bevent\b|föreställning|erfarenhet|experience since"),
        _question("delivery", r"\b(?:delivery|shipping|shipped|dispatch\w*|leverans\w*|levereras|frakt\w*|skickas)\b", r"policy|terms|villkor|service delivery|leveranskvalitet|delivery (?:vehicle|system)|\b(?:win|winner|giveaway|giving away|vinn|tävling)\b"),
        _question("who", rf"\b(?i:founded|led|run|owned|written|created|started|taught|coached|hosted|edited) by (?:\w+ ){{0,2}}{_NAME}|\b(?i:grundad|grundat|startad|startat|skriven|skrivet|driven|ägs|leds|drivs|grundades|startades) av {_NAME}|\b(?i:my name is|I am|I'm|jag heter|mitt namn är) [A-ZÅÄÖ][a-zåäöé]+|^{_NAME} (?:is|är) (?:a|an|the|en|ett|legitimerad|utbildad|\w+ och)\b", flags=0),
    )
}  # fmt: skip

#: how soon somebody answers, in words that no other part of a page has
ANSWERED = re.compile(
    r"\b(?:inom|within|under)\s(?:en|ett|one|a|två|two|\d{1,2})\s(?:\w+\s)?(?:arbetsdag\w*|dygn|tim\w*|business days?|working days?|hours?|days?|dagar)\b|\bsamma dag\b|\bsame day\b|\ba few hours\b",
    re.IGNORECASE,
)
#: what matters for which act, the most important first
_BY_ACT: dict[str, tuple[str, ...]] = {
    "newsletter": ("often", "free", "safe", "who", "long"),
    "waitlist": ("when", "free", "safe", "who"),
    "join": ("when", "where", "free", "price", "welcome", "who"),
    "visit": ("when", "where", "price", "free", "welcome"),
    "volunteer": ("when", "where", "long", "welcome", "who"),
    "donate": ("safe", "who", "where"),
    "register": ("when", "where", "price", "free", "welcome", "safe", "who"),
    "buy": ("price", "delivery", "safe", "where", "who"),
    "goods": ("price", "delivery", "safe", "where", "long"),
    "order": ("when", "where", "price", "delivery"),
    "subscribe": ("price", "delivery", "safe", "often"),
    "account": ("price", "free", "safe", "long"),
    "download": ("price", "free", "safe", "long"),
    "demo": ("long", "reply", "price", "safe", "who"),
    "call": ("long", "reply", "price", "free", "safe", "who", "where"),
    "meeting": ("long", "reply", "price", "free", "safe", "who", "where"),
    "quote": ("price", "free", "reply", "long", "safe", "where", "who"),
    "contact": ("price", "reply", "long", "safe", "where", "who", "when"),
    "book": ("price", "long", "when", "where", "safe", "reply", "who"),
    "table": ("when", "where", "price"),
    "room": ("price", "where", "safe", "when"),
}
_USUAL = ("price", "when", "long", "safe", "where", "who", "welcome")
MOST_ROWS = 5
MOST_WORDS, LEAST_WORDS = 30, 2
#: words that still fit under a button
MOST_EASING = 9


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A question, and the line of the page that answers it."""

    question: str
    line: OwnLine
    eases: bool = False


def wanted(facts: Settled) -> tuple[str, ...]:
    act = facts.act.name if facts.act is not None else ""
    names = _BY_ACT.get(act, _USUAL)
    elsewhere = facts.control is not None and not is_answered(facts.control)
    names = tuple(name for name in names if name != "reply" or not elsewhere)
    return tuple(name for name in names if name != "price" or facts.price != "off")


def answers(page: Page, facts: Settled) -> list[Answer]:
    """In the order in which they matter; each line answers one question, and none is the headline; pure."""
    lines = own_lines(page)
    taken: set[str] = {_plain(element.text) for element in page.headlines[:1]}
    found = []
    for name in wanted(facts):
        fit = [line for line in lines if _plain(line.text) not in taken]
        letter = facts.act is not None and facts.act.name in ("newsletter", "waitlist")
        best = _price_line(fit, facts) if name == "price" else best_line(fit, QUESTIONS[name], letter=letter)
        best = (_first_place(fit, facts) or best) if name == "where" else best
        if best is not None and _plain(best.text) not in taken:
            taken.add(_plain(best.text))
            eases = name in QUESTIONS and QUESTIONS[name].eases and len(words(best.text)) <= MOST_EASING
            found.append(Answer(question=name, line=best, eases=eases))
    return found[:MOST_ROWS]


def _first_place(lines: list[OwnLine], facts: Settled) -> OwnLine | None:
    """A short line of the first screen that names the place: nobody has to look for the footer then."""
    named = [one.value.partition(",")[0].lower() for one in facts.ordered.reading.place if one.sure]
    return next(
        (
            line
            for line in lines
            if line.place.is_first
            and line.kind in ("piece", "heading", "sentence")
            and line.region not in ("nav", "head")
            and len(words(line.text)) <= MOST_PLACE
            and any(re.search(rf"\b{re.escape(name)}\b", line.text.lower()) for name in named if name)
        ),
        None,
    )


#: words of a line that is a place and little else
MOST_PLACE = 6


def _plain(text: str) -> str:
    return " ".join(words(text.lower()))


OF_A_LETTER = re.compile(r"\bunsubscribe|\bavregistrera|\bno spam\b", re.IGNORECASE)


#: a row of a table of hours: one day by its name, and what is beside it
_ONE_DAY = re.compile(
    r"\W*(?P<day>mon|tues|wednes|thurs|fri|satur|sun|mån|tis|ons|tors|fre|lör|sön)(?:day|dag)\b\W{0,3}(?:\d|kl|closed|stängt)",
    re.IGNORECASE,
)
#: an address that a template left
_ANY_TOWN = re.compile(r"\bYour (?:City|Town|Street|Address)\b|\bDin (?:stad|gata|adress)\b \d")


def _is_told_by_day(lines: list[OwnLine]) -> bool:
    """“Monday 9–17” of a week that has a line a day: one of them alone says that the rest is closed."""
    return len({found["day"].lower() for one in lines if (found := _ONE_DAY.match(one.text))}) > 1


def _fit(lines: list[OwnLine], question: Question, *, letter: bool = False) -> Iterator[OwnLine]:
    by_day = _is_told_by_day(lines)
    for at, line in enumerate(lines):
        if _ANY_TOWN.search(line.text) or (by_day and _ONE_DAY.match(line.text)):
            continue
        if line.kind in ("title", "meta") or line.region in ("nav", "head"):
            continue
        if line.kind == "label" and question.name not in ("long", "welcome"):
            continue
        most = MOST_PIECE if line.kind in ("piece", "label") else MOST_WORDS
        if not LEAST_WORDS <= len(words(line.text)) <= most or line.text.endswith("?"):
            continue
        match = question.find.search(line.text)
        if match is None or (question.unless and question.unless.search(line.text)):
            continue
        if question.name == "safe" and OF_A_LETTER.search(line.text) and not letter:
            continue  # the way out of a letter is no way out of a purchase
        if question.name == "delivery" and not re.search(r"\d", line.text) and not _BROUGHT.search(line.text):
            continue  # the name of a part
        before = " · ".join(one.text for one in lines[max(at - 3, 0) : at])
        if question.name != "who" or _names_somebody(match[0], before):
            yield line


#: it is brought, and not only called a delivery
_BROUGHT = re.compile(
    r"\bfree (?:shipping|delivery)\b|\bfri(?:a)? (?:frakt|leverans)\b|\bwe (?:deliver|ship)\b|\b(?:is|are|be|gets?) (?:delivered|shipped)\b|\b(?:levereras|skickas|hemleverans)\b|\bvi (?:levererar|skickar)\b|\b(?:delivery|leverans) (?:in|to|within|inom|till|i)\b",
    re.IGNORECASE,
)
#: words of a piece that is no sentence: a longer one is a row of things
MOST_PIECE = 10


_ABOUT = re.compile(r"\b(?:about|om (?:oss|mig|\w*författar\w*)|author|författar\w*|founder|grundar\w*|who|vem|team|bakom|behind|meet|möt)\b", re.IGNORECASE)  # fmt: skip


def _names_somebody(said: str, before: str) -> bool:
    """“Malcolm Pounder”, and not “Harbor Care”: a word of it is in no dictionary, or a heading says that somebody is introduced."""
    names = re.findall(r"[A-ZÅÄÖ][a-zåäöé]+", said)
    unknown = any(not is_listed(name.lower(), "en") and not is_listed(name.lower(), "sv") for name in names)
    return unknown or _ABOUT.search(before) is not None


def best_line(lines: list[OwnLine], question: Question, *, letter: bool = False) -> OwnLine | None:
    """What stands first; where it is brought, a line with a sum or a time before one without."""
    telling = question.name == "delivery"
    return min(
        _fit(lines, question, letter=letter),
        key=lambda one: (
            telling and not re.search(r"\d", one.text),
            not one.place.is_seen,
            one.place.desktop or 0,
        ),
        default=None,
    )


def _price_line(lines: list[OwnLine], facts: Settled) -> OwnLine | None:
    """The line that holds the first price that is asked of visitors, whole: one that says what it is for before a bare sum."""
    headline = facts.ordered.page.headline
    if facts.price != "sure" or (headline is not None and AMOUNT.search(headline.text)):
        return None  # or the headline says it
    goods = facts.act is not None and facts.act.name in ("buy", "goods", "order")
    asked = [one for one in facts.ordered.reading.prices if is_asked_of_visitors(one)]
    sums = [one.partition("/")[0].split(" ")[0] for one in facts.prices]
    fit = [
        (line, price)
        for price in asked
        if goods or any(price.amount.startswith(one) for one in sums)
        for line in lines
        if line.kind not in ("title", "meta", "label")
        and len(words(line.text)) <= MOST_WORDS
        and re.search(rf"{re.escape(price.amount)}(?![\d.,]*\d)", line.text)
        and not _GLUED.search(line.text)
        and not _NOT_ASKED.search(line.text)
    ]
    best = min(
        fit,
        key=lambda row: (
            not row[0].place.is_seen,
            not (row[0].place.is_first or row[0].place.is_first_on_phone),
            not _BEGINS_AT.search(row[0].text),
            len(words(row[0].text)) <= ALONE,
            row[0].place.desktop or 0,
        ),
        default=None,
    )
    return best[0] if best is not None else None


#: a sum from which on something else is given, what others take, and what is bought beside it
_NOT_ASKED = re.compile(
    r"\b(?:over|above|orders? of|spend|vid köp|köp över|ordrar över|gåva|gift|others|competitors|department|elsewhere|konkurrent\w*|andra tar|shipping|frakt\w*|first order|one-time|deposit\w*|saved?|save|spara\w*|worth|värde)\b",
    re.IGNORECASE,
)
_BEGINS_AT = re.compile(r"\b(?:from|starting|starts|från)\b", re.IGNORECASE)


#: words of a line that is a sum and nothing else
ALONE = 2
#: two sums that the markup has nothing between: yesterday's and today's
_GLUED = re.compile(r"\d\s?(?:kr|:-|SEK|EUR|€|£|\$)\d|\d[$£€]\s?\d", re.IGNORECASE)
