"""Those whom the order wants, and whether the page speaks to them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from coldread.drafts.business.readers import met_in
from coldread.drafts.case import Case
from coldread.drafts.first_screen import listed
from coldread.drafts.points.point import Point
from coldread.drafts.proposals import opening_lines
from coldread.drafts.say import quoted, say
from coldread.drafts.settled import Settled
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, stem, words
from coldread.scanner.report.plain import prose


def unmet_readers(case: Case, facts: Settled, page: Page) -> Iterator[Point]:
    """Readers of whom no word stands on the page; else, a first screen that has none of theirs."""
    lang = case.lang
    nowhere = [
        who
        for part in facts.readers.parts
        if not part.where and not part.near and (who := unnamed(part.said, page))
    ]
    if (
        len(nowhere) == len(facts.readers.parts)
        and nowhere
        and not _speaks_of(case.assignment.audience, nowhere, page)
    ):
        told = listed([quoted(one, lang) for one in nowhere], lang, either=True)
        yield Point(title=say(lang, "point.readers", words=told), do=say(lang, "point.readers_do"), of="clarity.audience")  # fmt: skip
        return
    audience = case.assignment.audience.strip(" .")
    trait = _TRAIT.search(audience)
    everything = f"{page.title} {page.dom.body.text_within(MOST_TEXT)}".lower()
    if trait is not None and stem(trait[1].lower()) not in everything and not _speaks_of(trait[0], [], page):
        yield Point(title=say(lang, "point.readers", words=quoted(trait[1], lang)), do=say(lang, "point.readers_do"), of="clarity.audience")  # fmt: skip
        return
    mine = content_words(audience)
    pressed = (one.text for one in page.dom.shown("a", "button") if page.in_hero(one))
    top = " ".join((page.title, *opening_lines(page), *pressed)).lower()
    every = set(re.findall(r"[^\W\d_]{4,40}", top))
    met = any(_is_met(word.lower(), top, every) for word in mine)
    if len(mine) >= LEAST_READERS and not met and not met_in(top, audience) and page.seen.rendered:
        yield Point(
            title=say(lang, "point.readers_first", audience=quoted(prose(audience), lang)),
            do=say(lang, "point.readers_first_do"),
            of="clarity.audience",
        )


def _is_met(word: str, top: str, every: set[str]) -> bool:
    """It, its stem, or a part of it that is a word of its own stands there: “chefer” is said to “HR-chefer”."""
    return stem(word) in top or word[:LEAST_PART] in top or any(one in word for one in every)


#: “people with allergies”: the word that makes them readers
_TRAIT = re.compile(
    r"\b(?:people|those|folk|personer|människor|de) (?:with|med) ([^\W\d_]{6,})", re.IGNORECASE
)


#: words of an order that say who somebody is and what about
LEAST_READERS = 3


#: a short line over a headline that names people
_PEOPLE = re.compile(
    r"\b(?:owners|founders|managers|teams|parents|leaders|professionals|agencies|developers|operators|chefer|ägare|företagare|föräldrar|byråer|ledare|konsulter|entreprenörer)$",
    re.IGNORECASE,
)


MOST_KICKER = 4


def addressed(case: Case, page: Page) -> Iterator[Point]:
    """The line over the headline is addressed to others than those whom the order names."""
    headline, audience = page.headline, case.assignment.audience
    if headline is None or not audience:
        return
    for block in page.blocks:
        text = " ".join(block.text.split()).strip(" .·•—–-")
        if block.element.number >= headline.number:
            return
        named = 0 < len(words(text)) <= MOST_KICKER and _PEOPLE.search(text) is not None
        same = {stem(word) for word in content_words(text)} & {stem(word) for word in content_words(audience)}
        if named and page.hero.contains(block.element) and not same and not met_in(text, audience):
            lang = case.lang
            yield Point(
                title=say(lang, "point.addressed", said=quoted(text, lang), audience=quoted(prose(audience.strip(" .")), lang)),
                do=say(lang, "point.addressed_do"),
                of="clarity.audience",
            )  # fmt: skip
            return


def _speaks_of(audience: str, nowhere: list[str], page: Page) -> bool:
    """The first screen has a word of what these readers are about, if not of who they are: “barnkalas” is said to parents."""
    rest = audience
    for who in nowhere:
        rest = rest.replace(who, " ")
    top = " ".join((page.title, *opening_lines(page))).lower()
    return any(
        stem(word) in top or word[-LEAST_PART:] in top
        for word in content_words(rest)
        if len(word) >= LEAST_PART - 1
    )


_WHOSE = re.compile(r"^(?:their|our|your|the|all|deras|sina|våra|alla)\s|-$", re.IGNORECASE)


_WITH = re.compile(r"\s(?:with|in|of|on|at|from|for|med|i|på|av|från|som|till)\s", re.IGNORECASE)


#: letters that a part of a longer word must have, as “förening” in “bostadsrättsförening”
LEAST_PART = 5


def unnamed(said: str, page: Page) -> str:
    """Readers of whom no word stands on the page, nor a part of one; empty where any does."""
    who = _WITH.split(_WHOSE.sub("", said.strip()))[0]
    text = f"{page.title} {page.dom.body.text_within(MOST_TEXT)}".lower()
    mine = [word for word in content_words(who) if len(word) >= LEAST_PART - 1]
    every = set(re.findall(r"[^\W\d_]{5,40}", text))
    for word in mine:
        mark = stem(word)
        if mark in text or any(
            one[:8] in word for one in every if len(one) >= LEAST_PART and one[:LEAST_PART] in word
        ):
            return ""
    return who if mine else ""


MOST_TEXT = 200_000
