"""Leftover template text, letters in the wrong encoding, and made-up addresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal

from coldread.base.texts.inline_text import InlineText
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
    build_finding,
)
from coldread.scanner.page.observe.head import title_of
from coldread.scanner.page.observe.made_up import (
    is_made_up_link,
    is_made_up_mail,
    is_network_itself,
    is_nobodys_number,
    number_dialled,
)
from coldread.scanner.page.page import Page
from coldread.scanner.reading.contacts import number_digits, phone_numbers_in
from coldread.scanner.reading.quotes import blocks_outside_quotations

#: raw output of templates and programs
_RAW = re.compile(
    r"\[object Object\]|&(?:nbsp|amp|quot|lt|gt|copy);|\{\{|\}\}|\*\*\w[^*]{1,60}\*\*|```"
    r"|â€[“”™œ˜¦\u009d]?|Ã[¤¥¶©¨ªºÄ±³¡\u00ad…–„]|Ã\u00a0|\ufffd"  # letters decoded with the wrong encoding
)
_RAW_SIGNS = ("[", "&", "{{", "}}", "**", "```", "â€", "Ã", "\ufffd")
#: default titles of editors and site builders
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

META = Meta(
    id="copy.unfilled",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    en=Text(
        title="No code, default title or sample address is on the page",
        failure="{fault}",
        why="If it is meant, leave it.",
        fix="Replace it with the real thing, or remove it.",
    ),
    sv=Text(
        title="Ingen kod, standardtitel eller exempeladress finns på sidan",
        failure="{fault}",
        why="Är det avsiktligt, låt det vara.",
        fix="Skriv det som gäller, eller ta bort det.",
    ),
)


#: what is left over
Kind = Literal["title", "contact", "network", "code"]
_FAULTS: dict[Kind, InlineText] = {
    "title": InlineText(
        en="The page's title is “{sample}”, which editors and site builders set by default",
        sv="Sidans titel är ”{sample}”, som redigerare och sidbyggare sätter från början",
    ),
    "contact": InlineText(
        en="“{sample}” is an address or a number as examples have it",
        sv="”{sample}” är en adress eller ett nummer som i exempel",
    ),
    "network": InlineText(
        en="A link leads to the start page of a network: “{sample}”",
        sv="En länk leder till ett nätverks startsida: ”{sample}”",
    ),
    "code": InlineText(
        en="The text of the page shows “{sample}”, as programs and templates write it",
        sv="Sidans text visar ”{sample}”, som program och mallar skriver",
    ),
}


def repaired_letters(text: str) -> str:
    """The original text if UTF-8 was decoded as Windows-1252; else empty."""
    try:
        meant = text.encode("cp1252").decode("utf-8")
    except UnicodeError:
        return ""
    return meant if meant != text else ""


def check(page: Page) -> Verdict:
    places = [*_unfilled_places(page), *((item, "contact") for item in _made_up_numbers(page))]
    if not places:
        return None
    # places where a visitor would write or call come first
    places.sort(key=lambda place: place[1] != "contact")
    proof, kind = [item for item, _ in places], places[0][1]
    severe, sample = kind == "contact", str(proof[0].value)
    fault = _FAULTS[kind](page.brief.lang, sample=sample)
    severity = Severity.P1 if severe else Severity.P2
    finding = build_finding(META, page.brief, severity, proof, glaring=severe, fault=fault)
    return _in_wrong_letters(finding, page) if repaired_letters(sample) else finding


def _in_wrong_letters(finding: Finding, page: Page) -> Finding:
    """The finding with texts about encoding instead of templates."""
    lang, wrong = page.brief.lang, finding.evidence[0].snippet
    word = next((part for part in wrong.split() if repaired_letters(part)), wrong)
    texts = {name: text(lang, wrong=word, right=repaired_letters(word)) for name, text in _LETTERS.items()}
    if not _declares_encoding(page):
        texts["fix"] = _UNDECLARED(lang)
    return replace(
        finding, title=texts["title"], why=texts["why"], fix=replace(finding.fix, summary=texts["fix"])
    )


_LETTERS = {
    "title": InlineText(
        en="Letters are shown wrongly: “{wrong}” should be “{right}”",
        sv="Bokstäver visas fel: ”{wrong}” ska vara ”{right}”",
    ),
    "why": InlineText(
        en="Letters like these come from a text in UTF-8 that was read in another encoding.",
        sv="Sådana bokstäver kommer av att en text i UTF-8 har lästs i en annan teckenkodning.",
    ),
    "fix": InlineText(
        en="The text was saved in one character encoding and read in another. Save the file as UTF-8, and write the words anew where they are broken already.",
        sv="Texten är sparad i en teckenkodning och läst i en annan. Spara filen som UTF-8, och skriv om de ord som redan är trasiga.",
    ),
}


#: without a declared encoding a browser guesses, often Windows-1252
_UNDECLARED = InlineText(
    en='The page does not say which character encoding it is written in. Say it first in the head: <meta charset="utf-8">. Then save the file as UTF-8, and write the words anew that are still broken.',
    sv='Sidan säger inte vilken teckenkodning den är skriven i. Ange det först i head: <meta charset="utf-8">. Spara sedan filen som UTF-8, och skriv om de ord som ändå är trasiga.',
)


def _declares_encoding(page: Page) -> bool:
    """In the response header or in the page's head."""
    if "charset" in page.seen.header("content-type").lower():
        return True
    return any(
        meta.attr("charset") or "charset" in meta.attr("content").lower() for meta in page.dom.all("meta")
    )


def _made_up_numbers(page: Page) -> Iterator[Evidence]:
    """Numbers that no telephone has, in links and in the text, each once."""
    told: dict[str, Evidence] = {}
    for link in page.dom.shown("a"):
        number = number_dialled(link.attr("href"))
        if is_nobodys_number(number):
            told.setdefault(number_digits(number), evidence.of(page, link, value=number))
    for block in blocks_outside_quotations(page):
        if block.element.closest("code", "pre") is not None:
            continue
        for found_number in phone_numbers_in(block.text):
            if is_nobodys_number(found_number[0]):
                shown = _text_from_word(block.text, found_number.start())
                place = evidence.of(page, block.element, snippet=shown, value=found_number[0].strip())
                told.setdefault(number_digits(found_number[0]), place)
    yield from told.values()


def _unfilled_places(page: Page) -> Iterator[tuple[Evidence, Kind]]:
    """Each place, and what is left over there."""
    taken: set[str] = set()
    titled = title_of(page.dom)
    if titled is not None and page.title.strip().lower() in _TITLES:
        yield evidence.of(page, titled, value=page.title), "title"
    for link in page.dom.shown("a"):
        href = link.attr("href").strip()
        if href.lower().startswith("mailto:") and is_made_up_mail(href) and href not in taken:
            taken.add(href)
            yield evidence.of(page, link, value=href.partition(":")[2]), "contact"
    for link in page.dom.shown("a"):
        href = link.attr("href").strip()
        if href in taken:
            continue
        if is_made_up_link(href):
            taken.add(href)
            yield evidence.of(page, link, value=href), "contact"
        elif is_network_itself(href):
            taken.add(href)
            yield evidence.of(page, link, value=href), "network"
    for block in blocks_outside_quotations(page):
        if block.element.closest("code", "pre") is not None:
            continue
        raw = _RAW.search(block.text) if any(map(block.text.__contains__, _RAW_SIGNS)) else None
        if raw:
            snippet = _text_from_word(block.text, raw.start())
            yield evidence.of(page, block.element, snippet=snippet, value=raw[0]), "code"
        elif block.text.strip().lower() in _NOTHING:
            yield evidence.of(page, block.element, value=block.text), "code"


def _text_from_word(text: str, start: int) -> str:
    """The text from the word at `start` on, if the snippet would not reach it otherwise."""
    return text if start < evidence.MAX_SNIPPET - 40 else text[text.rfind(" ", 0, start) + 1 :]
