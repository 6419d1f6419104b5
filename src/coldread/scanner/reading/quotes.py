"""Quotes the page: an element, its words, and where a stranger meets them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observe.dom import Element, collapse
from coldread.scanner.page.observe.text import Block, region_of
from coldread.scanner.page.page import Page
from coldread.scanner.reading.record import Quote, Where

MAX_SNIPPET = 160
#: characters of one block, and blocks of one page, that are read for their meaning
MAX_BLOCK, MAX_BLOCKS = 2_000, 1_500


def shortened(text: str) -> str:
    """At most 160 characters, `…` only at the end."""
    one_line = collapse(text)
    return one_line if len(one_line) <= MAX_SNIPPET else one_line[: MAX_SNIPPET - 1].rstrip() + "…"


def where(page: Page, element: Element) -> Where:
    if element.tag == "title":
        return "title"
    if page.in_hero(element):
        return "first-screen"
    return "footer" if region_of(element) == "footer" else "body"


def quote(page: Page, element: Element, text: str = "") -> Quote:
    return Quote(
        selector=element.selector,
        snippet=shortened(text or element.text or element.selector),
        where=where(page, element),
    )


def quote_from(page: Page, block: Block, start: int) -> Quote:
    """The block's words, from the match on where they would not fit from the beginning."""
    text = block.text if start < MAX_SNIPPET - 40 else block.text[start:]
    return quote(page, block.element, text)


@dataclass(frozen=True, kw_only=True)
class _Texts:
    """The blocks that a page is read by, sorted out once for all who read."""

    every: list[Block]
    own: list[Block]
    spoken: list[Block]


@once_per_page
def _texts(page: Page) -> _Texts:
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
    """The page's blocks as far as somebody would read them: a book on one line is not searched to its end."""
    return _texts(page).every


def own_words(page: Page) -> list[Block]:
    """Blocks of the page's own text: navigation left out."""
    return _texts(page).own


def unquoted(page: Page) -> list[Block]:
    """Blocks that are no customer's words, nor around them."""
    return _texts(page).spoken
