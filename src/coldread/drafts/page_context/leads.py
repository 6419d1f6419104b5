"""Where the words of a line lead, for a model: of this page and of those behind it. Pure."""

from __future__ import annotations

import re
from urllib.parse import quote

from coldread.base.incoming.addresses import shortened_address, split_address
from coldread.scanner.page.memo import once_per_page
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.page import Page

#: characters of an address, and of a line that is tested for an invitation to press
LONGEST_ADDRESS, LONGEST_ASKED = 120, 3_000
#: links of one line that are listed
MOST_INSIDE = 6
_PRESS_HERE = re.compile(r"\b(?:click|tap|press) here\b|\b(?:klicka|tryck) här\b", re.IGNORECASE)
#: addresses whose query names the place that they show
_MAPS = re.compile(r"\bmaps\.|/maps\b", re.IGNORECASE)


#: characters of a path that are requested as they are; and a folder's own page
_KEPT = "/%:@!$&'()*+,;=~-._"
_HOME = re.compile(r"/(?:index|default)\.html?$", re.IGNORECASE)


def bare_address(address: str) -> str:
    """One address for each page, with its characters as they are requested."""
    parts = split_address(address)
    path = quote(_HOME.sub("/", parts.path).rstrip("/") or "/", safe=_KEPT)
    return f"{parts.scheme}://{parts.netloc}{path}"


def leads_inside(page: Page, element: Element) -> str:
    """Links in a line that is not itself a link."""
    if element.closest("a") is not None:
        return ""
    inside = [one for one in element.all("a")[:MOST_INSIDE] if one.attr("href")]
    if not inside and _PRESS_HERE.search(element.begins(LONGEST_ASKED)):
        return " (there is no link in it)"
    told = [f"“{' '.join(one.text.split())[:60]}” → {address_of(page, one.attr('href'))}" for one in inside]
    return f" (links: {'; '.join(told)})" if told else ""


def address_of(page: Page, href: str) -> str:
    if not href:
        return "a script or nothing"
    if href.startswith("#"):
        return f"a place on the page ({href[:60]}{_if_missing(page, href[1:])})"
    if href.lower().startswith(("mailto:", "tel:", "sms:")):
        return href[:LONGEST_ADDRESS]  # with the subject that it fills in
    parts = split_address(page.absolute(href))
    if parts.netloc == split_address(page.base).netloc:
        place = f" (the place #{parts.fragment[:60]} there)" if parts.fragment else ""
        return f"{shortened_address(parts.path, LONGEST_ADDRESS)}{place}"
    slashes = "//" if parts.netloc else ""
    asked = f"?{parts.query}" if parts.query and _MAPS.search(f"{parts.netloc}{parts.path}") else ""
    return shortened_address(f"{parts.scheme}:{slashes}{parts.netloc}{parts.path}{asked}", LONGEST_ADDRESS)


def _if_missing(page: Page, place: str) -> str:
    """The top of a page is always there; what a script reads there is written otherwise."""
    if place in ("", "top") or not re.fullmatch(r"[\w-]{1,60}", place):
        return ""
    return "" if place in places_of(page) else ", which the page does not have"


@once_per_page
def places_of(page: Page) -> frozenset[str]:
    """Names of all places on it that a link can lead to."""
    return frozenset(one.attr(by) for one in page.dom.elements for by in ("id", "name"))
