"""Ways to reach a person."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal
from urllib.parse import unquote

from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.drawn_examples import is_drawn_example
from coldread.scanner.page.observe.text import HEADINGS, Block
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import has_figure, phrases
from coldread.scanner.reading.dates import names_day
from coldread.scanner.reading.places import address_in
from coldread.scanner.reading.quotes import quote, quote_from, read_blocks
from coldread.scanner.reading.record import Contact

MOST = 12
MAIL = re.compile(r"(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}(?![\w@])")
PHONE = re.compile(
    r"(?<![\w.])(?:\+\d{1,3}[\s().-]?|\(?0)\d{1,4}[\s().–-]{0,3}(?:\d[\s().–-]{0,2}){5,12}\d(?!\w)|\(\d{3}\)\s?\d{3}[-.\s]\d{4}|(?<!\d)\d{3}[-.]\d{3}[-.]\d{4}(?!\d)"
)
#: "09.30-18.00" and "0930–1800": when it is open
_HOURS = re.compile(r"(?:[01]\d|2[0-4])[.:]?[0-5]\d\s?[–-]\s?(?:[01]\d|2[0-4])[.:]?[0-5]\d")
#: what stands right before a number where nobody answers; beside a word for the phone both are one number
_FAX = re.compile(
    r"(?P<rung>\b(?:tel\w{0,6}|phone)[.:]?\s?(?:/|&|\+|,|and|och)\s?)?\b(?:(?:tele)?fax(?:nummer|nr)?|F(?=:))(?:\s(?:no|nr|number))?[\s.:–-]{0,4}$",
    re.IGNORECASE,
)
#: … or before a number that somebody gave the firm
_NOT_RUNG = re.compile(
    r"\b(?:licen[cs]e\w?|licens\w{0,3}|lic|permit|registration|reg|org(?:anisations)?|vat|ein|abn|charity|momsreg)[\s.-]{0,2}(?:no|nr|number|nummer)?[\s.:#–-]{0,4}$",
    re.IGNORECASE,
)
_FAX_BEHIND = re.compile(r"\s?\((?:tele)?fax\)", re.IGNORECASE)
#: characters before a number that may say what it is for
LABEL_CHARS = 30
#: digits at the end of a number that tell it from another, whatever stands before
TELLING_DIGITS = 7
SCHEMES: tuple[tuple[str, Literal["mail", "phone"]], ...] = (("mailto:", "mail"), ("tel:", "phone"))


def digits_of(text: str) -> str:
    return re.sub(r"\D", "", text)


def number_digits(number: str) -> str:
    """What two ways to write one number share: its end."""
    return digits_of(number)[-TELLING_DIGITS:]


def numbers_in(text: str, label: str = "") -> Iterator[re.Match[str]]:
    """Numbers to ring, no fax; `label` is the line before the text, which may say what its first number is for."""
    for number in PHONE.finditer(text) if has_figure(text) else ():
        start = number.start()
        before = text[max(0, start - LABEL_CHARS) : start] if start else label[-LABEL_CHARS:]
        fax = _FAX.search(before)
        if (
            not (fax and not fax["rung"])
            and not _NOT_RUNG.search(before)
            and not _FAX_BEHIND.match(text, number.end())
            and not _HOURS.fullmatch(number[0].strip())
        ):
            yield number


def with_labels(blocks: Iterable[Block]) -> Iterator[tuple[Block, str]]:
    """Each with the line before it."""
    label = ""
    for block in blocks:
        yield block, label
        label = block.text


def contacts(page: Page) -> tuple[Contact, ...]:
    """Each once: links first, then what is only written."""
    found: dict[tuple[str, str], Contact] = {}
    for contact in (*_linked(page), *_contacts_in_text(page), *_forms(page)):
        mark = contact.value.lower() if contact.kind == "mail" else ""
        if contact.kind == "phone":
            mark = number_digits(contact.value)
        found.setdefault((contact.kind, mark), contact)
    return tuple(found.values())[:MOST]


def _linked(page: Page) -> Iterator[Contact]:
    for link in page.dom.shown("a"):
        href = link.attr("href")
        for scheme, kind in SCHEMES:
            if href.lower().startswith(scheme) and len(href) > len(scheme):
                value = unquote(href[len(scheme) :].partition("?")[0]).strip().lstrip("/")
                yield Contact(kind=kind, value=value, evidence=(quote(page, link, link.text or href),))


def _contacts_in_text(page: Page) -> Iterator[Contact]:
    asked = 0
    for block, label in with_labels(read_blocks(page)):
        if is_drawn_example(block.element):
            continue  # somebody in a picture of the product: nobody writes or rings there
        for mail in MAIL.finditer(block.text) if "@" in block.text else ():
            yield Contact(kind="mail", value=mail[0], evidence=(quote_from(page, block, mail.start()),))
        for number in numbers_in(block.text, label):
            yield Contact(
                kind="phone", value=number[0].strip(), evidence=(quote_from(page, block, number.start()),)
            )
        place = address_in(block.text) if asked < MOST_ADDRESSES else None
        asked += place is not None
        if place and not _is_of_a_day(block):
            yield Contact(kind="address", value=place[0], evidence=(quote_from(page, block, place.start()),))


def _forms(page: Page) -> Iterator[Contact]:
    for form in page.forms:
        if form.asks_for("message") or phrases("contact.headings").search(form.heading):
            yield Contact(kind="form", value="", evidence=(quote(page, form.element),))


#: a page with more of them lists places; only the first one is told
MOST_ADDRESSES = 20
#: elements around an address that may be the item of news or the invitation that it is told in, and their characters
MOST_AROUND, LONGEST_ITEM = 4, 1_500


def _is_of_a_day(block: Block) -> bool:
    """A meeting's place: what it stands in tells a day. A footer and a part for contacts have theirs for other reasons."""
    element = block.element
    if block.region == "footer" or element.closest("footer", "address") is not None:
        return False
    if names_day(block.text):
        return True
    for above in islice(element.ancestors(), MOST_AROUND):
        said = above.begins(LONGEST_ITEM + 1)
        if (
            above.tag in ("html", "body", "main", "header")
            or len(said) > LONGEST_ITEM
            or _is_for_contacts(above)
        ):
            return False
        if names_day(said):
            return True
    return False


def _is_for_contacts(place: Element) -> bool:
    heading = place.first(*HEADINGS)
    return heading is not None and phrases("contact.headings").search(heading.text[:200]) is not None
