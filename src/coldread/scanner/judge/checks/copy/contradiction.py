"""The page says two different things about one fact."""

from __future__ import annotations

import re
from collections.abc import Sequence

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import has_figure
from coldread.scanner.reading.quotes import unquoted

_DAYS = r"(\d{1,3})[\s-]*(?:day|days|dagar|dagars)\b"
#: what is said, and the figure in it; two figures for one of these cannot both be true
FACTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "trial",
        re.compile(
            rf"{_DAYS}[\s-]*(?:free )?(?:trial|provperiod|gratis)|(?:free for|trial of|prova gratis i|gratis i)\s+(\d{{1,3}})\s*(?:days|dagar)",
            re.IGNORECASE,
        ),
    ),
    (
        "refund",
        re.compile(
            rf"{_DAYS}[\s-]*(?:money[\s-]back|refund|guarantee|pengarna[\s-]tillbaka|öppet köp|ångerrätt)",
            re.IGNORECASE,
        ),
    ),
    (
        "customers",
        re.compile(
            r"(?<![\d.,])(\d{1,3}(?:[ ,.\u00a0]\d{3}){0,2})\s?\+?\s*(?:happy |satisfied |nöjda |glada )?(?:customers|clients|kunder)\b",
            re.IGNORECASE,
        ),
    ),
    (
        "experience",
        re.compile(
            r"(?<!\d)(\d{1,3})\s?\+?\s*(?:years of experience|years' experience|års erfarenhet)",
            re.IGNORECASE,
        ),
    ),
)
#: "26 000+ slutpriser": a large round count of something
_COUNT = re.compile(
    r"(?<![\d.,$€£])(\d{1,3}(?:[ ,.\u00a0\u202f]\d{3}){1,2})\s?\+\s?(?:[\w-]+\s){0,2}?([^\W\d_]{6,})"
)

META = Meta(
    id="copy.contradiction",
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.7,
    effort="S",
    fix="spec_only",
    en=Text(
        title="The page says the same thing everywhere",
        failure="The page contradicts itself: “{one}” and “{other}”",
        why="Both cannot be true, and visitors who notice will doubt the rest as well.",
        fix="Find out which one is right and use it in both places.",
    ),
    sv=Text(
        title="Sidan säger samma sak överallt",
        failure="Sidan säger emot sig själv: ”{one}” och ”{other}”",
        why="Båda kan inte stämma, och den som märker det börjar tvivla på resten också.",
        fix="Ta reda på vilket som gäller och skriv det på båda ställena.",
    ),
)


def check(page: Page) -> Verdict:
    telling = [block for block in unquoted(page) if has_figure(block.text)]
    for _, pattern in FACTS:
        said: dict[str, tuple[Element, str]] = {}
        for block in telling:
            for match in pattern.finditer(block.text):
                figure = re.sub(r"\D", "", next(part for part in match.groups() if part))
                said.setdefault(figure, (block.element, match[0]))
        if len(said) == 2:
            (one, first), (other, second) = said.values()
            proof = [evidence.of(page, one, value=first), evidence.of(page, other, value=second)]
            return found(META, page.brief, Severity.P1, proof, count=2, one=first, other=second)
    return _counted_twice(page, telling)


def _counted_twice(page: Page, telling: Sequence[Block]) -> Verdict:
    """Two large counts of one thing."""
    said: dict[str, dict[str, tuple[Element, str]]] = {}
    for block in telling:
        for match in _COUNT.finditer(block.text):
            figure = re.sub(r"\D", "", match[1])
            said.setdefault(match[2].lower()[:12], {}).setdefault(figure, (block.element, match[0]))
    for places in said.values():
        if len(places) == 2:
            (one, first), (other, second) = places.values()
            proof = [evidence.of(page, one, value=first), evidence.of(page, other, value=second)]
            return found(META, page.brief, Severity.P1, proof, count=2, one=first, other=second)
    return None
