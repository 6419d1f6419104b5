"""Ways to reach a person."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from coldread.scanner.page.observe.drawn_examples import is_drawn_example
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import has_figure, phrases
from coldread.scanner.reading.places import address_in
from coldread.scanner.reading.quotes import quote, quote_from, read_blocks
from coldread.scanner.reading.record import Contact

MOST = 12
MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}(?![\w@])")
PHONE = re.compile(
    r"(?<![\w.])(?:\+\d{1,3}[\s().-]?|\(?0)\d{1,4}[\s().–-]{0,3}(?:\d[\s().–-]{0,2}){5,12}\d(?!\w)|\(\d{3}\)\s?\d{3}[-.\s]\d{4}|(?<!\d)\d{3}[-.]\d{3}[-.]\d{4}(?!\d)"
)
#: every number to ring has as many signs between two of its digits
_LONG_FIGURE = re.compile(r"\d[\d\s().–-]{5,60}\d")
#: digits at the end of a number that tell it from another, whatever stands before
TELLING_DIGITS = 7
SCHEMES: tuple[tuple[str, Literal["mail", "phone"]], ...] = (("mailto:", "mail"), ("tel:", "phone"))


def names_mail(text: str) -> bool:
    return "@" in text and MAIL.search(text) is not None


def digits_of(text: str) -> str:
    return re.sub(r"\D", "", text)


def telling_digits(number: str) -> str:
    """What two ways to write one number share: its end."""
    return digits_of(number)[-TELLING_DIGITS:]


def names_phone(text: str) -> bool:
    """Where a text is long: most have no figure that is long enough."""
    return _LONG_FIGURE.search(text) is not None and PHONE.search(text) is not None


def contacts(page: Page) -> tuple[Contact, ...]:
    """Each once: links first, then what is only written."""
    found: dict[tuple[str, str], Contact] = {}
    for contact in (*_linked(page), *_written(page), *_forms(page)):
        mark = contact.value.lower() if contact.kind == "mail" else ""
        if contact.kind == "phone":
            mark = telling_digits(contact.value)
        found.setdefault((contact.kind, mark), contact)
    return tuple(found.values())[:MOST]


def _linked(page: Page) -> Iterator[Contact]:
    for link in page.dom.shown("a"):
        href = link.attr("href")
        for scheme, kind in SCHEMES:
            if href.lower().startswith(scheme) and len(href) > len(scheme):
                value = href[len(scheme) :].partition("?")[0].lstrip("/")
                yield Contact(kind=kind, value=value, evidence=(quote(page, link, link.text or href),))


def _written(page: Page) -> Iterator[Contact]:
    for block in read_blocks(page):
        if is_drawn_example(block.element):
            continue  # somebody in a picture of the product: nobody writes or rings there
        for mail in MAIL.finditer(block.text) if "@" in block.text else ():
            yield Contact(kind="mail", value=mail[0], evidence=(quote_from(page, block, mail.start()),))
        for number in PHONE.finditer(block.text) if has_figure(block.text) else ():
            yield Contact(
                kind="phone", value=number[0].strip(), evidence=(quote_from(page, block, number.start()),)
            )
        place = address_in(block.text)
        if place:
            yield Contact(kind="address", value=place[0], evidence=(quote_from(page, block, place.start()),))


def _forms(page: Page) -> Iterator[Contact]:
    for form in page.forms:
        if form.asks_for("message") or phrases("contact.headings").search(form.heading):
            yield Contact(kind="form", value="", evidence=(quote(page, form.element),))
