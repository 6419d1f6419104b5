"""What surrounds a page: other pages of its site and its own scripts, read for a model.

The goal's step comes first, then controls and what the order mentions, then menu entries such as prices and questions. The page
after the step is read too. Each address is requested once, through the egress policy, and read in an isolated task; none of it is stored.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from coldread.base.incoming.addresses import split_address
from coldread.drafts.page_context.folded import folded_texts
from coldread.drafts.page_context.forms import form_description
from coldread.drafts.page_context.leads import address_of, bare_address, leads_inside, places_of
from coldread.drafts.page_context.scripts import excerpts_of_inline_scripts
from coldread.reader.blocks import (
    NOT_SHOWN,
    Block,
    Kind,
    Place,
    field_block,
    is_by_visitors,
    parts_of,
    role_of,
)
from coldread.scanner.page.observe.element_tree import collapse
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, stem
from coldread.scanner.scanner import EngineUnavailable
from coldread.scanner.visit.fetch import PageError

if TYPE_CHECKING:
    from coldread.scanner.scanner import Scanner

#: pages that are read, pages that the first of them leads to, links that are examined, and characters of each page and line
MOST_PAGES, MOST_FURTHER, MOST_LINKS, LONGEST_PAGE, LONGEST_LINE = 16, 4, 400, 5_000, 1_500
#: characters of all of them: if there are few, each has more
ALL_PAGES = 80_000
MOST_SCRIPTS = 6
#: what visitors ask before they take the step, as links and addresses call it
_TELLING = re.compile(
    r"faq|fråg|fraga|pris|price|pricing|kontakt|contact|boka|book|tjänst|tjanst|service|leverans|deliver|shipping|medlem|member|join|om[-_ ]|about|how|hur|villkor|terms|köp|retur|return",
    re.IGNORECASE,
)
_FILE = re.compile(
    r"\.(?:pdf|jpe?g|png|gif|webp|svg|zip|mp[34]|docx?|xlsx?|ics|xml|json|css|js)$", re.IGNORECASE
)


def links_to_read(page: Page, wish: str) -> list[str]:
    """Addresses on the page's own host, the most telling first; `wish` is what the order says. Pure."""
    here = bare_address(page.base)
    found: dict[str, int] = {}
    for rank, href in _ranked_links(page, {stem(word) for word in content_words(wish)}):
        address = page.absolute(href)
        bare = bare_address(address)
        if not _is_own(address, page) or bare == here or _FILE.search(bare):
            continue
        found[bare] = min(rank, found.get(bare, rank))
    return sorted(found, key=found.__getitem__)[:MOST_PAGES]


def guessed_pages(page: Page) -> list[str]:
    """Addresses that no link leads to: pages that a script of the page names, and the index page of its folder. Pure."""
    scripts = page.dom.all("script")[:MOST_SCRIPTS]
    named = [name for one in scripts for name in _NAMED.findall(one.content[:MOST_SCRIPT])]
    folder = "../" if page.base.endswith("/") else "./"
    found = dict.fromkeys(bare_address(page.absolute(name)) for name in (*named, folder))
    own = [url for url in found if _is_own(url, page) and url != bare_address(page.base)]
    return own[:MOST_FURTHER]


_NAMED = re.compile(r"""["'](/?[\w/-]{1,60}\.html?)["']""")
MOST_SCRIPT = 50_000


def scripts_to_read(page: Page) -> list[str]:
    """The site's own scripts, in the order of the page; not the libraries among them. Pure."""
    sources = (one.attr("src") for one in page.dom.all("script") if one.attr("src"))
    own = (page.absolute(source) for source in sources)
    found = dict.fromkeys(one for one in own if _is_own(one, page) and not _LIBRARY.search(one))
    return list(found)[:MOST_SCRIPTS]


#: what many pages run; nothing in it is about this one
_LIBRARY = re.compile(
    r"\.min\.|jquery|bootstrap|popper|swiper|slick|modernizr|analytics|gtag|polyfill|vendor|wp-includes|gsap|react|vue|lottie",
    re.IGNORECASE,
)


def _is_own(address: str, page: Page) -> bool:
    parts, here = split_address(address), split_address(page.base)
    return parts.netloc == here.netloc and parts.scheme == here.scheme


def _ranked_links(page: Page, wished: set[str]) -> Iterator[tuple[int, str]]:
    step = page.primary.action if page.primary is not None else None
    if step is not None and step.href:
        yield 0, step.href
    for action in page.actions[:MOST_LINKS]:
        if action.href:
            yield 1, action.href
    for link in page.dom.all("a")[:MOST_LINKS]:  # links of a folded menu count too
        href = link.attr("href")
        said = f"{collapse(link.content[:200])[:60]} {href.rpartition('/')[2][:60]}"
        telling = 2 if _TELLING.search(said) else 3
        asked = any(
            stem(word) in wished for word in content_words(said.replace(".html", "").replace("-", " "))
        )
        rank = 1 if asked else telling + (1 if region_of(link) == "footer" else 0)
        if href and not href.startswith("#"):
            yield rank, href


async def read_around(
    scanner: Scanner, record: str, leads_to: Callable[[str], Awaitable[Mapping[str, Any]]]
) -> list[dict[str, str]]:
    """Pages, those that the first of them leads on to, and scripts. `leads_to` lists, for a record, what else there is to read."""
    asked: dict[str, Mapping[str, Any]] = {}

    async def led(one: str) -> Mapping[str, Any]:
        """Each record is read once."""
        if one not in asked:
            asked[one] = await leads_to(one)
        return asked[one]

    wanted = await led(record)
    found = await _read_pages(scanner, wanted["pages"])
    if sum("record" in one for one in found) < FEW:
        known = {wanted["own"], *(one["url"] for one in found)}
        tried = await _read_pages(scanner, [url for url in wanted["guessed"] if url not in known])
        found += [one for one in tried if "record" in one]
    first = next((one["record"] for one in found if "record" in one), None)
    if first is not None:
        known = {wanted["own"], *(one["url"] for one in found)}
        further = [url for url in (await led(first))["pages"] if url not in known]
        found += await _read_pages(scanner, further[:MOST_FURTHER])
    asking = [one["record"] for one in found if "record" in one and _has_form(one["record"])]
    beside = [url for record in asking[:MOST_ASKING] for url in (await led(record))["scripts"]]
    further = [url for url in dict.fromkeys(beside) if url not in wanted["scripts"]]
    scripts = await scanner.read_files([*wanted["scripts"], *further[:MOST_FURTHER]])
    return [*found, *({"url": url, "script": text} for url, text in scripts.items())]


#: pages behind with a form whose scripts are read as well: they say whether anything is sent
MOST_ASKING = 4


def _has_form(record: str) -> bool:
    """By the markup alone; none of it is read here."""
    return "<form" in record


def what_to_read_around(page: Page, wish: str) -> dict[str, Any]:
    """What there is to read around a page. Pure."""
    return {
        "own": bare_address(page.base),
        "pages": links_to_read(page, wish),
        "guessed": guessed_pages(page),
        "scripts": scripts_to_read(page),
    }


#: pages that links lead to, below which others are tried
FEW = 3


async def _read_pages(scanner: Scanner, urls: Iterable[str]) -> list[dict[str, str]]:
    """Their records; a page that the server does not have says so, and one that does not come or costs too much to read is left out."""
    found = []
    for url in urls:
        try:
            seen = await scanner.read_source(url)
        except PageError as error:
            if error.reason in _MISSING:
                found.append({"url": url, "missing": error.reason})
            continue
        except EngineUnavailable:
            continue
        found.append({"url": url, "record": seen.to_json().decode()})
    return found


#: the reasons with which a server refuses a page that it does not have
_MISSING = ("http_404", "http_410")


def linked_blocks(
    found: Iterable[Mapping[str, str]], page: Page, pages: Mapping[str, Page]
) -> Iterator[Block]:
    """Each page's blocks, with its path before their roles; text that most of them share comes once, before them. Pure.

    `pages` are those of `found` that have a record, by their addresses. The numbers are the caller's.
    """
    wanted = _places_led_to(page)
    told = {url: list(_page_lines(behind)) for url, behind in pages.items()}
    everywhere = _lines_on_most_pages(told)
    each = max(LONGEST_PAGE, ALL_PAGES // max(1, len(pages)))
    for one, times in everywhere.items():
        yield from _blocks_of_line(f"on {times} of the {len(pages)} other pages", one)
    for record in found:
        url = record["url"]
        path = split_address(url).path or "/"
        if url in pages:
            own = (one for one in told[url] if one not in everywhere)
            for one in _lines_of_linked_page(pages[url], own, wanted.get(url, {}), each):
                yield from _blocks_of_line(path, one)
        elif "missing" in record:
            yield from _blocks_of_line(
                path, PageLine("page", f"the server has no such page ({record['missing']})")
            )


class PageLine(NamedTuple):
    """What one element of another page is, says and leads to."""

    role: str
    words: str
    leads_to: str = ""


def _blocks_of_line(path: str, one: PageLine) -> Iterator[Block]:
    role = f"{path}, {one.role}"
    for words in parts_of(one.words):
        yield Block(
            number=0, kind=Kind.ELSEWHERE, role=role, words=words, places=NOWHERE, leads_to=one.leads_to
        )


NOWHERE = (Place(selector=""),)
#: how many pages must share a text for it to count as common, the share of those that were read, and its characters
ON_MANY, SHARE_OF_PAGES, SHORTEST_SHARED = 4, 0.6, 20


def _lines_on_most_pages(told: Mapping[str, list[PageLine]]) -> dict[PageLine, int]:
    """Text at the top or bottom of nearly every page, and on how many pages it is."""
    counted = Counter(one for page in told.values() for one in set(page))
    least = max(ON_MANY, SHARE_OF_PAGES * len(told))
    return {one: n for one, n in counted.items() if n >= least and len(one.words) >= SHORTEST_SHARED}


def _places_led_to(page: Page) -> dict[str, dict[str, str]]:
    """Places on other pages that links of this page lead to, with the label of the first such link."""
    found: dict[str, dict[str, str]] = {}
    for link in page.dom.shown("a")[:MOST_LINKS]:
        address = page.absolute(link.attr("href"))
        place = split_address(address).fragment
        if place and _is_own(address, page) and _PLACE.fullmatch(place):
            found.setdefault(bare_address(address), {}).setdefault(place, " ".join(link.text.split())[:60])
    return found


#: a place by its name; what a script reads there is written otherwise
_PLACE = re.compile(r"[\w-]{1,60}")


def _page_lines(page: Page) -> Iterator[PageLine]:
    """A long text that repeats is listed once; a short one can be the point of its list."""
    said: set[PageLine] = set()
    for block in page.blocks[:MOST_BLOCKS]:
        if block.region not in ("main", "header") or is_by_visitors(block.element):
            continue
        role, href = role_of(page, block.element, block.kind)
        words = f"{' '.join(block.text.split())[:LONGEST_LINE]}{leads_inside(page, block.element)}"
        one = PageLine(role, words, address_of(page, href) if role == "link" else "")
        if one not in said or len(words) < SHORT_LINE:
            yield one
        said.add(one)
    yield from (PageLine(NOT_SHOWN, text) for text in folded_texts(page))
    for frame in page.dom.all("iframe")[:MOST_FRAMES]:
        source = frame.attr("src") or frame.attr("data-src")
        if source:
            wide = f", {frame.attr('width')[:12]} wide" if frame.attr("width") else ""
            yield PageLine(f"frame with another page, not read{wide}", "", address_of(page, source))
    yield from _form_lines(page)


def _form_lines(page: Page) -> Iterator[PageLine]:
    """Each with its fields, and which of them the markup requires."""
    for form in page.forms[:MOST_FORMS]:
        yield PageLine("form", form_description(page, form))
        for field in form.fields[:MOST_FIELDS]:
            role, shown = field_block(field)
            name = field.label or field.element.attr("name")
            yield PageLine(role, f"{name}: {shown}" if shown and shown != name else name)
    if page.forms:
        yield from (
            PageLine("script of this page", text[:LONGEST_SCRIPT])
            for text in excerpts_of_inline_scripts(page)[:2]
        )


#: embedded pages, forms and fields of a form that are listed for each page
MOST_FRAMES, MOST_FORMS, MOST_FIELDS = 5, 4, 30
#: characters of a line that may come again and of a script in a page that has a form, and blocks that are read
SHORT_LINE, LONGEST_SCRIPT, MOST_BLOCKS = 60, 6_000, 1_000


def _lines_of_linked_page(
    page: Page, told: Iterable[PageLine], wanted: Mapping[str, str], longest: int
) -> Iterator[PageLine]:
    yield PageLine("title of the tab", page.title)
    there = places_of(page)
    gone = [f"“{label}” leads to #{place}" for place, label in wanted.items() if place not in there]
    if gone:
        yield PageLine(
            "places", f"links of the page lead to places which this one does not have: {'; '.join(gone)}"
        )
    for one in told:
        longest -= len(one.words) + len(one.leads_to)
        if longest < 0:
            return
        yield one
