"""No e-mail address and no phone number appears on the page or in its source."""

from __future__ import annotations

import re

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotMeasured,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.judge.whole_source import whole_source
from coldread.scanner.page.page import Page
from coldread.scanner.reading.contacts import MAIL, PHONE

META = Meta(
    id="trust.no-direct-contact",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    nowhere=True,
    en=Text(
        title="The page has an e-mail address, a phone number, or a link to write or call",
        failure="We found no e-mail address, no phone number and no link to write or call on this page or in its source",
        why="Looked for in the text and the source, addresses of links included. Pictures, forms and other pages are not counted.",
        fix="If visitors may write or call, put the address or the number on the page.",
    ),
    sv=Text(
        title="Sidan har en e-postadress, ett telefonnummer eller en länk för att skriva eller ringa",
        failure="Vi hittade ingen e-postadress, inget telefonnummer och ingen länk för att skriva eller ringa på sidan eller i dess källkod",
        why="Sökt i texten och källkoden, länkarnas adresser medräknade. Bilder, formulär och andra sidor räknas inte.",
        fix="Får besökarna skriva eller ringa: lägg adressen eller numret på sidan.",
    ),
)

#: links that open a message, a call or a chat
_WAYS = re.compile(
    r"\b(?:mailto|tel|sms|callto|skype|viber):|//(?:wa\.me|api\.whatsapp\.com|m\.me|t\.me)/", re.IGNORECASE
)
#: an address that the server has obfuscated
_HIDDEN_MAIL = re.compile(r"/cdn-cgi/l/email-protection|__cf_email__", re.IGNORECASE)
_FILE = re.compile(r"\.(?:png|jpe?g|webp|avif|gif|svg|css|m?js)$", re.IGNORECASE)


def check(page: Page) -> Verdict:
    source = whole_source(page)
    if source is None:
        return NotMeasured("long-text")
    if _WAYS.search(source) or _HIDDEN_MAIL.search(source) or PHONE.search(page.dom.body.text):
        return None
    if any(not _FILE.search(match[0]) for match in MAIL.finditer(source)):  # “logo@2x.png” is not an address
        return None
    return build_finding(
        META,
        page.brief,
        Severity.P2,
        [evidence.of_searched_place(page, "body", value=0, threshold=1)],
        count=1,
    )
