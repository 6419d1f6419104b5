"""The audience of the first screen as painted: the groups that it addresses and the towns that it names."""

from __future__ import annotations

import re
from dataclasses import dataclass

from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import vocabulary
from coldread.scanner.reading.addressed import group_addressed_by, is_broad
from coldread.scanner.reading.people import first_blocks
from coldread.scanner.reading.places import Named, places_in
from coldread.scanner.reading.quotes import blocks_outside_quotations, quote
from coldread.scanner.reading.record import Quote

#: share of the screen's height: text that begins lower is hardly visible
LOWEST = 0.97
#: words for where goods go or come from, which is not where the seller is
_SENT = re.compile(
    r"shipp|delivery|made in|born in|frakt|leverans|levererar|tillverkad|råvaror från", re.IGNORECASE
)
#: places of several words that are too wide to be a town
_FAR = re.compile(
    r"the u[ks]|near you|your area|nära dig|i närheten|på distans|hela landet|new zealand|south africa|united (?:kingdom|states)"
)


@dataclass(frozen=True, kw_only=True)
class Whom:
    """Lines of the first screen that name a group or a town, and what the rest of the page adds."""

    #: lines with a specific group
    named: tuple[Quote, ...]
    #: lines with a group that could be anybody
    broad: tuple[Quote, ...]
    placed: tuple[Quote, ...]
    #: the title names a group or a town
    titled: bool
    #: the title or the page names a town
    anywhere: bool


@once_per_page
def whom(page: Page) -> Whom:
    blocks = unquoted_first_blocks(page)
    groups = [(block, group) for block in blocks if (group := group_addressed_by(block.text, page.language))]
    title = group_addressed_by(page.title, page.language)
    return Whom(
        named=tuple(
            _quote_block(page, block) for block, group in groups if not is_broad(group, page.language)
        ),
        broad=tuple(_quote_block(page, block) for block, group in groups if is_broad(group, page.language)),
        placed=tuple(_quote_block(page, block) for block in blocks if _names_town(block.text)),
        titled=bool(title and not is_broad(title, page.language)) or _names_town(page.title),
        anywhere=_names_town(page.title)
        or any(_names_town(block.text) for block in blocks_outside_quotations(page)),
    )


def _quote_block(page: Page, block: Block) -> Quote:
    return quote(page, block.element, block.text)


def unquoted_first_blocks(page: Page) -> list[Block]:
    """The page's own texts on the first screen, each once, without menu, buttons, forms and quotations."""
    view = page.seen.desktop
    if view is None:
        return [block for block in first_blocks(page) if not page.is_quotation(block.element)]
    found: dict[str, Block] = {}
    for block in blocks_outside_quotations(page):
        item = page.desktop.get(block.element.selector)
        if item is None or not item.visible or item.box[1] >= LOWEST * view.height:
            continue
        if block.region != "nav" and block.element.closest("nav", "button", "form", "label") is None:
            found.setdefault(block.text, block)
    return list(found.values())


def _names_town(text: str) -> bool:
    return _SENT.search(text) is None and any(_is_town(named) for named in places_in(text))


def _is_town(named: Named) -> bool:
    low = named.name.lower()
    wide = {low, low.removesuffix("s")} & vocabulary("reading.wide") or _FAR.fullmatch(low)
    return not wide and len(low) > 2 and named.by != "code"
