"""Text that somebody forgot to write."""

from __future__ import annotations

import re

from coldread.scanner.judge import evidence
from coldread.scanner.judge.finding import Layer, Meta, Severity, Source, Text, Verdict, found
from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.head import title_of
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import content_words, phrases, words

#: marks of unfinished text in any language: capitals as editors write them, empty brackets, unfilled templates
_MARKS = re.compile(
    r"\b(?:TODO|FIXME|TBD|TBC|XX+|TKTK|LOREM)\b(?!\w)|\[(?:your|insert|company|name|headline|product|city|din|ditt|namn|företag|rubrik|text|infoga)[^\]]{0,60}\]"
    r"|\[(?!(?:PDF|Video|New|Free|Ad|Beta|Live|Updated|Edit|SE|EN|SV)\])(?:X+|[A-ZÅÄÖ][\wåäö]*(?: [\wåäö]+){0,3})\]|%%\w+%%"
    r"|\{\{\s*[\w.]+[^}]{0,40}\}\}|<%=?\s*[\w.]+\s*%>|\$\{\s*\w+[^}]{0,40}\}"
)
_CASELESS = re.compile(
    r"<(?:your|insert|din|ditt|infoga)\b[^<>]{0,40}>|(?:©|copyright)\s*(?:\d{4}\s*)?your (?:website|company|name|brand|business|site)\b|"
    r"\[(?:your|insert|company|din|ditt|infoga|ert|er)\b[^\]]{0,60}\]",
    re.IGNORECASE,
)
#: a phrase that could be meant in a sentence is a leftover when it is nearly all of the text
SHORT_WORDS = 5

META = Meta(
    id="clarity.placeholder",
    needs=(Layer.STATIC,),
    sources=(Source.CONSENSUS,),
    confidence=0.8,
    effort="S",
    fix="spec_only",
    en=Text(
        title="Every text is real",
        failure="Placeholder text is still on the page: “{sample}”",
        why="Unfinished text tells a visitor that nobody looked after this page, and says nothing about the offer.",
        fix="Replace it with real copy, or remove the block until there is something to say.",
    ),
    sv=Text(
        title="All text är riktig",
        failure="Utfyllnadstext står kvar på sidan: ”{sample}”",
        why="Ofärdig text visar besökaren att ingen har sett efter sidan, och säger inget om erbjudandet.",
        fix="Byt ut den mot riktig text, eller ta bort blocket tills det finns något att säga.",
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
    unfinished.sort(key=lambda row: not page.in_hero(row[0]))
    first, _, sample = unfinished[0]
    proof = [
        evidence.of(page, element, snippet=_around(text, mark), value=mark)
        for element, text, mark in unfinished
    ]
    severity = Severity.P0 if page.in_hero(first) else Severity.P1
    return found(META, page.brief, severity, proof, sample=sample)


def placeholder_in(text: str) -> str:
    """The forgotten words, empty when there are none."""
    match = phrases("placeholder.phrases").search(text) or _MARKS.search(text) or _CASELESS.search(text)
    if match is None and len(words(text)) <= SHORT_WORDS:
        match = _nearly_all(text)
    return match[0] if match else ""


def _nearly_all(text: str) -> re.Match[str] | None:
    match = phrases("placeholder.short").search(text)
    left = content_words(text.replace(match[0], " ")) if match else []
    return match if not left else None


def _around(text: str, mark: str) -> str:
    """The snippet begins where the mark stands, or at the start when both fit."""
    start = text.find(mark)
    return text if start + len(mark) <= evidence.MAX_SNIPPET - 1 else text[start:]
