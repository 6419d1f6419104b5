"""Ways to reach a person."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Literal
from urllib.parse import unquote

from coldread.scanner.page.observe.drawn_examples import is_drawn_example
from coldread.scanner.page.observe.element_tree import Element
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
    r"(?<![\w.])(?:\+\d{1,3}[\s().-]?|\(?0)\d{1,4}[\s().–-]{0,3}(?:\d(?:(?!\s\(?0\d{1,3}-\d)[\s().–-]){0,2}){5,12}\d(?!\w)|\(\d{3}\)\s?\d{3}[-.\s]\d{4}|(?<!\d)\d{3}[-.]\d{3}[-.]\d{4}(?!\d)"
)
#: opening hours: "09.30-18.00", "0930–1800"
_HOURS = re.compile(r"(?:[01]\d|2[0-4])[.:]?[0-5]\d\s?[–-]\s?(?:[01]\d|2[0-4])[.:]?[0-5]\d")
#: words right before a fax number; with "tel" or "phone" beside them the number is for both
_FAX = re.compile(
    r"(?P<rung>\b(?:tel\w{0,6}|phone)[.:]?\s?(?:/|&|\+|,|and|och)\s?)?\b(?:(?:tele)?fax(?:nummer|nr)?|F(?=:))(?:\s(?:no|nr|number))?[\s.:–-]{0,4}$",
    re.IGNORECASE,
)
#: words right before a licence or registration number
_NOT_RUNG = re.compile(
    r"\b(?:licen[cs]e\w?|licens\w{0,3}|lic|permit|registration|reg|org(?:anisations)?|vat|ein|abn|charity|momsreg)[\s.-]{0,2}(?:no|nr|number|nummer)?[\s.:#–-]{0,4}$",
    re.IGNORECASE,
)
#: words that call a number or an address an example, right before or after it
_EXAMPLE = re.compile(r"(?<![.@\w-])(?:examples?|e\.g|exempel\w{0,9}|t\.?\s?ex)\b(?!\.\w)", re.IGNORECASE)
_FAX_BEHIND = re.compile(r"\s?\((?:tele)?fax\)", re.IGNORECASE)
#: characters before a number that are searched for such words
LABEL_CHARS = 30
#: last digits of a number that identify it
TELLING_DIGITS = 7
SCHEMES: tuple[tuple[str, Literal["mail", "phone"]], ...] = (("mailto:", "mail"), ("tel:", "phone"))


def digits_of(text: str) -> str:
    return re.sub(r"\D", "", text)


def number_digits(number: str) -> str:
    """The digits that identify a phone number, however it is written."""
    return digits_of(number)[-TELLING_DIGITS:]


def phone_numbers_in(text: str, label: str = "") -> Iterator[re.Match[str]]:
    """Phone numbers without fax numbers; `label` is the line before the text, which may describe its first number."""
    for number in PHONE.finditer(text) if has_figure(text) else ():
        start = number.start()
        before = text[max(0, start - LABEL_CHARS) : start] if start else label[-LABEL_CHARS:]
        fax = _FAX.search(before)
        if (
            not (fax and not fax["rung"])
            and not _NOT_RUNG.search(before)
            and not _FAX_BEHIND.match(text, number.end())
            and not _HOURS.fullmatch(number[0].strip())
            and not is_called_example(text, number, label)
        ):
            yield number


def is_called_example(text: str, found: re.Match[str], label: str = "") -> bool:
    """The words beside a number or an address say that it is an example."""
    start, end = found.span()
    before = text[max(0, start - LABEL_CHARS) : start] if start else label[-LABEL_CHARS:]
    return _EXAMPLE.search(before) is not None or _EXAMPLE.search(text[end : end + LABEL_CHARS]) is not None


def with_labels(blocks: Iterable[Block]) -> Iterator[tuple[Block, str]]:
    """Each block with the text of the block before it."""
    label = ""
    for block in blocks:
        yield block, label
        label = block.text


def contacts(page: Page) -> tuple[Contact, ...]:
    """Each contact once: links first, then plain text, then forms."""
    found: dict[tuple[str, str], Contact] = {}
    for contact in (*_linked_contacts(page), *_contacts_in_text(page), *_contact_forms(page)):
        mark = contact.value.lower() if contact.kind == "mail" else ""
        if contact.kind == "phone":
            mark = number_digits(contact.value)
        found.setdefault((contact.kind, mark), contact)
    return tuple(found.values())[:MOST]


def _linked_contacts(page: Page) -> Iterator[Contact]:
    for link in page.dom.shown("a"):
        href = link.attr("href")
        for scheme, kind in SCHEMES:
            if href.lower().startswith(scheme) and len(href) > len(scheme):
                value = unquote(href[len(scheme) :].partition("?")[0]).strip().lstrip("/")
                yield Contact(kind=kind, value=value, evidence=(quote(page, link, link.text or href),))


def _contacts_in_text(page: Page) -> Iterator[Contact]:
    addresses = 0
    for block, label in with_labels(read_blocks(page)):
        if is_drawn_example(block.element):
            continue  # a sample person in a picture of the product
        for mail in MAIL.finditer(block.text) if "@" in block.text else ():
            if is_called_example(block.text, mail, label):
                continue
            yield Contact(kind="mail", value=mail[0], evidence=(quote_from(page, block, mail.start()),))
        for number in phone_numbers_in(block.text, label):
            yield Contact(
                kind="phone", value=number[0].strip(), evidence=(quote_from(page, block, number.start()),)
            )
        place = address_in(block.text) if addresses < MOST_ADDRESSES else None
        addresses += place is not None
        if place and not _is_of_a_day(block):
            yield Contact(kind="address", value=place[0], evidence=(quote_from(page, block, place.start()),))


def _contact_forms(page: Page) -> Iterator[Contact]:
    for form in page.forms:
        if form.asks_for("message") or phrases("contact.headings").search(form.heading):
            yield Contact(kind="form", value="", evidence=(quote(page, form.element),))


#: most addresses that are read
MOST_ADDRESSES = 20
#: ancestors of an address that may be the news item or invitation it belongs to, and the most characters of such an item
MOST_AROUND, LONGEST_ITEM = 4, 1_500


def _is_of_a_day(block: Block) -> bool:
    """The address is the place of an event: the item around it names a day. A footer or contact section is no such item."""
    element = block.element
    if block.region == "footer" or element.closest("footer", "address") is not None:
        return False
    if names_day(block.text):
        return True
    for above in islice(element.ancestors(), MOST_AROUND):
        text = above.begins(LONGEST_ITEM + 1)
        if (
            above.tag in ("html", "body", "main", "header")
            or len(text) > LONGEST_ITEM
            or _is_for_contacts(above)
        ):
            return False
        if names_day(text):
            return True
    return False


def _is_for_contacts(place: Element) -> bool:
    heading = place.first(*HEADINGS)
    return heading is not None and phrases("contact.headings").search(heading.text[:200]) is not None
