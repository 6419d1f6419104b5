"""A phone number or an e-mail address is plain text, not a link."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import unquote

from coldread.base.texts.inline_text import InlineText
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Evidence,
    Layer,
    Meta,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.page.observe.made_up import is_made_up_mail, is_nobodys_number, made_up_phone_in
from coldread.scanner.page.page import Page
from coldread.scanner.reading.contacts import (
    MAIL,
    TELLING_DIGITS,
    digits_of,
    is_called_example,
    number_digits,
    phone_numbers_in,
    with_labels,
)
from coldread.scanner.reading.quotes import read_blocks

MOST = 500

META = Meta(
    id="trust.contact-unlinked",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.85,
    effort="S",
    fix="spec_only",
    en=Text(
        title="Phone numbers and e-mail addresses are links",
        failure="“{sample}” is text without a link to call or write",
        why="A link can be pressed; text has to be copied.",
        fix="Link a number with tel: and its country code, and an e-mail address with mailto:.",
    ),
    sv=Text(
        title="Telefonnummer och e-postadresser är länkar",
        failure="”{sample}” är text utan en länk för att ringa eller skriva",
        why="En länk går att trycka på; text måste skrivas av eller kopieras.",
        fix="Länka ett nummer med tel: och landsnummer, och en e-postadress med mailto:.",
    ),
)


#: by kind of contact
_FIX = {
    "phone": InlineText(
        en="If it is a number to call, make it a link (tel:) with the country code first.",
        sv="Är det ett nummer att ringa: gör det till en länk (tel:) som ringer upp, med landsnummer först.",
    ),
    "mail": InlineText(
        en="If it is an address to write to, make it a link (mailto:).",
        sv="Är det en adress att skriva till: gör den till en länk (mailto:) som öppnar ett mejl.",
    ),
}


def check(page: Page) -> Verdict:
    places = list(_unlinked_contacts(page))
    if not places:
        return None
    sample = str(places[0].value)
    finding = build_finding(META, page.brief, Severity.P2, places, sample=sample)
    remedy = _FIX["mail" if "@" in sample else "phone"](page.brief.lang)
    return replace(finding, fix=replace(finding.fix, summary=remedy))


def _unlinked_contacts(page: Page) -> Iterator[Evidence]:
    """Each number and address once, the first `MOST` of them. Made-up ones belong to `copy.unfilled`."""
    linked = [unquote(link.attr("href")).lower() for link in page.dom.shown("a")]
    numbers = [digits_of(href) for href in linked if href.startswith(("tel:", "sms:"))]
    endings = {number[-size:] for number in numbers for size in range(1, TELLING_DIGITS + 1)}
    pressed = [
        link.text.lower()
        for link in page.dom.shown("a")
        if "@" in link.text and link.attr("href").lower().startswith("mailto:")
    ]
    addresses = "\n".join([*(href for href in linked if "@" in href), *pressed])
    known: set[str] = set()
    for block, label in with_labels(read_blocks(page)):
        if block.element.closest("a", "button") is not None:
            continue  # pressing it does something
        for number in phone_numbers_in(block.text, label):
            mark = number_digits(number[0])
            if mark not in known and len(known) < MOST:
                known.add(mark)
                made_up = made_up_phone_in(number[0]) or is_nobodys_number(number[0])
                if mark not in endings and not made_up:
                    yield evidence.of(page, block.element, value=number[0].strip())
        for mail in MAIL.finditer(block.text) if "@" in block.text else ():
            mark = mail[0].lower()
            if mark not in known and len(known) < MOST:
                known.add(mark)
                if (
                    mark not in addresses
                    and not is_made_up_mail(mail[0])
                    and not is_called_example(block.text, mail, label)
                ):
                    yield evidence.of(page, block.element, value=mail[0])
