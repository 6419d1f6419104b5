"""Signs that a page was put up too early: words that say so themselves, a list that says it is empty, a button that leads to itself.

Each is quoted from the page; nothing is concluded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote

from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.once import once_a_page
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.quotes import read_blocks

_MARKED = re.compile(r"\b(?:placeholder|platshållare)\b", re.IGNORECASE)
_PROTOTYPE = re.compile(r"\bprototyp(?:e|en)? v?\d|^\W*(?:prototyp|prototype)\b", re.IGNORECASE)
#: a page that says that nobody stands behind it
_EXERCISE = re.compile(
    r"\b(?:webbplats\w*|sida\w*|hemsida\w*)\b[^.!?]{0,40}\b(?:utbildningssyfte|skolprojekt|skolarbete|fiktiv\w*)\b"
    r"|\b(?:this|the) (?:web)?site\b[^.!?]{0,40}\b(?:school|student|class|university|portfolio) (?:project|assignment|exercise)\b"
    r"|\b(?:fictional|not a real) (?:company|business|shop|firm)\b|\bfiktivt? (?:företag|verksamhet)\b",
    re.IGNORECASE,
)
#: somebody tells whoever makes the page what to write there: to put in what is real, right here, before it is published
_NOTE = re.compile(
    r"\b(?:fyll i|ange|byt ut|ersätt|lägg in|skriv|infoga|replace|insert|fill in|swap|enter)\b[^.!?]{0,60}\b(?:your|an?|with|by|dina?|ditt|era?|ert|en|ett|mot|med)\s+(?:faktisk\w*|riktig\w*|verklig\w*|actual|real|official)\b"
    r"|\b(?:fyll i|ange|infoga|lägg in|insert|put)\b[^.!?]{0,50}\b(?:här|here)\s*[.!\])]?\s*$"
    r"|\b(?:innan|before) (?:du|ni|you) (?:publicerar|lanserar|publish|launch|go live)\b"
    # what a visitor is meant to feel is said to the maker, never to the visitor
    r"|\b(?:ska|should) (?:kunden|besökaren|the (?:customer|visitor)) (?:känna|förstå|mötas|feel|understand|see)\b"
    r"|\b(?:kunden|besökaren|the (?:customer|visitor)) (?:ska|should) (?:känna|förstå|feel|understand)\b",
    re.IGNORECASE,
)
#: nobody asks visitors for anything in an imprint
_IMPRINT = re.compile(
    r"\b(?:fyll i|ange|infoga|insert|fill in|add) (?:your |the |ert |ditt )?(?:bolag|företag|org|company|business|vat)\w*",
    re.IGNORECASE,
)
#: "xxx-xxxxxxx", "073- xx xx xxx": digits that are to come
_MASKED = re.compile(r"(?<!\w)x{2,4}(?:[\s-]?x{2,8})+(?!\w)", re.IGNORECASE)
_SWITCH = re.compile(r"V\d(?:\.\d)?(?:\s\w+)?")
#: versions side by side that make a switcher of a design
LEAST_SWITCHES = 3
#: characters of a text that are searched for words to the maker
MOST_CHARS = 600
#: words of a label; a longer text speaks about such things
MOST_LABEL = 14
_EMPTY = re.compile(
    r"\b(?:inga|no)\s(?:inplanerade|kommande|planerade|upcoming|scheduled|planned)\s\w+|\bnothing (?:planned|scheduled|here yet|to show)\b"
    r"|\bno (?:posts|products|items|events|articles|results) (?:yet|found|available)\b"
    r"|\binga (?:inlägg|produkter|evenemang|nyheter|resultat|artiklar) (?:ännu|än|hittades|finns ännu)\b",
    re.IGNORECASE,
)


MarkKind = Literal["marked", "prototype", "exercise", "note", "masked"]


@dataclass(frozen=True, kw_only=True)
class Mark:
    """A sign in the page's words, and where it stands."""

    kind: MarkKind
    element: Element
    said: str


def is_marked(text: str) -> bool:
    """Called a placeholder by its own words."""
    return _MARKED.search(text) is not None


@once_a_page
def marks(page: Page) -> list[Mark]:
    """Words that call the whole page or a part of it unfinished, a kind once; the whole page first."""
    found = {mark.kind: mark for mark in reversed(list(_marks(page)))}
    return [found[kind] for kind in ("prototype", "exercise", "note", "masked", "marked") if kind in found]


def _marks(page: Page) -> Iterator[Mark]:
    for block in read_blocks(page):
        short = is_label(block.text)
        kind: MarkKind | None = (
            "marked"
            if short and is_marked(block.text)
            else "prototype"
            if short and _PROTOTYPE.search(block.text)
            else "exercise"
            if _EXERCISE.search(block.text[:300])
            else _instructs(block)
        )
        if kind is not None:
            yield Mark(kind=kind, element=block.element, said=_sentence(block.text, kind))
    yield from _switcher(page)


def _instructs(block: Block) -> MarkKind | None:
    """Words to the maker and digits to come; a form asks its visitors for just that."""
    if block.region == "nav" or block.element.closest("form", "label", "button", "code", "pre") is not None:
        return None
    text = block.text[:MOST_CHARS]
    noted = _NOTE.search(text) or (block.region == "footer" and _IMPRINT.search(text))
    if noted:
        return "note"
    return "masked" if "xx" in text.lower() and _MASKED.search(text) else None


def _sentence(text: str, kind: MarkKind) -> str:
    """The whole line, or of a longer text the sentence that says it."""
    plain = " ".join(text.split())
    said = (_NOTE.search(plain) or _IMPRINT.search(plain)) if kind == "note" else None
    if said is None or is_label(plain):
        return plain
    begin = max(plain.rfind(end, 0, said.start()) for end in (". ", "! ", "? "))
    return re.split(r"(?<=[.!?])\s", plain[begin + 2 if begin >= 0 else 0 :])[0]


def _switcher(page: Page) -> Iterator[Mark]:
    """V1, V2, V3: versions of a design to choose from."""
    shown = [(one, " ".join(one.text.split())) for one in page.dom.shown("a", "button")]
    switches = {text: one for one, text in shown if _SWITCH.fullmatch(text)}
    if len(switches) >= LEAST_SWITCHES:
        said = " ".join(list(switches)[:LEAST_SWITCHES])
        yield Mark(kind="prototype", element=next(iter(switches.values())), said=said)


def is_label(text: str) -> bool:
    return 0 < len(words(text)) <= MOST_LABEL


def empty_lists(page: Page) -> list[tuple[Element, str]]:
    """Short lines that say that there is nothing to list."""
    return [
        (block.element, " ".join(block.text.split()))
        for block in read_blocks(page)
        if is_label(block.text) and _EMPTY.search(block.text)
    ]


def place_of(page: Page, href: str) -> Element | None:
    """The part of the page that an anchor names."""
    if not href.startswith("#") or len(href) < 2:
        return None
    return next(iter(page.dom.by_id.get(unquote(href[1:]), ())), None)


def is_circle(page: Page, href: str) -> bool:
    """The button leads to a section whose own button leads to that section, and to nothing else to go on by."""
    wanted = href.strip()
    place = place_of(page, wanted)
    if place is None or place.all("form", "input", "iframe", "button"):
        return False
    links = [link.attr("href").strip() for link in place.all("a")]
    return bool(links) and all(link == wanted for link in links)
