"""Other pages of the same site that a page leads to: which are read for a model, and what they say.

The goal's step comes first, then what can be pressed and what the order speaks of, then what the menu calls prices, questions and the like. Each is
asked for once, through the same door as everything else, and read by the bench; nothing of it is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from coldread.base.addresses import split_address
from coldread.scanner.brief import Brief
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.observe.forms import Form
from coldread.scanner.page.observe.text import region_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, stem
from coldread.scanner.scanner import EngineUnavailable
from coldread.scanner.visit.fetch import PageError

if TYPE_CHECKING:
    from coldread.scanner.scanner import Scanner

#: pages that are read, links that are looked at, and characters of each page and line
MOST_PAGES, MOST_LINKS, LONGEST_PAGE, LONGEST_LINE = 10, 400, 4_000, 1_500
#: what visitors ask before they take the step, as links and addresses call it
_TELLING = re.compile(
    r"faq|fråg|fraga|pris|price|pricing|kontakt|contact|boka|book|tjänst|tjanst|service|leverans|deliver|shipping|medlem|member|join|om[-_ ]|about|how|hur|villkor|terms|köp|retur|return",
    re.IGNORECASE,
)
#: a folder's own page
_HOME = re.compile(r"/(?:index|default)\.html?$", re.IGNORECASE)
_FILE = re.compile(
    r"\.(?:pdf|jpe?g|png|gif|webp|svg|zip|mp[34]|docx?|xlsx?|ics|xml|json|css|js)$", re.IGNORECASE
)


def links_to_read(page: Page, wish: str) -> list[str]:
    """Addresses on the page's own host, the most telling first; `wish` is what the order says. Pure."""
    here = split_address(page.base)
    found: dict[str, int] = {}
    for rank, href in _ranked(page, {stem(word) for word in content_words(wish)}):
        address = page.absolute(href)
        parts = split_address(address)
        same = parts.netloc == here.netloc and parts.scheme == here.scheme
        path = _HOME.sub("/", parts.path or "/")
        if not same or path == _HOME.sub("/", here.path or "/") or _FILE.search(path):
            continue
        bare = f"{parts.scheme}://{parts.netloc}{path}"
        found[bare] = min(rank, found.get(bare, rank))
    return sorted(found, key=found.__getitem__)[:MOST_PAGES]


def _ranked(page: Page, wished: set[str]) -> Iterator[tuple[int, str]]:
    step = page.primary.action if page.primary is not None else None
    if step is not None and step.href:
        yield 0, step.href
    for action in page.actions[:MOST_LINKS]:
        if action.href:
            yield 1, action.href
    for link in page.dom.shown("a")[:MOST_LINKS]:
        href = link.attr("href")
        said = f"{link.text[:60]} {href.rpartition('/')[2][:60]}"
        telling = 2 if _TELLING.search(said) else 3
        asked = any(
            stem(word) in wished for word in content_words(said.replace(".html", "").replace("-", " "))
        )
        rank = 1 if asked else telling + (1 if region_of(link) == "footer" else 0)
        if href and not href.startswith("#"):
            yield rank, href


async def read_linked(scanner: Scanner, urls: Iterable[str]) -> list[dict[str, str]]:
    """Their records; a page that does not come, or costs too much to read, is left out."""
    found = []
    for url in urls:
        try:
            seen = await scanner.read_source(url)
        except (PageError, EngineUnavailable):
            continue
        found.append({"url": url, "record": seen.to_json().decode()})
    return found


def linked_text(found: Iterable[Mapping[str, str]], brief: Brief) -> str:
    """Page after page, line after line, each under its address. Pure."""
    return "\n\n".join(filter(None, (_page_text(one["url"], one["record"], brief) for one in found)))


def _page_text(url: str, record: str, brief: Brief) -> str:
    page = Page(Observations.from_json(record), brief)
    lines = [
        f"{_kind(block.kind)}{' '.join(block.text.split())[:LONGEST_LINE]}"
        for block in page.blocks
        if block.region in ("main", "header")
    ]
    for form in page.forms[:4]:
        lines.append(f"(a form asks for: {asked_by(form)})")
    text = "\n".join(dict.fromkeys(lines))[:LONGEST_PAGE]
    return f"== {split_address(url).path}: {page.title}\n{text}" if text else ""


def asked_by(form: Form) -> str:
    """What its fields are called, for somebody who does not see them."""
    names = (
        one.attr("placeholder") or one.attr("aria-label") or one.attr("name") or one.attr("type")
        for one in (field.element for field in form.fields)
    )
    return ", ".join(filter(None, names))


def _kind(kind: str) -> str:
    return "# " if kind == "heading" else ""
