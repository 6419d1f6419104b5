"""What is sold, in a few words of the order's or the page's own, where neither headline nor title says it. Pure.

What the order wants to be booked, the row above the headline, the names of the services, the steps, and a line that is
nothing but a name for the thing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from coldread.drafts.business.control import without_signs
from coldread.drafts.business.facts import is_label
from coldread.drafts.sight import place
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.text import HEADINGS, Block
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import stem, vocabulary, words
from coldread.scanner.suggest.wording import recased, sentences

MOST_BLOCKS, LONGEST_TEXT = 600, 400

# What the order wants to be booked, bought or asked about

#: letters of a word that names something, and words of one thing
LEAST_LETTERS, MOST_THING, MOST_THINGS = 4, 4, 2
_ITEM = r"[^\W\d_][\w-]{2,24}(?: [^\W\d_][\w-]{2,24}){0,4}"
_ABOUT: dict[str, re.Pattern[str]] = {
    "sv": re.compile(rf"\b(?:tid(?:er)?|offert(?:er)?|förfråg\w{{1,8}}|hjälp|rådgivning|kurs(?:er)?|lektion(?:er)?)\s(?:för|på|om|med|kring|i)\s(?P<what>{_ITEM})", re.IGNORECASE),
    "en": re.compile(rf"\b(?:appointments?|quotes?|enquir\w{{1,4}}|inquir\w{{1,4}}|help|lessons?|courses?|install(?:s|ing)?|download(?:s|ing)?|try|use)\s(?:for |about |on |with |in )?(?:an? |our |the |their |my )?(?P<what>{_ITEM})", re.IGNORECASE),
}  # fmt: skip
_OR = re.compile(r"\s(?:och|eller|and|or)\s", re.IGNORECASE)
#: words after which an order speaks of something else
_ENDS = frozenset({"direkt", "online", "bokar", "bokas", "via", "här", "hos", "directly", "here", "today", "ringer", "book", "books", "bokning"})  # fmt: skip


def goal_things(goal: str, lang: str) -> list[str]:
    """“bokar tid för biltvätt eller rekond direkt på sidan” → biltvätt, rekond; each in the order's own letters."""
    found = _ABOUT[lang].search(goal[:LONGEST_TEXT]) if lang in _ABOUT else None
    if found is None:
        return []
    small = vocabulary("words.stop", lang) | _ENDS
    things = []
    for part in _OR.split(found["what"]):
        told = part.split()
        end = next((at for at, word in enumerate(told) if word.lower() in small), len(told))
        if 0 < end <= MOST_THING and all(len(word) >= LEAST_LETTERS for word in told[:end][-1:]):
            things.append(" ".join(told[:end]))
        if end < len(told):
            break  # the sentence goes on, and what follows is another matter
    return things[:MOST_THINGS]


# The row above the headline

_PARTED = re.compile("[·•|]")
MOST_ROW = 8


def row_above(page: Page) -> list[str]:
    """“PREMIUM GRILL · DJURSHOLM” as its pieces, each in a calm voice; empty where no such row opens the page."""
    headline = page.headline
    above = [
        " ".join(block.text.split())
        for block in page.blocks[:MOST_BLOCKS]
        if headline is not None
        and block.element.number < headline.number
        and block.region not in ("nav", "footer")
        and not is_label(block.element)
        and page.in_hero(block.element)
    ]
    row = above[-1] if above else ""
    pieces = [one.strip() for one in _PARTED.split(row) if words(one)]
    return [recased(one) for one in pieces] if len(pieces) > 1 and len(words(row)) <= MOST_ROW else []


# Services and steps by their names


@dataclass(frozen=True, kw_only=True)
class Card:
    """One thing that is offered, with what is said of it."""

    name: str
    text: str


_OFFERS = re.compile(r"\b(?:services?|what we (?:do|offer)|treatments?|tools|features|products?|classes|courses|lessons|best sellers|tjänster\w*|behandling\w*|erbjud\w*|sortiment\w*|produkter\w*|verktyg|kurser\w*|vi (?:hjälper|gör|erbjuder))\b", re.IGNORECASE)  # fmt: skip
_HOW = re.compile(
    r"\bhow (?:it|we) works?\b|\bhow to\b|\bsteps?\b|\bså (?:fungerar|funkar|går)\b|\bsteg\b", re.IGNORECASE
)
LEAST_CARDS, MOST_CARDS, MOST_NAME = 2, 12, 6


def cards(page: Page) -> list[Card]:
    """What stands by name under a heading that says that it is offered."""
    return next((found for found in _under(page, _OFFERS) if len(found) >= LEAST_CARDS), [])


LEAST_STEPS, MOST_STEPS, MOST_STEP_WORDS = 3, 4, 20


def steps_line(page: Page) -> str:
    """The steps by their names, as sentences in a row; empty where the page has none."""
    found = next((one for one in _under(page, _HOW) if LEAST_STEPS <= len(one) <= MOST_STEPS), [])
    named = [re.sub(r"^\W*\d\W*", "", one.name).rstrip(".") for one in found]
    line = " ".join(f"{one}." for one in named)
    return line if named and all(map(words, named)) and len(words(line)) <= MOST_STEP_WORDS else ""


def _under(page: Page, named: re.Pattern[str]) -> Iterator[list[Card]]:
    """For each heading of that name the smaller headings that follow it, with their text."""
    blocks = [block for block in page.blocks[:MOST_BLOCKS] if block.region not in ("nav", "footer")]
    for at, block in enumerate(blocks):
        level = _level(block)
        if level in (None, 1) or len(words(block.text)) > MOST_NAME + 2 or not named.search(block.text):
            continue
        below: list[Block] = []
        for one in blocks[at + 1 :]:
            mine = _level(one)
            if (
                mine is not None
                and level is not None
                and mine <= level
                and not (below == [] and mine == level)
            ):
                break
            below.append(one)
        yield list(_cards(below))[:MOST_CARDS]


def _cards(below: list[Block]) -> Iterator[Card]:
    heads = [_level(one) for one in below]
    levels = [one for one in heads if one is not None]
    deep = max(levels, default=None)
    for at, one in enumerate(below):
        name = without_signs(recased(" ".join(one.text.split()))).strip(" .:")
        if heads[at] is None or heads[at] != deep or not 0 < len(words(name)) <= MOST_NAME:
            continue
        after = below[at + 1] if at + 1 < len(below) and heads[at + 1] is None else None
        text = " ".join(after.text[:LONGEST_TEXT].split()) if after is not None else ""
        if not placeholder_in(name) and not re.search(r"\d{2}", name):
            yield Card(name=name, text=text)


def _level(block: Block) -> int | None:
    element = block.element.closest(*HEADINGS)
    return int(element.tag[1]) if element is not None else None


def card_of(thing: str, found: list[Card]) -> Card | None:
    """The service that the order means: “integrationer” is in “Systemintegrationer”."""
    mark = stem(thing.lower())
    return next((one for one in found if len(mark) >= LEAST_LETTERS and mark in one.name.lower()), None)


# A line that is nothing but a name for the thing

_ARTICLE = re.compile(r"^(?:the|an?|one|en|ett)\s", re.IGNORECASE)
#: where the thing ends, and whom or what it is for begins
AIM = re.compile(r"\s(?:for|för|till|åt|in|i|på|on|of|av|with|med|that|som|who)\s", re.IGNORECASE)
LONGEST_LINE, MOST_LINE_WORDS = 68, 12


def naming_lines(page: Page) -> Iterator[tuple[str, str]]:
    """Sentences of the first screen that begin with a thing, and what follows them there; the caller knows what a thing is."""
    for block in page.subheads[:2]:
        at = place(page, block.element)
        if is_label(block.element) or not at.is_seen:
            continue
        told = sentences(" ".join(block.text[:LONGEST_TEXT].split()))
        line = told[0].rstrip(".")
        if len(line) <= LONGEST_LINE and len(words(line)) <= MOST_LINE_WORDS and line[-1:] not in "?!:":
            yield line, " ".join(told[1:])


def thing_of(line: str) -> str:
    """“The search engine for 100% natural fiber clothing” → search engine."""
    return AIM.split(_ARTICLE.sub("", line), maxsplit=1)[0].strip(" ,")
