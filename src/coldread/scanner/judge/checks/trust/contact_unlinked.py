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
        failure="“{sample}” is plain text, not a link",
        why="Visitors have to copy by hand what they cannot press, which is hardest on a phone.",
        fix="Turn phone numbers into links that call, with the country code first, and e-mail addresses into links that open a new message.",
    ),
    sv=Text(
        title="Telefonnummer och e-postadresser är länkar",
        failure="”{sample}” är vanlig text, ingen länk",
        why="Det som inte går att trycka på måste skrivas av för hand, vilket är krångligast i mobilen.",
        fix="Gör telefonnummer till länkar som ringer upp, med landsnummer först, och e-postadresser till länkar som öppnar ett nytt mejl.",
    ),
)

#: reason and fix by kind of contact
_WHY = {
    "phone": InlineText(
        en="On a phone, people have to memorise or copy a number they cannot tap.",
        sv="I mobilen måste man memorera eller kopiera ett nummer som inte går att trycka på.",
    ),
    "mail": InlineText(
        en="People have to copy an address they cannot press, which is hardest on a phone.",
        sv="En adress som inte går att trycka på måste kopieras för hand, vilket är krångligast i mobilen.",
    ),
}
_FIX = {
    "phone": InlineText(
        en="Turn the number into a link that calls it, with the country code first.",
        sv="Gör numret till en länk som ringer upp, med landsnummer först.",
    ),
    "mail": InlineText(
        en="Turn the address into a link that opens a new message to it.",
        sv="Gör adressen till en länk som öppnar ett nytt mejl till den.",
    ),
}


def check(page: Page) -> Verdict:
    places = list(_unlinked_contacts(page))
    if not places:
        return None
    sample = str(places[0].value)
    kind = "mail" if "@" in sample else "phone"
    finding = build_finding(META, page.brief, Severity.P2, places, sample=sample)
    fix = replace(finding.fix, summary=_FIX[kind](page.brief.lang))
    return replace(finding, why=_WHY[kind](page.brief.lang), fix=fix)


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
                if mark not in addresses and not is_made_up_mail(mail[0]):
                    yield evidence.of(page, block.element, value=mail[0])
