"""“What we understood”: the reading in a few lines, in the page's own words.

Only what is sure is told. A line that would say "not found" is left out: the reader stands before the page and sees better.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from coldread.base.languages import Language
from coldread.scanner.judge.answers import Answer
from coldread.scanner.judge.questions import Question
from coldread.scanner.judge.report import Report
from coldread.scanner.reading.record import Claim, Fact, Price, Reading
from coldread.scanner.report.behind_words import behind_words, first_behind
from coldread.scanner.report.plain import prose
from coldread.scanner.report.words import say

MOST = 4
#: characters of the page's own words in one line
LONGEST = 140
#: … of a group's name
LONGEST_NAME = 60
#: words that a promise or a claim must have to be understood by itself, and may have
FEWEST_WORDS, MOST_WORDS, PROMISE_WORDS = 2, 10, 8
_POLICY = re.compile(r"\b(?:policy|policies|terms|villkor|policyn?)\b", re.IGNORECASE)
#: labels that lead around and do nothing
_AROUND = re.compile(
    r"home|hem|start(?:sida)?|about(?: us)?|om oss|(?:read|view|see|learn|show) more|läs mer|visa mer|learn how|menu|meny|back|tillbaka",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.!?;·|•\n](?:\s|$)|\s[–—-]\s")


def rows(report: Report) -> Iterator[tuple[str, str]]:
    """What is told, and how the page says it; nothing that the five answers deny."""
    reading, lang = report.reading, report.brief.lang
    told = {
        "understood_brand": _sure([reading.brand] if reading.brand else ()),
        "understood_offer": _offer(report),
        "understood_audience": _audience(report),
        "understood_place": _apart(_sure(reading.place)),
        "understood_prices": _prices(reading),
        "understood_claims": map(_claimed, reading.claims),
        "understood_steps": _steps(reading),
        "understood_behind": _behind(reading, lang),
        "understood_risk": (_clause(fact) for fact in reading.risk_reversal),
        "understood_contacts": _contacts(reading),
    }
    for name, values in told.items():
        said = _listed(values)
        if said:
            yield say(lang, name), said


def understood(report: Report) -> Iterator[str]:
    for name, told in rows(report):
        yield f"- {name}: {prose(told)}"


def _sure(facts: Iterable[Fact]) -> list[str]:
    return [_cut(fact.value) for fact in facts if fact.sure]


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST].rsplit(" ", 1)[0].rstrip(" ,;:") + " …"


def _offer(report: Report) -> list[str]:
    """Of headline and the line that explains the one that tells more, where the page says what it is; a name alone is no offer."""
    if any(row.question is Question.WHAT and row.answer is not Answer.YES for row in report.answers):
        return []
    reading = report.reading
    name = reading.brand.value.casefold() if reading.brand else ""
    lines = [line for line in (reading.headline, reading.subhead) if line is not None]
    lines.sort(key=lambda line: -line.points)
    told = [line.text for line in lines if line.says_offer == "yes" and line.text[:1].isalpha()]
    return [_cut(text) for text in told if text.casefold() != name][:1]


def _audience(report: Report) -> list[str]:
    """In few words: a long line that has “for” in it may speak of anything."""
    return [name for name in _sure(report.reading.audience) if len(name) <= LONGEST_NAME]


def _contacts(reading: Reading) -> list[str]:
    """One of each kind, the footer's first, which is the owner's: further numbers may be other people's."""
    told: dict[str, str] = {}
    nearness = ("footer", "first-screen", "title", "body")
    for contact in sorted(reading.contacts, key=lambda one: nearness.index(one.evidence[0].where)):
        told.setdefault(contact.kind, contact.value)
    return list(told.values())


def _apart(names: list[str]) -> list[str]:
    """New York, and not New York, NY as well."""
    return [
        name
        for index, name in enumerate(names)
        if not any(_holds(name, other) or _holds(other, name) for other in names[:index])
    ]


def _holds(name: str, other: str) -> bool:
    return other.casefold() in name.casefold()


def _prices(reading: Reading) -> list[str]:
    """An amount without a unit on the first screen of a page that has prices with one is a picture of the product."""
    has_units = any(price.unit for price in reading.prices)
    return [
        _priced(price)
        for price in reading.prices
        if price.amount and (price.unit or not has_units or price.evidence[0].where != "first-screen")
    ]


def _priced(price: Price) -> str:
    joined = "" if price.unit.startswith("/") else " "
    unit = "" if _TAX.fullmatch(price.unit) else price.unit
    return f"{price.amount}{joined}{unit}".strip()


#: “incl” of what? Half a word tells nothing
_TAX = re.compile(r"(?:inkl|exkl|incl|excl)\w*\.?", re.IGNORECASE)


def _claimed(claim: Claim) -> str:
    """The clause that it stands in: a figure or a superlative alone says nothing."""
    return _clause_around(claim.what, claim.evidence[0].snippet)


def _clause(fact: Fact) -> str:
    said = _clause_around(fact.value, fact.evidence[0].snippet)
    long = len(said.split()) > PROMISE_WORDS
    return "" if long or said.endswith("?") or _POLICY.search(said) else said


def _clause_around(words: str, snippet: str) -> str:
    place = snippet.find(words)
    if place < 0:
        return ""
    ends = [match.end() for match in _CLAUSE.finditer(snippet)]
    begin = max((end for end in ends if end <= place), default=0)
    finish = min(
        (match.start() for match in _CLAUSE.finditer(snippet) if match.start() >= place + len(words)),
        default=len(snippet),
    )
    asked = snippet[finish : finish + 1] == "?"
    clause = snippet[begin:finish].strip(" ,*–—-")
    fits = FEWEST_WORDS <= len(clause.split()) <= MOST_WORDS and not clause.endswith("…")
    return f"{clause}?" if asked else clause if fits else ""


def _steps(reading: Reading) -> list[str]:
    """What serves the goal and can be pressed; a question of the page is none."""
    labels = [step.label for step in reading.steps if step.serves_goal and step.label]
    return [label for label in labels if "?" not in label and not _AROUND.fullmatch(label.strip(" →›»"))]


def _behind(reading: Reading, lang: Language) -> list[str]:
    behind = first_behind(reading) if _steps(reading) else None
    return [] if behind is None or behind.kind == "not_looked_at" else [behind_words(behind, lang)]


def _listed(values: Iterable[str]) -> str:
    """The first few, each once, however they are spelled."""
    each = {value.casefold(): value for value in reversed([one for one in values if one])}
    shown = list(each.values())[::-1]
    between = "; " if any(", " in one for one in shown[:MOST]) else ", "
    return between.join(shown[:MOST]) + (" …" if len(shown) > MOST else "")
