"""Whether a line says what is offered: features with whole-number weights, three outcomes.

Features come from the page (the words of its topic, the brand's name), from the shape of the line, and from the lexicons,
which are hints only. `offer_weights.toml` has the weights.
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
    compile_phrases,
    content_words,
    entries,
    phrases,
    remembered,
    stem,
    words,
)
from coldread.scanner.reading.quotes import read_blocks
from coldread.scanner.reading.record import Outcome

#: so many of the page's commonest words are its topics
MOST_TOPICS = 24
#: with fewer blocks the page's topics are unknown
FEWEST_BLOCKS = 4
#: the highest count of each feature
CAPS = {"topic": 3, "telling": 4, "kind": 2, "empty": 4}
SHORT_WORDS = 3

_FIGURE = re.compile(r"(?<![\w.])(?!(?:19|20)\d\d(?!\d))\d{1,12}(?![\w-]{0,12}[A-Za-z]{3})")
_CLIPPED = re.compile(r"(?:^|[.!]\s*)[\w’'-]+(?:\s[\w’'-]+)?[.!]")
#: features that a report gives as reasons: keys of its texts
REASONS = ("topic", "telling", "kind", "figure", "audience", "greets", "only_name", "empty", "short", "staccato", "filler", "no_topic")  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Weights:
    """`offer_weights.toml` as a record."""

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
    """The outcome for a line, and the keys of its reasons."""

    outcome: Outcome
    points: int
    reasons: tuple[str, ...]
    #: the features that were counted
    counted: Mapping[str, int]


@once_per_page
def topics(page: Page) -> dict[str, int]:
    """Stems that recur outside of the first screen, with the number of blocks that have them; headings count twice."""
    tally: Counter[str] = Counter()
    blocks = [block for block in read_blocks(page) if _tells_topic(page, block)]
    for block in blocks:
        for word in dict.fromkeys(_telling_words(block.text, page.names)):
            tally[stem(word)] += 2 if block.kind == "heading" else 1
    if len(blocks) < FEWEST_BLOCKS:
        return {}
    common = sorted(tally.items(), key=lambda item: (-item[1], item[0]))
    return {mark: count for mark, count in common[:MOST_TOPICS] if count >= 2}


def topic_words(page: Page, found: Mapping[str, int]) -> tuple[str, ...]:
    """The topics as words of the page instead of stems."""
    spellings: dict[str, str] = {}
    left = set(found)
    for block in read_blocks(page):
        if not left:
            break
        for word in content_words(block.text):
            if (mark := stem(word)) in left:
                spellings[mark] = word
                left.remove(mark)
    return tuple(spellings.get(mark, mark) for mark in found)


def _tells_topic(page: Page, block: Block) -> bool:
    return (
        block.region == "main"
        and block.kind in ("heading", "paragraph", "item")
        and not is_filler(block.text)
        and not placeholder_in(block.text)
        and not page.in_hero(block.element)
    )


def _telling_words(text: str, names: Iterable[str]) -> list[str]:
    """Words of substance: without small words, praise, words about the page and the brand's name."""
    return [word for word in _words_of_substance(text) if word not in names]


@remembered
def _words_of_substance(text: str) -> tuple[str, ...]:
    left = text
    for path in ("headline.greeting", "headline.page", "headline.empty", "buzzwords.phrases"):
        left = phrases(path).sub(" ", left, in_passing=left is not text)
    return tuple(content_words(left))


#: lists of what people buy, book or join, and of local trades
KINDS = ("reading.kinds", "reading.local_trades")


def features_of_line(text: str, page: Page, found: Mapping[str, int]) -> dict[str, int]:
    """The features of a line, as whole numbers."""
    own = [word for word in content_words(text) if word not in page.names]
    telling = _telling_words(text, page.names)
    marks = {stem(word) for word in own}
    empty = len(phrases("headline.empty").findall(text)) + len(phrases("buzzwords.phrases").findall(text))
    greeting = phrases("headline.not_greeting").sub(" ", text)
    title = {stem(word) for part in outer_parts(page.title) for word in _telling_words(part, page.names)}
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
    """Words for groups of people or organisations that the line addresses.

    Without words that mean anybody, words for the page's owner ("we are a leading company") and words that only begin like
    people ("customer focus", `kundfokus`).
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


#: the part of a sentence that says who the page's owner is, up to "for": "we are an agency for dentists"
_OURSELVES = re.compile(
    r"\b(?:we are|we’re|we're|i am|i’m|i'm|vi är|jag är|is an?|is the|är ett|är en|as an?|our|vår|vårt|våra|sveriges|your|din|ditt|ett)\b"
    r"(?:(?!\b(?:for|för|till|åt|som hjälper|helping|who help)\b)[^.!?]){0,90}",
    re.IGNORECASE,
)
#: endings after the stem of a word that still means the people
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


#: the lists of people also have words for work and things, which do not count here
_NO_PEOPLE = re.compile(
    r"(?:moment\w*|home|homes|homepage|hem|hemma|hemsid\w*|hus|house|ekonomi\w*|brand\w*|lead\w*|project\w*|projekt\w*|install\w*|download\w*|nedladdning\w*|review\w*|rating\w*|omdöme\w*|recension\w*|betyg\w*"
    r"|event\w*|case\w*|repairs|roofs|booking\w*|bokningar|renover\w*|uppdrag\w*|kitchen\w*|kök|badrum\w*|tak|leveranser|beställningar|lagningar|villor|marketing|sales\w*|försäljning\w*|redovisning\w*|bokföring\w*|store|stores|bygg\w*|vård\w*|practice\w*|personal|sport\w*|fitness\w*|invest|webbläsar\w*|gps|ledning\w*|renovation\w*|villa)",
    re.IGNORECASE,
)


@cache
def _people() -> Phrases:
    """The pattern of all words for people in the lexicons."""
    groups = [phrase for group in entries("audience.synonyms") for phrase in group]
    return compile_phrases([*groups, *entries("proof.people")])


def judge_line(text: str, page: Page, found: Mapping[str, int]) -> Verdict:
    """The line's verdict: the sum of its weighted features against the thresholds."""
    table = weights()
    values = features_of_line(text, page, found)
    parts = {name: table.of[name] * value for name, value in values.items() if value}
    points = sum(parts.values())
    outcome: Outcome = "yes" if points >= table.yes else "no" if points <= table.no else "unsure"
    if values["filler"] or (outcome == "no" and page.language not in ("en", "sv")):
        outcome = "no" if values["filler"] else "unsure"
    heaviest = sorted(parts.items(), key=lambda item: (-abs(item[1]), item[0]))
    reasons = [name for name, part in heaviest if name in REASONS and (part > 0) == (outcome == "yes")]
    if outcome != "yes" and "no_topic" in reasons:  # the reason that helps readers most
        reasons.remove("no_topic")
        reasons.insert(0, "no_topic")
    return Verdict(outcome=outcome, points=points, reasons=tuple(reasons[:3]), counted=values)
