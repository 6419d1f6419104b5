"""A trade that is bought near by, and no number to ring."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, NotApplicable, Severity, Source, Text, Verdict, found
from coldread.scanner.page.page import Page
from coldread.scanner.reading.contacts import names_phone
from coldread.scanner.reading.read import reading_of

META = Meta(
    id="trust.phone-absent",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.7,
    effort="S",
    fix="spec_only",
    in_source=True,
    language_bound=True,
    en=Text(
        title="People who would rather call can",
        failure="We found no phone number on the page",
        why="When people buy locally, many would rather call than fill in a form, and a number shows that somebody is there.",
        fix="Put a number that people can tap at the top and beside the form.",
    ),
    sv=Text(
        title="Den som hellre ringer kan göra det",
        failure="Vi hittade inget telefonnummer på sidan",
        why="När man köper något lokalt vill många hellre ringa än fylla i ett formulär, och ett nummer visar att någon finns där.",
        fix="Lägg ett klickbart nummer högst upp och vid formuläret.",
    ),
)


def check(page: Page) -> Verdict:
    reading = reading_of(page)
    if not reading.local:
        return NotApplicable("not-local")
    if any(contact.kind == "phone" for contact in reading.contacts) or names_phone(page.dom.body.text):
        return None
    severity = (
        Severity.INFO if page.calls else Severity.P2
    )  # another way is there; who would rather ring misses one
    return found(META, page.brief, severity, [evidence.searched(page, "body")], count=1)
