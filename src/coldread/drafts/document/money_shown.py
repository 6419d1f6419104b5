"""What the page, the pages around it and the order say about money: amounts as they are written. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from coldread.base.incoming.addresses import shortened_address, split_address
from coldread.drafts.assignment import Assignment
from coldread.drafts.case import Case
from coldread.drafts.document.quoting import LONGEST_ADDRESS, first_few_and_count, words_of
from coldread.drafts.draft_texts import say
from coldread.scanner.page.page import Page
from coldread.scanner.page.painted_lines import painted_lines
from coldread.scanner.reading.amounts import (
    LONGEST_PAGE,
    LONGEST_TEXT,
    amounts_in,
    holds_amount,
    part_around,
    sentences_with_amounts,
)
from coldread.scanner.reading.prices import sentence_around
from coldread.scanner.report.plain import code

NO_AMOUNT = "trust.no-amount"
#: pages one click away that are quoted, sentences of each, sentences of this page, and amounts
MOST_BEHIND, MOST_LINES, MOST_AMOUNTS = 4, 3, 12
#: a number with its thousands, and its decimals
_FIGURE = re.compile(r"(?<!\d)(\d{1,3}(?:[ \u00a0\u202f.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?(?!\d)")


def money_facts(case: Case, page: Page) -> Iterator[str]:
    """Sentences about money."""
    lang = case.lang
    found = [words_of(one, lang) for one in sentences_with_amounts(page)]
    if found:
        yield say(lang, "shows.amounts", words=first_few_and_count(found, lang, MOST_AMOUNTS))
    elif page.is_fully_read and not holds_amount(page):
        yield say(lang, "shows.no_amounts")
    yield from _facts_of_order_price(case, page)
    yield from prices_behind(case)


def order_amounts(asked: Assignment) -> list[str]:
    """The amounts that the order names, as written."""
    written = (asked.goal, asked.audience, asked.pain_point, asked.constraints)
    found = dict.fromkeys(one for text in written for one in amounts_in(" ".join(text.split())))
    return list(found)[:MOST_AMOUNTS]


def _facts_of_order_price(case: Case, page: Page) -> Iterator[str]:
    """The order's amounts, each with the words in which the page has its figures; then those of which no text has any."""
    lang, missing, amounts = case.lang, [], order_amounts(case.assignment)
    places = _places(page) if amounts else {}
    anywhere = _figures(page.dom.body.content[:LONGEST_PAGE]) if amounts else set()
    for amount in amounts:
        figures = _figures(amount)
        lines = [line for one in figures for line in places.get(one, ()) if figures <= _figures(line)]
        if lines:
            yield say(lang, "shows.order_too", amount=code(amount), words=words_of(lines[0], lang))
        elif anywhere.isdisjoint(figures):
            missing.append(code(amount))
    if missing and page.is_fully_read:
        yield say(lang, "shows.order_alone", amounts=first_few_and_count(missing, lang), n=len(missing))


def _places(page: Page) -> dict[str, list[str]]:
    """The first sentences of the page that have each figure."""
    found: dict[str, list[str]] = {}
    for text in (page.title, *(line[:LONGEST_TEXT] for line in painted_lines(page))):
        for match in _FIGURE.finditer(text):
            lines = found.setdefault(_figure(match), [])
            if len(lines) < MOST_LINES:
                lines.append(part_around(sentence_around(text, *match.span()), match[0]))
    return found


def _figures(text: str) -> set[str]:
    return set(map(_figure, _FIGURE.finditer(text)))


def _figure(match: re.Match[str]) -> str:
    """The figure however it is spaced; “20.00” is “20”."""
    decimals = (match[2] or "").rstrip("0")
    return re.sub(r"\D", "", match[1]) + (f".{decimals}" if decimals else "")


def prices_behind(case: Case) -> Iterator[str]:
    """A line for each page one click away that names amounts, with the first of their sentences."""
    met = ((url, found) for url, page in case.pages_around.items() if (found := sentences_with_amounts(page)))
    for url, found in islice(met, MOST_BEHIND):
        path = code(shortened_address(split_address(url).path or "/", LONGEST_ADDRESS))
        told = first_few_and_count([words_of(one, case.lang) for one in found], case.lang, MOST_LINES)
        yield say(case.lang, "shows.amounts_behind", path=path, words=told)
