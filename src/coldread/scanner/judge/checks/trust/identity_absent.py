"""Nobody stands behind the page: no firm, no person, nobody to reach."""

from __future__ import annotations

import re

from coldread.base.languages import JUDGED
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.dictionary import is_listed
from coldread.scanner.page.observe.calls import path_words
from coldread.scanner.page.observe.head import structured_values
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.observe.titles import title_parts
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, may_hold, phrases
from coldread.scanner.reading.contacts import names_phone
from coldread.scanner.reading.quotes import read_blocks
from coldread.scanner.reading.read import reading_of

#: "556677-8899", "VAT GB123…", "Acme Ltd", "Bygg AB"
_REGISTERED = re.compile(
    r"\b\d{6}-\d{4}\b|\borg\.? ?n(?:umme)?r\b|\bVAT\b|\bCompany (?:no|number|reg)|\b(?:AB|AS|HB|KB|Ltd|LLC|Inc|GmbH|PLC|Oy|ApS|A/S|B\.V\.)(?:\b|\.)",
)
#: "I am Anna Berg", "jag heter Anna": somebody introduces himself
_PERSON = re.compile(
    r"\b(?i:i am|i’m|i'm|my name is|jag heter|mitt namn är|founded by|created by|made by|built by|grundades av|grundat av|drivs av)\s+(?:[a-zåäö]+\s){0,2}[A-ZÅÄÖ][a-zåäöé]+",
)
#: one of these stands in each
_NUMBERED = re.compile(r"\d{6}-")
_REGISTERED_SIGNS = ("org", "VAT", "Company ", "AB", "AS", "HB", "KB", "Ltd", "LLC", "Inc", "GmbH", "PLC", "Oy", "ApS", "A/S", "B.V.")  # fmt: skip
_PERSON_SIGNS = ("i am", "i’m", "i'm", "name is", "heter", "namn är", "ed by", "made by", "built by", "grunda", "drivs av")  # fmt: skip

META = Meta(
    id="trust.identity-absent",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.7,
    effort="S",
    fix="spec_only",
    in_source=True,
    language_bound=True,
    nowhere=True,
    en=Text(
        title="The page says who is behind it",
        failure="We found nothing on the page that says who is behind it",
        why="Before people part with money or an address, they want to know who they are dealing with. Research on what makes people trust a web page says the same.",
        fix="Name the company with its registration number and address, and the people with names and photos, on the page or one link away.",
    ),
    sv=Text(
        title="Sidan säger vem som står bakom",
        failure="Vi hittade inget på sidan som säger vem som ligger bakom den",
        why="Innan någon lämnar ifrån sig pengar eller en adress vill de veta vem de har att göra med. Forskning om vad som gör en webbsida trovärdig säger detsamma.",
        fix="Ange företaget med organisationsnummer och adress, och människorna med namn och bild, på sidan eller en länk bort.",
    ),
)


def check(page: Page) -> Verdict:
    reading = reading_of(page)
    if any(contact.kind in ("address", "mail", "phone") for contact in reading.contacts):
        return None
    if structured_values(page.dom, "address") or structured_values(page.dom, "founder"):
        return None
    pages = [f"{link.text} {path_words(link.attr('href'))}" for link in page.dom.shown("a")]
    if any(phrases(name).search(said) for name in ("reading.about_pages", "contact.links") for said in pages):
        return None
    if names_phone(page.dom.body.text) or _is_under_a_name(page):
        return None
    if any(
        _is_registered(block.text)
        or _introduces(block.text)
        or _is_held_by_another(page, block.text)
        or _heads_people(block)
        for block in read_blocks(page)
    ):
        return None
    return found(META, page.brief, Severity.P2, [evidence.searched(page, "body")], count=1)


#: "Dylan Bucher", "Billy & Maryruth Mitchell"
_FULL_NAME = re.compile(r"[A-ZÅÄÖÉ][a-zåäöé]+(?: (?:&|and|och) [A-ZÅÄÖÉ][a-zåäöé]+)? [A-ZÅÄÖÉ][a-zåäöé]+")
#: a heading over people or over the house
_PEOPLE = re.compile(
    r"\W*(?:(?:the |our |våra? )?(?:founders?|team|people|grundarna?|teamet|medarbetare)|about (?:us|me)|om (?:oss|mig)|who we are|vilka vi är|vi som)\b",
    re.IGNORECASE,
)
MOST_HEADING = 5


def _is_under_a_name(page: Page) -> bool:
    """A person's name is what the page is called by: one of its words is in no dictionary."""
    parts = [part for part in title_parts(page.title) if _FULL_NAME.fullmatch(part)]
    return any(
        not any(is_listed(word.lower(), language) for language in JUDGED)
        for part in parts
        for word in content_words(part)
    )


def _heads_people(block: Block) -> bool:
    return (
        block.kind == "heading"
        and len(block.text.split()) <= MOST_HEADING
        and _PEOPLE.match(block.text) is not None
    )


def _is_registered(text: str) -> bool:
    may_be = any(map(text.__contains__, _REGISTERED_SIGNS)) or _NUMBERED.search(text)
    return bool(may_be and _REGISTERED.search(text))


def _introduces(text: str) -> bool:
    return may_hold(text, _PERSON_SIGNS) and _PERSON.search(text) is not None


#: "© 2026 Advanced AOG"
_HOLDER = re.compile(
    r"(?:©|\bCopyright\b)\s{0,3}(?:©\s{0,3})?(?:(?:19|20)\d\d(?:\s?[-–]\s?(?:19|20)\d\d)?[,.]?\s{0,3})?(?:by )?([^\d\s.,|][^.,|©]{2,60})"
)


def _is_held_by_another(page: Page, text: str) -> bool:
    """The line of copyright names a firm; the product's own name there says nothing about whose it is."""
    holder = _HOLDER.search(text) if "©" in text or "opyright" in text else None
    named = [word for word in content_words(holder[1]) if word not in _LEGAL] if holder else []
    return bool(named) and not any(word in page.brand for word in named) and not placeholder_in(text)


_LEGAL = frozenset(["all", "rights", "reserved", "alla", "rättigheter", "förbehållna", "copyright"])
