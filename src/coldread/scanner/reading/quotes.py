"""Quotes from the page, and the blocks that readings use."""

from __future__ import annotations

from dataclasses import dataclass, replace

from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observe.element_tree import Element, collapse
from coldread.scanner.page.observe.text import Block, region_of
from coldread.scanner.page.page import Page
from coldread.scanner.reading.record import Quote, Where

MAX_SNIPPET = 160
#: characters of one block, and blocks of one page, that are read
MAX_BLOCK, MAX_BLOCKS = 2_000, 1_500


def shortened(text: str) -> str:
    """The text on one line, at most 160 characters, with `…` at the end if cut."""
    one_line = collapse(text)
    return one_line if len(one_line) <= MAX_SNIPPET else one_line[: MAX_SNIPPET - 1].rstrip() + "…"


def where_on_page(page: Page, element: Element) -> Where:
    if element.tag == "title":
        return "title"
    if page.in_hero(element):
        return "first-screen"
    return "footer" if region_of(element) == "footer" else "body"


def quote(page: Page, element: Element, text: str = "") -> Quote:
    return Quote(
        selector=element.selector,
        snippet=shortened(text or element.text or element.selector),
        where=where_on_page(page, element),
    )


def quote_from(page: Page, block: Block, start: int) -> Quote:
    """The block's text; from the match on if the snippet would not reach it otherwise."""
    text = block.text if start < MAX_SNIPPET - 40 else block.text[start:]
    return quote(page, block.element, text)


@dataclass(frozen=True, kw_only=True)
class _Texts:
    """The page's blocks, sorted once."""

    every: list[Block]
    own: list[Block]
    spoken: list[Block]


@once_per_page
def _texts_of_page(page: Page) -> _Texts:
    every = [
        block if len(block.text) <= MAX_BLOCK else replace(block, text=block.text[:MAX_BLOCK])
        for block in page.blocks[:MAX_BLOCKS]
    ]
    return _Texts(
        every=every,
        own=[block for block in every if block.region != "nav"],
        spoken=[block for block in every if not page.is_quotation(block.element)],
    )


def read_blocks(page: Page) -> list[Block]:
    """The page's blocks, with limits on their number and length."""
    return _texts_of_page(page).every


def own_words(page: Page) -> list[Block]:
    """The blocks outside of navigation."""
    return _texts_of_page(page).own


def blocks_outside_quotations(page: Page) -> list[Block]:
    """The blocks outside of quotations."""
    return _texts_of_page(page).spoken
