"""Ways to reach a person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import phrases
from coldread.scanner.reading.people import address_in
from coldread.scanner.reading.quotes import own_words, quote, quote_from
from coldread.scanner.reading.record import Contact

MOST = 12
MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}(?![\w@])")
SCHEMES: tuple[tuple[str, Literal["mail", "phone"]], ...] = (("mailto:", "mail"), ("tel:", "phone"))


def contacts(page: Page) -> tuple[Contact, ...]:
    """Each once: links first, then what is only written."""
    found: dict[tuple[str, str], Contact] = {}
    for contact in (*_linked(page), *_written(page), *_forms(page)):
        mark = contact.value.lower() if contact.kind in ("mail", "phone") else ""
        found.setdefault((contact.kind, mark), contact)
    return tuple(found.values())[:MOST]


def _linked(page: Page) -> Iterator[Contact]:
    for link in page.dom.shown("a"):
        href = link.attr("href")
        for scheme, kind in SCHEMES:
            if href.lower().startswith(scheme) and len(href) > len(scheme):
                value = href[len(scheme) :].partition("?")[0]
                yield Contact(kind=kind, value=value, evidence=(quote(page, link, link.text or href),))


def _written(page: Page) -> Iterator[Contact]:
    for block in own_words(page):
        for mail in MAIL.finditer(block.text) if "@" in block.text else ():
            yield Contact(kind="mail", value=mail[0], evidence=(quote_from(page, block, mail.start()),))
        place = address_in(block.text)
        if place:
            yield Contact(kind="address", value=place[0], evidence=(quote_from(page, block, place.start()),))


def _forms(page: Page) -> Iterator[Contact]:
    for form in page.forms:
        if form.asks_for("message") or phrases("contact.headings").search(form.heading):
            yield Contact(kind="form", value="", evidence=(quote(page, form.element),))
