"""Things of a template or a workshop that were never meant to be seen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from coldread.base.texts.said import Said
from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import (
    Evidence,
    Finding,
    Layer,
    Meta,
    Severity,
    Source,
    Text,
    Verdict,
    found,
)
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.drawn_examples import is_drawn_example
from coldread.scanner.page.observe.head import title_of
from coldread.scanner.page.observe.made_up import (
    is_made_up_link,
    is_made_up_mail,
    is_network_itself,
    made_up_address_in,
    made_up_phone_in,
)
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import has_figure, phrases, words
from coldread.scanner.reading.quotes import MAX_BLOCK, unquoted
from coldread.scanner.reading.read import reading_of
from coldread.scanner.reading.unready import marks

#: what a program shows when it has nothing to show
_RAW = re.compile(
    r"\[object Object\]|&(?:nbsp|amp|quot|lt|gt|copy);|\{\{|\}\}|\*\*\w[^*]{1,60}\*\*|```"
    r"|â€[“”™œ˜¦\u009d]?|Ã[¤¥¶©¨ªºÄ±³¡\u00ad…–„]|Ã\u00a0|\ufffd"  # letters read with the wrong table
)
_RAW_SIGNS = ("[", "&", "{{", "}}", "**", "```", "â€", "Ã", "\ufffd")
#: what editors and builders write into a title
_TITLES = frozenset(
    {
        "document",
        "main",
        "untitled",
        "untitled document",
        "index",
        "react app",
        "vite app",
        "vite + react",
        "my website",
        "new page",
        "page title",
        "hemsida",
        "min hemsida",
        "webbsida",
    }
)
_NOTHING = ("undefined", "null", "nan", "nil", "none none")
SHORT_WORDS = 24

META = Meta(
    id="copy.leftover",
    measured=False,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    en=Text(
        title="Nothing is left over from a template or a draft",
        failure="Left over from a template or a draft: “{sample}”",
        why="A made-up address, a template's credit line or an internal note tells visitors that nobody has checked this page for a while.",
        fix="Replace it with the real thing, or remove it.",
    ),
    sv=Text(
        title="Inget är kvarglömt från mallen eller utkastet",
        failure="Kvarglömt från en mall eller ett utkast: ”{sample}”",
        why="En påhittad adress, mallens egen signatur eller en intern anteckning visar besökaren att ingen har sett över sidan på länge.",
        fix="Skriv det som gäller, eller ta bort det.",
    ),
)


def mended_letters(text: str) -> str:
    """What was meant, where UTF-8 was read as Windows' own table; empty where it was not."""
    try:
        meant = text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return ""
    return meant if meant != text else ""


def check(page: Page) -> Verdict:
    places = [(item, contact) for item, contact in _left(page)]
    if not places:
        return None
    severe = any(contact for _, contact in places)
    # where a visitor would write or ring comes first
    proof = [item for item, contact in places if contact] + [item for item, contact in places if not contact]
    said = any(mark.element.selector == item.selector for item in proof for mark in marks(page))
    severity, sample = Severity.P1 if severe or said else Severity.P2, str(proof[0].value)
    told = found(META, page.brief, severity, proof, glaring=severe, sample=sample)
    return _in_wrong_letters(told, page) if mended_letters(sample) else told


def _in_wrong_letters(told: Finding, page: Page) -> Finding:
    """No template left it: the file was read with another table than it was written with."""
    lang, wrong = page.brief.lang, told.evidence[0].snippet
    word = next((part for part in wrong.split() if mended_letters(part)), wrong)
    said = {name: text(lang, wrong=word, right=mended_letters(word)) for name, text in _LETTERS.items()}
    if not _declares_encoding(page):
        said["fix"] = _UNDECLARED(lang)
    return replace(told, title=said["title"], why=said["why"], fix=replace(told.fix, summary=said["fix"]))


_LETTERS = {
    "title": Said(
        en="Letters are shown wrongly: “{wrong}” should be “{right}”",
        sv="Bokstäver visas fel: ”{wrong}” ska vara ”{right}”",
    ),
    "why": Said(
        en="People who see broken letters think that the page is broken, and look for one that is not.",
        sv="Den som ser trasiga bokstäver tror att sidan är trasig, och letar efter en som inte är det.",
    ),
    "fix": Said(
        en="The text was saved in one character encoding and read in another. Save the file as UTF-8, and write the words anew where they are broken already.",
        sv="Texten är sparad i en teckenkodning och läst i en annan. Spara filen som UTF-8, och skriv om de ord som redan är trasiga.",
    ),
}


#: a browser guesses then, and takes the letters of old Windows for a page that names no language of its own
_UNDECLARED = Said(
    en='The page does not say which character encoding it is written in. Say it first in the head: <meta charset="utf-8">. Then save the file as UTF-8, and write the words anew that are still broken.',
    sv='Sidan säger inte vilken teckenkodning den är skriven i. Ange det först i head: <meta charset="utf-8">. Spara sedan filen som UTF-8, och skriv om de ord som ändå är trasiga.',
)


def _declares_encoding(page: Page) -> bool:
    """In the answer's header, or in its own head."""
    if "charset" in page.seen.header("content-type").lower():
        return True
    return any(
        meta.attr("charset") or "charset" in meta.attr("content").lower() for meta in page.dom.all("meta")
    )


def _left(page: Page) -> Iterator[tuple[Evidence, bool]]:
    """Each place, and whether a visitor would write or ring there."""
    taken: set[str] = set()
    titled = title_of(page.dom)
    if titled is not None and page.title.strip().lower() in _TITLES:
        yield evidence.of(page, titled, value=page.title), False
    for contact in reading_of(page).contacts:
        if contact.kind == "mail" and is_made_up_mail(contact.value) and contact.value not in taken:
            taken.add(contact.value)
            at = contact.evidence[0]
            element = page.dom.by_selector.get(at.selector)
            if element is not None:
                yield evidence.of(page, element, value=contact.value), True
    for link in page.dom.shown("a"):
        href = link.attr("href").strip()
        if is_made_up_link(href) and href not in taken:
            taken.add(href)
            yield evidence.of(page, link, value=href), True
    for element, said in _unready(page):
        yield evidence.of(page, element, value=said), False
    for block in unquoted(page):
        match = (_made_up_phone(block) or made_up_address_in(block.text)) if has_figure(block.text) else None
        if match:
            yield (
                evidence.of(page, block.element, snippet=_from(block.text, match.start()), value=match[0]),
                True,
            )
            continue
        other = (_RAW.search(block.text) if any(map(block.text.__contains__, _RAW_SIGNS)) else None) or (
            phrases("reading.leftovers").search(block.text) if len(words(block.text)) <= SHORT_WORDS else None
        )
        if other and block.element.closest("code", "pre") is None:
            yield (
                evidence.of(page, block.element, snippet=_from(block.text, other.start()), value=other[0]),
                False,
            )
        elif block.text.strip().lower() in _NOTHING:
            yield evidence.of(page, block.element, value=block.text), False


def _unready(page: Page) -> Iterator[tuple[Element, str]]:
    """Words that call the page unfinished, and networks' front pages in place of one's own."""
    for mark in marks(page):
        spoken = mark.kind in ("marked", "note") and page.is_quotation(mark.element)
        told = mark.kind == "marked" and placeholder_in(mark.element.text_within(MAX_BLOCK))
        if not spoken and not told:
            yield mark.element, mark.said  # else trust.proof-placeholder, clarity.placeholder
    idle = {
        href: link for link in page.dom.shown("a") if is_network_itself(href := link.attr("href").strip())
    }
    for href, link in idle.items():
        yield link, href


def _from(text: str, start: int) -> str:
    """The words from the one on in which it begins."""
    return text if start < evidence.MAX_SNIPPET - 40 else text[text.rfind(" ", 0, start) + 1 :]


def _made_up_phone(block: Block) -> re.Match[str] | None:
    """A number that is spoken of as one to ring; bare digits may be a counter's reel or a code under bars."""
    if is_drawn_example(block.element) and block.element.closest("a") is None:
        return None  # the customer of an example has a number that rings nowhere, and rightly
    match = made_up_phone_in(block.text)
    bare = match is not None and not re.search(r"[^\W\d_]", block.text)
    rung = bool(block.element.closest("a") or block.element.first("a"))
    return None if bare and not rung else match
