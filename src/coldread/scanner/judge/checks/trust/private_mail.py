"""The e-mail address is at a free mail service."""

from __future__ import annotations

import re

from coldread.scanner.judge.finding import (
    Layer,
    Meta,
    NotApplicable,
    Severity,
    Source,
    Text,
    Verdict,
    build_finding,
)
from coldread.scanner.judge.quoted import evidence_of_quote
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.read import reading_of

_PRIVATE = re.compile(
    r"@(?:gmail|googlemail|hotmail|outlook|live|msn|yahoo|ymail|aol|icloud|me|spray|gmx|protonmail|proton)\.[a-z.]{2,6}$",
    re.IGNORECASE,
)

META = Meta(
    id="trust.private-mail",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.9,
    effort="S",
    fix="spec_only",
    en=Text(
        title="No e-mail address on the page is at a free mail service",
        failure="An e-mail address on the page is at a free mail service: {address}",
        why="Seen from the domain of the address alone.",
        fix="If you have a domain of your own, use an address there.",
    ),
    sv=Text(
        title="Ingen e-postadress på sidan finns hos en gratistjänst",
        failure="En e-postadress på sidan finns hos en gratistjänst: {address}",
        why="Det syns på adressens domän, inget annat.",
        fix="Har du en egen domän: använd en adress där.",
    ),
)


def check(page: Page) -> Verdict:
    mails = [contact for contact in reading_of(page).contacts if contact.kind == "mail"]
    if not mails:
        return NotApplicable("no-mail")
    private = [
        contact for contact in mails if _PRIVATE.search(contact.value) and not _is_own(page, contact.value)
    ]
    if not private:
        return None
    proof = [
        evidence_of_quote(page, at, value=contact.value) for contact in private for at in contact.evidence
    ]
    return build_finding(META, page.brief, Severity.P2, proof, address=private[0].value)


#: shorter words of the name may occur in any address
TELLING_CHARS = 5


def _is_own(page: Page, address: str) -> bool:
    """The mailbox contains the brand's name, as in “kullahonung@…”."""
    mailbox = re.sub(r"[^a-z0-9]", "", _in_address_letters(address.partition("@")[0]))
    names = {_in_address_letters(word) for word in page.brand} | {
        _in_address_letters("".join(words(page.title.partition("|")[0])))
    }
    return any(len(name) >= TELLING_CHARS and name in mailbox for name in names)


def _in_address_letters(text: str) -> str:
    """The text in the letters of an address."""
    return text.lower().translate(str.maketrans("åäöéü", "aaoeu"))
