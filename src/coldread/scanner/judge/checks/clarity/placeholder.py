"""Placeholder text is still on the page."""

from __future__ import annotations

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, build_finding
from coldread.scanner.page.observe.element_tree import Element
from coldread.scanner.page.observe.head import title_of
from coldread.scanner.page.observe.placeholder import is_blank_contact, placeholder_in
from coldread.scanner.page.page import Page

META = Meta(
    id="clarity.placeholder",
    measured=True,
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    en=Text(
        title="No words of a template are on the page",
        failure="The page shows “{sample}”, as templates do where a text is still to come",
        why="If it is meant, as an example for instance, leave it.",
        fix="Replace it with your own text, or remove it.",
    ),
    sv=Text(
        title="Inga ord från en mall finns på sidan",
        failure="Sidan visar ”{sample}”, som mallar gör där en text ska in",
        why="Är det avsiktligt, till exempel som exempel, låt det vara.",
        fix="Byt ut det mot egen text, eller ta bort det.",
    ),
)


def check(page: Page) -> Verdict:
    titled = title_of(page.dom)
    places: list[tuple[Element, str]] = [(block.element, block.text) for block in page.blocks]
    if titled is not None:
        places.insert(0, (titled, page.title))
    unfinished = [(element, text, mark) for element, text in places if (mark := placeholder_in(text))]
    if not unfinished:
        return None
    # where a number or an address should be, it keeps people from writing or calling
    unfinished.sort(key=lambda place: (not page.in_hero(place[0]), not is_blank_contact(place[2])))
    first, _, sample = unfinished[0]
    proof = [
        evidence.of(page, element, snippet=_text_from_mark(text, mark), value=mark)
        for element, text, mark in unfinished
    ]
    severity = Severity.P0 if page.in_hero(first) else Severity.P1
    return build_finding(META, page.brief, severity, proof, glaring=True, sample=sample)


def _text_from_mark(text: str, mark: str) -> str:
    """The text from the mark on, or all of it if the mark fits into the snippet."""
    start = text.find(mark)
    return text if start + len(mark) <= evidence.MAX_SNIPPET - 1 else text[start:]
