"""What the page, the pages around it and the order say about money: one decision for the question and for the finding. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from coldread.base.incoming.addresses import shortened_address, split_address
from coldread.drafts.case import Case
from coldread.drafts.document.quoting import LONGEST_ADDRESS, named, words_of
from coldread.drafts.draft_texts import say
from coldread.drafts.order_price import OrderPrice, order_price
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.amounts import (
    free_sentences,
    holds_amount,
    is_of_another_firm,
    named_amounts,
)
from coldread.scanner.reading.prices import free_in
from coldread.scanner.report.plain import code

NO_AMOUNT = "trust.no-amount"
#: pages one click away whose prices are quoted, sentences of each, and sentences of the page and the order
MOST_BEHIND, MOST_LINES = 3, 3


def money_facts(case: Case, page: Page) -> Iterator[str]:
    """Sentences for “What does it cost me?”."""
    lang, found = case.lang, named_amounts(page)
    if found:
        yield say(lang, "shows.amounts", amounts=named([code(one.amount) for one in found], lang))
    elif page.is_fully_read and not holds_amount(page):
        yield say(lang, "shows.no_amounts")
    free = free_sentences(page)
    if free:
        yield say(lang, "shows.free", words=", ".join(words_of(one, lang) for one in free[:MOST_LINES]))
    yield from _of_the_order(case, page, is_free_said=bool(free))
    yield from prices_behind(case, page)


def _of_the_order(case: Case, page: Page, *, is_free_said: bool) -> Iterator[str]:
    """The order's own sentences, each with whether the page has what it says."""
    lang, order = case.lang, order_price(case.assignment)
    missing = order.amounts_not_on(page)
    if missing:
        yield say(lang, "shows.order_alone", amounts=named([code(one) for one in missing], lang))
    free = tuple(one for one in order.free if one not in order.priced)
    if free and (order.is_nothing_sold or not is_free_said):
        yield say(lang, "shows.wrote", words=_quoted(free, lang))
        if any(next(free_in(one), None) for one in free) and _has_no_word_of_free(page):
            yield say(lang, "shows.not_said_free")
    if order.is_nothing_sold:
        yield say(lang, "shows.no_price_asked")


def _has_no_word_of_free(page: Page) -> bool:
    free = phrases("reading.free")
    return page.is_fully_read and not any(free.search(block.text) for block in page.blocks)


def _quoted(sentences: tuple[str, ...], lang: str) -> str:
    return ", ".join(words_of(one, lang) for one in sentences[:MOST_LINES])


def prices_behind(case: Case, home: Page) -> Iterator[str]:
    """A sentence for each page one click away that names a price, in its own words."""
    met = (
        (url, found)
        for url, page in case.pages_around.items()
        if not is_of_another_firm(page, home)
        and (found := dict.fromkeys(one.words for one in named_amounts(page) if one.is_priced))
    )
    for url, found in islice(met, MOST_BEHIND):
        told = ", ".join(words_of(one, case.lang) for one in islice(found, MOST_LINES))
        path = code(shortened_address(split_address(url).path or "/", LONGEST_ADDRESS))
        yield say(case.lang, "shows.amounts_behind", path=path, words=told)


def settles_price(case: Case) -> bool:
    """The order says that nothing is sold, so no price is missing."""
    return order_price(case.assignment).is_nothing_sold


def order_price_missing(case: Case) -> OrderPrice | None:
    """The order's prices, where the page names none of their figures."""
    order = order_price(case.assignment)
    page = case.page
    if page is None or not order.amounts or len(order.amounts_not_on(page)) < len(order.amounts):
        return None
    return order
