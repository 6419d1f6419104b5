"""The page as its headings part it: which part answers which question of a stranger."""

from __future__ import annotations

import dataclasses
import re

from coldread.scanner.page.dictionary import is_listed
from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.quotes import shortened

MOST_SECTIONS = 14


@dataclasses.dataclass(frozen=True, kw_only=True)
class Section:
    """A part of the page under a heading."""

    heading: str
    #: what it is for: `hero`, `proof`, `price`, `step`, `how`, `about`, `faq`, `other`
    kind: str
    words: int


#: words of a heading that tell what its part is for, in the order in which they are asked
_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("faq", re.compile(r"\b(?:faq|questions|vanliga frågor|frågor och svar)\b", re.IGNORECASE)),
    ("price", re.compile(r"\b(?:pric\w*|plans?|packages?|cost\w*|pris\w*|paket\w*|kostar)\b", re.IGNORECASE)),
    ("proof", re.compile(r"\b(?:testimonials?|reviews?|(?:our|happy) (?:clients|customers)$|(?:clients|customers) (?:say|think)|trusted|results?|cases?|portfolio|recent work|kundcase|kundberättels\w*|kundomdöm\w*|^våra kunder$|kunder(?:na)? (?:säger|tycker|berättar)|omdöme\w*|referens\w*|resultat\w*|projekt)\b", re.IGNORECASE)),
    ("how", re.compile(r"\b(?:how (?:it|we)|steps?|så (?:funkar|fungerar|går|gör)|hur (?:det|vi|funkar)|steg)\b", re.IGNORECASE)),
    ("step", re.compile(r"\b(?:contact|get in touch|book|sign up|get started|subscribe|newsletter|demo|kontakt\w*|boka|kom igång|anmäl\w*|nyhetsbrev\w*|hör av dig|hitta (?:hit|oss)|här finns vi|find us|visit us|öppettider|opening hours)\b", re.IGNORECASE)),
    ("about", re.compile(r"\b(?:about|our (?:story|team|mission|values)|team|history|vision|om oss|om mig|vilka vi är|vår (?:historia|vision)|teamet|medarbetare)\b", re.IGNORECASE)),
)  # fmt: skip


#: a first name and a surname, and nothing else
_PERSON = re.compile(r"[A-ZÅÄÖÉ][a-zåäöé-]+(?: [A-ZÅÄÖÉ][a-zåäöé-]+){1,2}$")


def sections(page: Page) -> list[Section]:
    """The page as its headings part it, in their order; the hero first."""
    parts: list[tuple[str, list[Block]]] = []
    for block in page.blocks:
        if block.region in ("nav", "footer"):
            continue
        starts = block.element.closest("h1", "h2") is not None
        if starts or not parts:
            parts.append((" ".join(block.text.split()) if starts else "", []))
        parts[-1][1].append(block)
    if len(parts) > 1 and not parts[0][0] and parts[1][1][0].element.closest("h1") is not None:
        parts = parts[1:]  # what stands above the headline belongs to it
    made = []
    for number, (heading, blocks) in enumerate(parts):
        count = sum(len(words(block.text)) for block in blocks)
        kind = "hero" if number == 0 else _kind(heading, blocks, page)
        if heading or number == 0:
            made.append(Section(heading=shortened(heading), kind=kind, words=count))
    return made[:MOST_SECTIONS]


def kind_of_heading(heading: str) -> str:
    """What its words alone tell; empty where they do not."""
    return next((name for name, pattern in _KINDS if pattern.search(heading)), "")


def _kind(heading: str, blocks: list[Block], page: Page) -> str:
    told = kind_of_heading(heading)
    if told:
        return told
    if _PERSON.match(heading) and not all(is_listed(word.lower(), "en") for word in heading.split()):
        return "about"
    quoted = sum(page.is_quotation(block.element) for block in blocks)
    return "proof" if quoted and quoted * 2 >= len(blocks) - 1 else "other"
