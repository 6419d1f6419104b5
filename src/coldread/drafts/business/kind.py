"""Which kind of business a page is for: counted from its words and from the order's, with three outcomes."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Literal

from coldread.base.languages import Language
from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.page import Page
from coldread.scanner.reading.quotes import own_words


class Kind(StrEnum):
    """What sort of thing stands behind the page."""

    ASSOCIATION = "association"
    FOOD = "food"
    CARE = "care"
    CHARITY = "charity"
    CRAFT = "craft"
    APP = "app"
    OPEN_SOURCE = "open_source"
    SHOP = "shop"
    COURSE = "course"
    EXPERT = "expert"
    STAY = "stay"
    OTHER = "other"


#: nobody is sold anything there: no price is asked for, and no “customer” is spoken of
SELLS_NOTHING = frozenset({Kind.ASSOCIATION, Kind.CHARITY, Kind.OPEN_SOURCE})

#: points for a word by where it stands; the body counts each trade a few times at most
_TITLE, _TOP, _HEADING, _ORDER, _BODY, _MOST_BODY = 4, 4, 2, 3, 1, 5
#: points that the first needs, how far it must be ahead of the second, and points where there is no second
_SURE, _AHEAD, _ALONE = 6, 1.4, 4
#: times that its word must stand on top
_TWICE = 2
#: lines below the headline that belong to it
_BESIDE = 4
#: below these nothing was told
_LEAST = 3
LONGEST_LINE = 2_000


@dataclass(frozen=True, kw_only=True, eq=False)
class Trade:
    """A trade by its name."""

    kind: Kind
    find: re.Pattern[str]
    noun: Mapping[str, str]
    lead: Mapping[str, str]
    one: Mapping[str, str]
    #: to the customer, and not the customer to it
    comes: bool = True


@dataclass(frozen=True, kw_only=True, eq=False)
class Item:
    """Something that such a business offers by name."""

    find: re.Pattern[str]
    noun: Mapping[str, str]


@dataclass(frozen=True, kw_only=True)
class Business:
    """What was decided, and what it rests on."""

    kind: Kind
    #: `sure`: the kind's own words may be used; `unsure`: it is only the likeliest; `none`: nothing tells it
    outcome: Literal["sure", "unsure", "none"]
    trade: Trade | None = None
    #: what it offers by name, as the page tells it, the first met first
    items: tuple[Item, ...] = ()

    @property
    def spoken(self) -> Kind:
        """The kind whose words are used: the neutral ones unless it is sure."""
        return self.kind if self.outcome == "sure" else Kind.OTHER

    @property
    def sells(self) -> bool:
        return self.kind not in SELLS_NOTHING

    def noun(self, lang: Language) -> str:
        return self.trade.noun[lang] if self.trade is not None else ""


@cache
def _tables() -> tuple[tuple[Trade, ...], Mapping[Kind, tuple[Item, ...]]]:
    file = resources.files("coldread.drafts.business").joinpath("trades.toml")
    raw = tomllib.loads(file.read_text("utf-8"))
    trades = tuple(
        Trade(
            kind=Kind(row["kind"]),
            find=re.compile(rf"(?<!\w)(?:{row['find']})(?!\w)", re.IGNORECASE),
            noun={"sv": row["sv"], "en": row["en"]},
            lead=row.get("lead", {}),
            one=row.get("one", {}),
            comes=row.get("comes", True),
        )
        for row in raw["trade"]
    )
    items = {
        Kind(kind): tuple(
            Item(
                find=re.compile(rf"(?<!\w)(?:{row['find']})(?!\w)", re.IGNORECASE),
                noun={"sv": row["sv"], "en": row["en"]},
            )
            for row in table["rows"]
        )
        for kind, table in raw["items"].items()
    }
    return trades, items


def business_of(page: Page, order_words: str) -> Business:
    """Pure: the page and the order tell the same thing every time."""
    points: Counter[Trade] = Counter()
    trades, _ = _tables()
    lines = list(_weighed(page, order_words))
    for row in trades:
        body = 0
        for weight, text in lines:
            hits = min(2, sum(1 for _ in row.find.finditer(text)))
            if not hits:
                continue
            if weight == _BODY:
                body = min(_MOST_BODY, body + hits)
            else:
                points[row] += weight
        points[row] += body
    by_kind: Counter[Kind] = Counter(_shape(page))
    for row, count in points.items():
        by_kind[row.kind] += count
    ranked = [(kind, count) for kind, count in by_kind.most_common() if count >= _LEAST]
    if not ranked:
        return Business(kind=Kind.OTHER, outcome="none")
    kind, count = ranked[0]
    second = ranked[1][1] if len(ranked) > 1 else 0
    enough = (count >= _SURE and count >= _AHEAD * second) or (count >= _ALONE and not second)
    # a trade that neither the order nor title and headline name may be its readers', its customers' or a book's
    sure = enough and _is_named(page, order_words, kind)
    own = {row: found for row, found in points.items() if row.kind is kind and found}
    # the first of equals stands first in the table: the narrower name before the wider
    trade = max(own, key=lambda one: own[one], default=None)
    return Business(
        kind=kind, outcome="sure" if sure else "unsure", trade=trade, items=tuple(_items(page, kind))
    )


def _is_named(page: Page, order_words: str, kind: Kind) -> bool:
    """The order's own words name it, or both the title and the headline do."""
    rows = [row.find for row in _tables()[0] if row.kind is kind]
    headline = page.headline.text if page.headline is not None else ""
    return any(find.search(order_words) for find in rows) or all(
        any(find.search(text) for find in rows) for text in (page.title, headline)
    )


def kinds_named(text: str) -> set[Kind]:
    """Those of the trades that a line names."""
    return {row.kind for row in _tables()[0] if row.find.search(text[:LONGEST_LINE])}


def is_trade(said: str) -> bool:
    """The name of a trade, or of something that one offers."""
    trades, items = _tables()
    patterns = [row.find for row in trades] + [item.find for rows in items.values() for item in rows]
    return any(pattern.fullmatch(said) for pattern in patterns)


#: points for what is asked for by the month, and for what is put into a cart
_SHAPE = 3
_MONTHLY = re.compile(r"\d\s?(?:kr|€|\$|£|usd|eur|sek)?\s?(?:/|per |i )\s?(?:mo\b|month|mån\w*|seat|user|användare)", re.IGNORECASE)  # fmt: skip
_PACKAGES = re.compile(
    r"\b(?:pip|npm|yarn|cargo|brew|docker|go|gem|composer) (?:i|install|add|run|get|pull|require)\b"
)
_CART = re.compile(
    r"^(?:köp|buy(?: now)?|add to (?:cart|basket|bag)|lägg i \w+|handla(?: nu)?)\W*$", re.IGNORECASE
)


def _shape(page: Page) -> dict[Kind, int]:
    """What no word of a trade tells: how it is paid, put into a cart or installed."""
    texts = [block.text[:LONGEST_LINE] for block in own_words(page)]
    found = {
        Kind.APP: any(_MONTHLY.search(text) for text in texts),
        Kind.OPEN_SOURCE: any(_PACKAGES.search(text) for text in texts),
        Kind.SHOP: sum(bool(_CART.match(one.text.strip())) for one in page.dom.shown("a", "button")) > 1,
    }
    return {kind: _SHAPE for kind, is_so in found.items() if is_so}


def top_lines(page: Page) -> list[str]:
    """Where a page says what it is: its title, its description, its headline and the lines beside that."""
    headline = [page.headline.text] if page.headline is not None else []
    beside = [block.text[:LONGEST_LINE] for block in page.subheads[:_BESIDE]]
    return [page.title, meta_content(page.dom, "description"), *headline, *beside]


def _weighed(page: Page, order_words: str) -> Iterator[tuple[int, str]]:
    yield _TITLE, page.title
    yield _HEADING, meta_content(page.dom, "description")
    yield _ORDER, order_words
    for block in own_words(page):
        text = block.text[:LONGEST_LINE]
        if page.is_quotation(block.element):
            continue
        if page.in_hero(block.element):
            yield _TOP if block.kind == "heading" else _HEADING, text
        else:
            yield _HEADING if block.kind == "heading" else _BODY, text


#: names of a page's offers that a headline can hold; lines in which one must stand to be no aside
MOST_ITEMS, _AGAIN = 3, 2


def _items(page: Page, kind: Kind) -> Iterator[Item]:
    """Each once; a word that stands once in a long page is beside the point."""
    _, listed = _tables()
    lines = [block.text[:LONGEST_LINE] for block in own_words(page) if not page.is_quotation(block.element)]
    lines += [page.title, meta_content(page.dom, "description")]
    top = top_lines(page)
    places = {
        item: [number for number, text in enumerate(lines) if item.find.search(text)]
        for item in listed.get(kind, ())
        if any(item.find.search(text) for text in top)
    }
    again = [item for item, met in places.items() if len(met) >= _AGAIN]
    found = again if len(again) > 1 else [item for item, met in places.items() if met]
    # what comes again before what is named once, then in the page's own order
    yield from sorted(found, key=lambda item: (len(places[item]) < _AGAIN, places[item][0]))[:MOST_ITEMS]
