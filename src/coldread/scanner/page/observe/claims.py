"""Numbers as proof: ratings, and counts of customers or results, but not prices, years or plan limits."""

from __future__ import annotations

import re
from functools import cache

from coldread.scanner.page.figures import from_figures
from coldread.scanner.page.phrases import has_figure, may_hold, phrases, remembered

_STARS = re.compile(
    r"[★⭐]{3,}"
    r"|(?<![\d.,])[1-5][.,]\d\s*(?:/|of|out of|av)\s*5(?!\d)"
    r"|(?<![\d.,])[1-5](?:[.,]\d)?\s*(?:/\s*5|stars?\b|stjärn)"
    r"|\b(?:5|five|fem)[\s-]?(?:star|stjärn)"
    r"|\b(?:rated|rating|excellent|outstanding|reviews?|betyg\w*|omdömen|recensioner|utmärkt)\b[^.]{0,20}\b(?:trustpilot|google|reco|g2|capterra|tripadvisor|yelp|checkatrade|yell|facebook)\b"
    r"|\b(?:betyg\w*|snittbetyg\w*|rated|rating|average)\s*(?:på|of|:|är|is)?\s*[1-5][.,]\d",
    re.IGNORECASE,
)
#: nine out of ten
_SHARE_OF_ALL = r"(?:\d+|nine|eight|seven|four|nio|åtta|sju|fyra)\s+(?:of|out of|in|av)\s+(?:every\s+|våra\s+|our\s+)?(?:\d+|ten|five|tio|fem)"
#: bounded, so that a page full of digits is not searched for minutes
_NUMBER = r"(?:\d{1,3}(?:[ \u00a0\u202f,.']\d{3}){1,3}|\d{1,12}(?:[.,]\d{1,4})?)\s*(?:\+|%|procent|percent|k\b|m\b|x\b|×|tusen|miljon\w*|thousand|million)?"
#: a result at a named customer, which needs no number
_RESULT_AT = re.compile(
    r"\b(?i:halved|doubled|tripled|halverad\w*|fördubblad\w*|dubblad\w*)\b.{0,60}?\b(?:at|for|hos|för|på)\s+[A-ZÅÄÖ]\w+"
)
#: "3 hrs → 8 mins", "19 % → 9 %": before and after
_CHANGED = re.compile(
    r"\d{1,6}(?:[.,]\d{1,2})?\s?(?:%|\w{1,10})?\s?(?:→|->|➜|⟶)\s?\d{1,6}(?:[.,]\d{1,2})?\s?(?:%|\w{1,10})?"
)
_SPELLED = (
    r"(?:hundreds|thousands|millions|(?:half )?a million|hundratals|tusentals|miljontals|en (?:halv )?miljon)"
)
#: words for the time in which a count was reached; without them it may be stock
_REACHED = r"(?:since\s+(?:\w+\s+)?(?:19|20)\d\d|so far|to date|and counting|last year|sedan\s+(?:\w+\s+)?(?:19|20)\d\d|hittills|förra året|i fjol)"
#: verbs for what was done with the counted things
_MADE = (
    r"(?:\w{2,}ed|sewn|built|made|sold|sent|grown|written|\w{2,}ade|sydda|byggda|gjorda|sålda|lagda|skrivna)"
)


#: every rating contains one of these
_RATING_WORDS = (
    "★", "⭐", "/", "of", "av", "star", "stjärn", "rated", "rating", "excellent", "outstanding", "review", "betyg",
    "omdömen", "recensioner", "utmärkt", "average",
)  # fmt: skip
_RESULT_WORDS = ("halved", "doubled", "tripled", "halverad", "dubblad")
_SHARE_WORDS = ("%", "procent", "percent", "x", "×", "gånger", "times")
_GAIN_WORDS = ("sav", "spar", "earn", "tjän", "gain", "vinn", "win", "cut", "minsk", "grew", "grow", "öka")
_COUNTING_WORDS = ("hundre", "thousand", "million", "hundra", "tusen", "miljon")


_SENTENCE_END = re.compile(r"(?<=[.!?])\s")
#: what readers lose today: "you only use 10 % of it"
_COMPLAINT = re.compile(
    r"\b(?:you|businesses|companies|most people|du|ni|företag)(?:['’]re| are)? (?:only|never|barely|hardly|still|los(?:e|ing)|wast(?:e|ing)|pay(?:ing)?|miss(?:ing)?|bara|betalar|förlorar|slösar|tappar|missar)\b",
    re.IGNORECASE,
)
#: numbers that are no count: years in business, an age, a time, a best case, a promise, the contents of a plan
_NO_TALLY = re.compile(
    r"(?<![\w.,])\d{1,3}\s?\+?\s*(?:years?|yrs|års?)\b"
    # a time of day
    r"|(?<![\w.,:])\d{1,2}(?:[:.]\d\d(?:\s?[ap]\.?m\b\.?)?|\s?[ap]\.?m\b\.?)(?![\d%])"
    # a step's number, an early year, and a share of a whole population
    r"|^\W*0\d\b|^\W*1[5-8]\d\d\b(?!\s\d)|\d{1,3}(?:[.,]\d)?\s?(?:%|procent|percent)\s(?:av|of)\s(?:alla?|all|every|the)\s"
    r"|\(?\b\d{3}\)?[-. ]\d{3}[-. ]\d{4}\b"
    r"|(?<![\w.,])(?:18|21)\+"
    r"|(?<![\w.,])\d{1,3}\s*(?:sekunder|minuter|seconds?|minutes?|mins?|secs?)\b"
    r"|\b(?:up to|upp till)\s+\d{1,3}(?:[.,]\d{1,2})?\s*%"
    r"|\b100\s?%\s+(?:free|gratis|kostnadsfri\w*|guarantee\w*|satisfaction guarantee\w*|\w{0,20}garanti\w*)"
    r"|(?<![\w.,])\d{1,6}\s+(?:[\w-]{1,30}\s+){0,2}[\w-]{1,30}\s?(?:/|\bper\s)\s?(?:month|mo|year|yr|user|week|day|mån\w{0,4}|år|vecka|dag)\b",
    re.IGNORECASE,
)


#: "less than 0.5 % alcohol", "mer än 40 % ull": an ingredient, not a result
_BOUND = re.compile(
    r"\b(?:less|more|fewer|mindre|mer|färre|fler) (?:than|än) (?=\d{1,3}(?:[.,]\d{1,2})?\s?(?:%|procent|percent))",
    re.IGNORECASE,
)


#: "Office 365 och Teams", "Windows 11 for schools": a number that is part of a name
_NAMED = re.compile(r"\b[A-ZÅÄÖ][\w-]{1,30} \d{1,4}(?=\s(?:and|or|for|with|och|eller|för|med|&)\s)")


@remembered
def states_rating(text: str) -> bool:
    low = text.lower()
    return any(word in low for word in _RATING_WORDS) and bool(_STARS.search(text))


@remembered
def counts_people_or_results(text: str) -> bool:
    """The text has a number of customers or a result in numbers, not only prices, years, discounts or plan limits."""
    text = " ".join(
        [sentence for sentence in _SENTENCE_END.split(text) if not _is_about_the_reader(sentence)]
    )
    figures = has_figure(text)
    if figures:
        text = _BOUND.sub(" ", _NO_TALLY.sub(" ", _NAMED.sub(" ", text)))
        figures = has_figure(text)
    spelled = any(word in text.lower() for word in _COUNTING_WORDS)
    counts = figures or spelled
    people = phrases("proof.people").search(text) is not None
    if people and (_share_counted().search(text) or _tells_gain(text)):
        return True
    if may_hold(text, _RESULT_WORDS) and _RESULT_AT.search(text):
        return True
    if figures and any(sign in text for sign in ("→", "->", "➜", "⟶")) and _CHANGED.search(text):
        return True
    tallies = (
        # whether a match is possible, whether each begins with a digit, and the pattern
        (people and counts, not spelled, _people_counted),
        (counts and phrases("proof.served").search(text) is not None, False, _served_counted),
        (figures, True, _users_counted),
        (counts, not spelled, _record_counted),
    )
    for possible, figured, pattern in tallies:
        if not possible:
            continue
        found = from_figures(pattern(), text) if figured else pattern().finditer(text)
        if any(_is_tally(text, match) for match in found):
            return True
    if not (figures and may_hold(text, _SHARE_WORDS)) or phrases("proof.results").search(text) is None:
        return False
    return bool(_results_counted().search(text)) and not phrases("proof.discount").search(text)


def _is_about_the_reader(sentence: str) -> bool:
    """A question or a complaint, which proves nothing about the page."""
    return sentence.rstrip(" ”\"'").endswith("?") or _COMPLAINT.search(sentence) is not None


def _tells_gain(text: str) -> bool:
    return has_figure(text) and may_hold(text, _GAIN_WORDS) and _gain_counted().search(text) is not None


def _is_tally(text: str, match: re.Match[str]) -> bool:
    """A number of two digits or more that is no year and no limit of a plan."""
    around = text[max(0, match.start() - 20) : match.end() + 20]
    if phrases("proof.limit").search(around):
        return False
    number = re.search(_NUMBER, match[0], re.IGNORECASE)
    digits = re.sub(r"[^\d]", "", number[0]) if number else ""
    if number and re.search(r"mil|thous|tusen|[km]\b", number[0], re.IGNORECASE):
        return True
    return not digits or (len(digits) >= 2 and not re.fullmatch(r"(?:19|20)\d\d", digits)) or "%" in match[0]


def _word_alternatives(path: str) -> str:
    return phrases(path).pattern


@cache
def _people_counted() -> re.Pattern[str]:
    between = r"(?:\s+[\w'’-]+){0,2}"
    return re.compile(
        rf"(?<![\w$€£.,])(?:{_NUMBER}|{_SPELLED}){between}\s+{_word_alternatives('proof.people')}",
        re.IGNORECASE,
    )


@cache
def _users_counted() -> re.Pattern[str]:
    """A count of people who do what customers do, whatever they are called."""
    doing = r"(?:use|trust|rely|love|choose|chose|read|joined|switched|recommend|använder|litar|läser|rekommenderar|älskar|har\s+(?:valt|bytt|gått|slutat))"
    return re.compile(
        rf"(?<![\w$€£.,])(?:{_NUMBER})(?:\s+[\w:'’-]+){{1,3}}\s+(?:already\s+|redan\s+)?{doing}\b",
        re.IGNORECASE,
    )


@cache
def _record_counted() -> re.Pattern[str]:
    """A count of things made or sold, or reached so far."""
    between = r"(?:\s+[\w'’-]+){0,3}?"
    return re.compile(
        rf"(?<![\w$€£.,])(?:{_NUMBER}|{_SPELLED})(?<!%){between}\s+{_REACHED}"
        rf"|(?<![\w$€£.,])\d{{1,3}}(?:[ \u00a0\u202f,.']?\d{{3}}){{1,3}}(?:\s+[\w'’-]+){{1,2}}?\s+{_MADE}\b",
        re.IGNORECASE,
    )


@cache
def _share_counted() -> re.Pattern[str]:
    return re.compile(rf"\b{_SHARE_OF_ALL}\s+{_word_alternatives('proof.people')}", re.IGNORECASE)


@cache
def _gain_counted() -> re.Pattern[str]:
    """The gain of a customer in numbers."""
    gaining = r"(?:sav|spar|earn|tjän|gain|vinn|win|cut|minsk|grew|grow|öka)\w*"
    return re.compile(
        rf"{_word_alternatives('proof.people')}(?:\s+\w+){{0,4}}?\s+{gaining}(?:\s+\w+){{0,3}}?\s+[$€£]?(?:{_NUMBER})",
        re.IGNORECASE,
    )


@cache
def _results_counted() -> re.Pattern[str]:
    share = r"\d+(?:[.,]\d+)?\s*(?:%|procent|percent|x\b|×|gånger|times)"
    result = _word_alternatives("proof.results")
    return re.compile(
        rf"(?<![\w$€£.,]){share}(?:\s+\w+){{0,3}}?\s+{result}|{result}(?:\s+\w+){{0,4}}?\s+{share}",
        re.IGNORECASE,
    )


@cache
def _served_counted() -> re.Pattern[str]:
    number = rf"(?:{_NUMBER}|{_SPELLED})(?!\s*(?:min|sek|sec|kr|:-))"
    return re.compile(rf"{_word_alternatives('proof.served')}(?:\s+\w+){{0,3}}?\s+{number}", re.IGNORECASE)


def compile_claims() -> None:
    """Compiles every pattern in advance, so that the first page with numbers does not pay several milliseconds for each."""
    for pattern in (
        _people_counted, _users_counted, _record_counted, _share_counted, _gain_counted, _results_counted, _served_counted,
    ):  # fmt: skip
        pattern()
