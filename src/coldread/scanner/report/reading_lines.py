"""“What we understood”: the reading in a few lines, in the page's own words.

Only certain facts. There is no line that says "not found": the reader of the report sees the page better than we do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from coldread.base.languages import Language
from coldread.scanner.judge.report import Report
from coldread.scanner.reading.record import Fact, Price, Reading
from coldread.scanner.report.behind_words import behind_words, first_behind
from coldread.scanner.report.plain import prose
from coldread.scanner.report.words import say

MOST = 4
#: characters of the page's own words in one line
LONGEST = 140
#: characters of a group's name
LONGEST_NAME = 60
#: labels of controls that only navigate
_AROUND = re.compile(
    r"home|hem|start(?:sida)?|about(?: us)?|om oss|(?:read|view|see|learn|show) more|läs mer|visa mer|learn how|menu|meny|back|tillbaka",
    re.IGNORECASE,
)


def rows(report: Report) -> Iterator[tuple[str, str]]:
    """What the reading says, in the page's words: facts that the owner can check at a glance, no judgement."""
    reading, lang = report.reading, report.brief.lang
    told = {
        "understood_audience": _audience(report),
        "understood_place": _names_not_contained(_values_of_sure_facts(reading.place)),
        "understood_prices": _prices(reading),
        "understood_steps": _steps(reading)[:1],
        "understood_behind": _words_about_behind(reading, lang),
        "understood_contacts": _contacts(reading),
    }
    for name, values in told.items():
        said = _join_first_few(values)
        if said:
            yield say(lang, name), said


def understood_lines(report: Report) -> Iterator[str]:
    for name, told in rows(report):
        yield f"- {name}: {prose(told)}"


def _values_of_sure_facts(facts: Iterable[Fact]) -> list[str]:
    return [_shortened_text(fact.value) for fact in facts if fact.sure]


def _shortened_text(text: str) -> str:
    return text if len(text) <= LONGEST else text[:LONGEST].rsplit(" ", 1)[0].rstrip(" ,;:") + " …"


def _audience(report: Report) -> list[str]:
    """Only short lines: a long line with “for” in it can be about anything."""
    return [name for name in _values_of_sure_facts(report.reading.audience) if len(name) <= LONGEST_NAME]


def _contacts(reading: Reading) -> list[str]:
    """One of each kind. The footer's comes first, since it is the owner's; other numbers may belong to others."""
    told: dict[str, str] = {}
    nearness = ("footer", "first-screen", "title", "body")
    ways = [one for one in reading.contacts if one.kind in ("phone", "mail")]
    for contact in sorted(ways, key=lambda one: nearness.index(one.evidence[0].where)):
        told.setdefault(contact.kind, contact.value)
    return list(told.values())


def _names_not_contained(names: list[str]) -> list[str]:
    """New York, but not also New York, NY."""
    return [
        name
        for index, name in enumerate(names)
        if not any(_contains_name(name, other) or _contains_name(other, name) for other in names[:index])
    ]


def _contains_name(name: str, other: str) -> bool:
    return other.casefold() in name.casefold()


def _prices(reading: Reading) -> list[str]:
    """An amount without a unit on the first screen is part of a picture of the product, if other prices of the page have a unit."""
    has_units = any(price.unit for price in reading.prices)
    return [
        _price_text(price)
        for price in reading.prices
        if price.amount and (price.unit or not has_units or price.evidence[0].where != "first-screen")
    ]


def _price_text(price: Price) -> str:
    joined = "" if price.unit.startswith("/") else " "
    unit = "" if _TAX.fullmatch(price.unit) else price.unit
    return f"{price.amount}{joined}{unit}".strip()


#: a cut-off phrase such as “incl” is left out
_TAX = re.compile(r"(?:inkl|exkl|incl|excl)\w*\.?", re.IGNORECASE)


def _steps(reading: Reading) -> list[str]:
    """Controls that serve the goal, the one that the page leads with first; not the page's own questions."""
    serving = [step for step in reading.steps if step.serves_goal and step.label]
    labels = [step.label for step in sorted(serving, key=lambda step: not step.primary)]
    return [label for label in labels if "?" not in label and not _AROUND.fullmatch(label.strip(" →›»"))]


def _words_about_behind(reading: Reading, lang: Language) -> list[str]:
    behind = first_behind(reading) if _steps(reading) else None
    return [] if behind is None or behind.kind == "not_looked_at" else [behind_words(behind, lang)]


def _join_first_few(values: Iterable[str]) -> str:
    """The first few, each once, however they are spelled."""
    each = {value.casefold(): value for value in reversed([one for one in values if one])}
    shown = list(each.values())[::-1]
    between = "; " if any(", " in one for one in shown[:MOST]) else ", "
    return between.join(shown[:MOST]) + (" …" if len(shown) > MOST else "")
