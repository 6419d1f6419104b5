"""Whether a line says what is offered: counted on its own page, weighed with whole numbers, three outcomes.

Features come from the page first (which words is the rest about, which are the brand's own), then from the shape of the
line, then from the lexicons, which are hints and never judges. The weights and their card stand in `offer_weights.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources

from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.text import Block, is_filler
from coldread.scanner.page.observe.titles import outer_parts
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import (
    Phrases,
    compiled,
    content_words,
    entries,
    phrases,
    remembered,
    stem,
    words,
)
from coldread.scanner.reading.quotes import read_blocks
from coldread.scanner.reading.record import Outcome

#: as many of the page's commonest words as are held against a line
MOST_TOPICS = 24
#: with fewer blocks to compare with, nobody knows what the page is about
FEWEST_BLOCKS = 4
#: how often each feature is counted at most
CAPS = {"topic": 3, "telling": 4, "kind": 2, "empty": 4}
SHORT_WORDS = 3

_FIGURE = re.compile(r"(?<![\w.])(?!(?:19|20)\d\d(?!\d))\d{1,12}(?![\w-]{0,12}[A-Za-z]{3})")
_CLIPPED = re.compile(r"(?:^|[.!]\s*)[\w’'-]+(?:\s[\w’'-]+)?[.!]")
#: what a feature says in a report, by the sign of what it added: keys of the report's texts
REASONS = ("topic", "telling", "kind", "figure", "audience", "greets", "only_name", "empty", "short", "staccato", "filler", "no_topic")  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Weights:
    """The data file as a record."""

    yes: int
    no: int
    of: Mapping[str, int]


@cache
def weights() -> Weights:
    file = resources.files("coldread.scanner.reading").joinpath("offer_weights.toml")
    table = tomllib.loads(file.read_text("utf-8"))
    return Weights(yes=table["thresholds"]["yes"], no=table["thresholds"]["no"], of=table["weights"])


@dataclass(frozen=True, kw_only=True)
class Verdict:
    """The outcome, and why in keys."""

    outcome: Outcome
    points: int
    reasons: tuple[str, ...]
    #: the features that were counted
    counted: Mapping[str, int]


@once_per_page
def topics(page: Page) -> dict[str, int]:
    """Stems that the page comes back to outside of its first screen, with the number of blocks they stand in."""
    tally: Counter[str] = Counter()
    blocks = [block for block in read_blocks(page) if _tells_topic(page, block)]
    for block in blocks:
        for word in dict.fromkeys(_telling(block.text, page.names)):
            tally[stem(word)] += 2 if block.kind == "heading" else 1
    if len(blocks) < FEWEST_BLOCKS:
        return {}
    common = sorted(tally.items(), key=lambda row: (-row[1], row[0]))
    return {mark: count for mark, count in common[:MOST_TOPICS] if count >= 2}


def topic_words(page: Page, found: Mapping[str, int]) -> tuple[str, ...]:
    """The same as the page writes them."""
    shown: dict[str, str] = {}
    left = set(found)
    for block in read_blocks(page):
        if not left:
            break
        for word in content_words(block.text):
            if (mark := stem(word)) in left:
                shown[mark] = word
                left.remove(mark)
    return tuple(shown.get(mark, mark) for mark in found)


def _tells_topic(page: Page, block: Block) -> bool:
    return (
        block.region == "main"
        and block.kind in ("heading", "paragraph", "item")
        and not is_filler(block.text)
        and not placeholder_in(block.text)
        and not page.in_hero(block.element)
    )


def _telling(text: str, names: Iterable[str]) -> list[str]:
    """Words of substance: small words, praise, words about the page and the brand's own name taken out."""
    return [word for word in _words_of_substance(text) if word not in names]


@remembered
def _words_of_substance(text: str) -> tuple[str, ...]:
    left = text
    for path in ("headline.greeting", "headline.page", "headline.empty", "buzzwords.phrases"):
        left = phrases(path).sub(" ", left, in_passing=left is not text)
    return tuple(content_words(left))


#: lists of what is bought, booked or joined, and of trades that one goes to
KINDS = ("reading.kinds", "reading.local_trades")


def features(text: str, page: Page, found: Mapping[str, int]) -> dict[str, int]:
    """What counts for and against the line; every value is a whole number."""
    own = [word for word in content_words(text) if word not in page.names]
    telling = _telling(text, page.names)
    marks = {stem(word) for word in own}
    empty = len(phrases("headline.empty").findall(text)) + len(phrases("buzzwords.phrases").findall(text))
    greeting = phrases("headline.not_greeting").sub(" ", text)
    title = {stem(word) for part in outer_parts(page.title) for word in _telling(part, page.names)}
    values = {
        "topic": len(marks & set(found)),
        "telling": len(set(telling)),
        "kind": len({stem(match) for path in KINDS for match in phrases(path).findall(text)}),
        "figure": int(bool(_FIGURE.search(text))),
        "audience": int(bool(people_in(text))),
        "in_title": int(bool({stem(word) for word in telling} & title)),
        "greets": int(bool(phrases("headline.greeting").search(greeting))),
        "only_name": int(not own),
        "empty": empty,
        "short": int(len(words(text)) <= SHORT_WORDS),
        "staccato": int(len(_CLIPPED.findall(text)) >= 2),
        "no_topic": int(bool(found) and not marks & set(found)),
        "filler": int(is_filler(text) or bool(placeholder_in(text))),
    }
    return {name: min(value, CAPS.get(name, 1)) for name, value in values.items()}


def people_in(text: str) -> list[str]:
    """Words for groups of people or organisations that the line speaks to.

    Words that mean anybody are left out, and so are whom the page says that *it* is ("we are a leading company") and
    words that only begin like people ("customer focus", `kundfokus`).
    """
    vague = phrases("audience.vague")
    own = [match.span() for match in _OURSELVES.finditer(text)]
    found = [
        match[0]
        for match in _people().finditer(text)
        if not (vague.fullmatch(match[0]) or _NO_PEOPLE.fullmatch(match[0]))
        and _is_inflected(match[0].lower())
        and not any(start <= match.start() < end for start, end in own)
    ]
    return list(dict.fromkeys(found))


#: a sentence's part that says who the page's owner is; "for" ends it: "we are an agency for dentists"
_OURSELVES = re.compile(
    r"\b(?:we are|we’re|we're|i am|i’m|i'm|vi är|jag är|is an?|is the|är ett|är en|as an?|our|vår|vårt|våra|sveriges|your|din|ditt|ett)\b"
    r"(?:(?!\b(?:for|för|till|åt|som hjälper|helping|who help)\b)[^.!?]){0,90}",
    re.IGNORECASE,
)
#: what follows a word's stem when the word still means the people
_ENDINGS = frozenset(
    ["", "s", "es", "’s", "'s", "e", "en", "et", "n", "er", "erna", "ers", "ar", "arna", "are", "arnas", "aren", "or", "orna", "an", "a", "na", "r", "rna", "ren", "y", "ies", "ing", "ist", "ister", "isterna"]
)  # fmt: skip


@cache
def _stems() -> tuple[str, ...]:
    listed = [phrase for group in entries("audience.synonyms") for phrase in group] + entries("proof.people")
    return tuple(phrase[:-1] for phrase in listed if phrase.endswith("*") and not phrase.startswith("*"))


def _is_inflected(word: str) -> bool:
    begins = [stem_ for stem_ in _stems() if word.startswith(stem_)]
    return not begins or any(word[len(stem_) :] in _ENDINGS for stem_ in begins)


#: the lists of whom a number may count hold deeds and things as well
_NO_PEOPLE = re.compile(
    r"(?:moment\w*|home|homes|homepage|hem|hemma|hemsid\w*|hus|house|ekonomi\w*|brand\w*|lead\w*|project\w*|projekt\w*|install\w*|download\w*|nedladdning\w*|review\w*|rating\w*|omdöme\w*|recension\w*|betyg\w*"
    r"|event\w*|case\w*|repairs|roofs|booking\w*|bokningar|renover\w*|uppdrag\w*|kitchen\w*|kök|badrum\w*|tak|leveranser|beställningar|lagningar|villor|marketing|sales\w*|försäljning\w*|redovisning\w*|bokföring\w*|store|stores|bygg\w*|vård\w*|practice\w*|personal|sport\w*|fitness\w*|invest|webbläsar\w*|gps|ledning\w*|renovation\w*|villa)",
    re.IGNORECASE,
)


@cache
def _people() -> Phrases:
    """The lexicons' groups of people as one pattern."""
    groups = [phrase for group in entries("audience.synonyms") for phrase in group]
    return compiled([*groups, *entries("proof.people")])


def judge_line(text: str, page: Page, found: Mapping[str, int]) -> Verdict:
    """The line's sum against the thresholds."""
    table = weights()
    values = features(text, page, found)
    parts = {name: table.of[name] * value for name, value in values.items() if value}
    points = sum(parts.values())
    outcome: Outcome = "yes" if points >= table.yes else "no" if points <= table.no else "unsure"
    if values["filler"] or (outcome == "no" and page.language not in ("en", "sv")):
        outcome = "no" if values["filler"] else "unsure"
    heaviest = sorted(parts.items(), key=lambda row: (-abs(row[1]), row[0]))
    speaking = [name for name, part in heaviest if name in REASONS and (part > 0) == (outcome == "yes")]
    if outcome != "yes" and "no_topic" in speaking:  # says most to whoever reads it
        speaking.remove("no_topic")
        speaking.insert(0, "no_topic")
    return Verdict(outcome=outcome, points=points, reasons=tuple(speaking[:3]), counted=values)
