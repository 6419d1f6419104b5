"""The page's own lines, whole, each with where it stands: what versions and answers are quoted from.

A line is a sentence or a heading as the page has it. What is cut, linked, quoted from somebody, left over or part of a
running ticker is none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from coldread.drafts.business.facts import is_label
from coldread.drafts.sight import Place, place, settled_text
from coldread.scanner.page.observe.head import meta_content
from coldread.scanner.page.observe.placeholder import placeholder_in
from coldread.scanner.page.observe.text import Block
from coldread.scanner.page.observe.titles import title_parts
from coldread.scanner.page.page import Page
from coldread.scanner.page.phrases import words
from coldread.scanner.reading.quotes import own_words
from coldread.scanner.suggest.wording import recased, sentences

#: signs that part the pieces of a ticker or of a row of facts
TICKS = "◆♔✦✓✔★•●|·⋅∙►▪"
#: pieces that make a row a ticker
LEAST_TICKS = 3
MOST_CHARS, MOST_LINES = 600, 600
#: what closes a sentence, and what may open one
_WHOLE = re.compile(r"^[\"“”']?[A-ZÅÄÖÉ0-9£$€].*[.!?]$", re.DOTALL)
_TICK = re.compile(r"^[✓✔☑•→–—-]\s*")


@dataclass(frozen=True, kw_only=True)
class OwnLine:
    """One line in the page's words."""

    text: str
    kind: Literal["title", "heading", "sentence", "piece", "meta", "label"]
    region: str
    place: Place
    #: of the block that it stands in
    number: int = -1


_NOWHERE = Place(desktop=None, phone=None)


def own_lines(page: Page) -> list[OwnLine]:
    """In the page's order, each text once, where it stands first; pure."""
    found = [*_of_head(page), *_of_body(page)]
    kept: dict[str, OwnLine] = {}
    for one in found:
        known = kept.setdefault(_mark(one.text), one)
        if known.region == "head" and one.place.is_seen:
            kept[_mark(one.text)] = one  # what visitors read is no longer a line for machines
    return list(kept.values())


def _mark(text: str) -> str:
    return " ".join(words(text.lower())) or text


def _of_head(page: Page) -> Iterator[OwnLine]:
    for part in title_parts(page.title):
        yield OwnLine(text=part, kind="title", region="head", place=_NOWHERE)
    for sentence in sentences(" ".join(meta_content(page.dom, "description").split())):
        yield OwnLine(text=sentence, kind="meta", region="head", place=_NOWHERE)
    for heading in page.dom.all("h1"):  # also one that only listeners meet
        if heading.hidden or not page.is_drawn(heading):
            yield OwnLine(text=" ".join(heading.text.split()), kind="heading", region="head", place=_NOWHERE)


def _of_body(page: Page) -> Iterator[OwnLine]:
    blocks = own_words(page)[:MOST_LINES]
    often = Counter(_mark(block.text) for block in blocks)
    for block in blocks:
        text = " ".join(settled_text(block.element, page.supported_language)[:MOST_CHARS].split())
        if not text or page.is_quotation(block.element) or placeholder_in(text):
            continue
        if is_label(block.element):
            if re.search(r"\d", text):  # “Book a 30-minute demo” says something beside what it is for
                yield OwnLine(text=text, kind="label", region=block.region, place=place(page, block.element))
            continue
        if often[_mark(text)] > 2 and len(words(text)) > 2 and not place(page, block.element).is_first:
            continue  # a ticker comes round again
        yield from _lines_of(page, block, text)


def _parted(text: str, sign: str) -> list[str]:
    """What stands between the signs of a row."""
    return [part.strip() for part in text.split(f"{sign} ") if part.strip()]


def _lines_of(page: Page, block: Block, text: str) -> Iterator[OwnLine]:
    at = place(page, block.element)
    common = {"region": block.region, "place": at, "number": block.element.number}
    pieces = max((_parted(text, sign) for sign in TICKS), key=len)
    if len(pieces) >= LEAST_TICKS:
        yield from (OwnLine(text=one, kind="piece", **common) for one in pieces)  # type: ignore[arg-type]
        return
    text = _TICK.sub("", text)
    if block.kind == "heading":
        yield OwnLine(text=recased(text), kind="heading", **common)  # type: ignore[arg-type]
        return
    cut = len(block.text) > MOST_CHARS
    said = sentences(text)
    for sentence in said[: -1 if cut and len(said) > 1 else None]:
        whole = _WHOLE.match(sentence) is not None
        kind: Literal["sentence", "piece"] = "sentence" if whole else "piece"
        yield OwnLine(text=recased(sentence), kind=kind, **common)  # type: ignore[arg-type]


def whole_of(page: Page, line: OwnLine, most: int) -> str:
    """“No spam. Just one email when we launch.”: a short block is not cut after its first sentence."""
    if line.kind != "sentence":
        return line.text
    block = next((one for one in page.blocks if one.element.number == line.number), None)
    text = " ".join(block.text[:200].split()) if block is not None else ""
    return text if line.text in text and len(words(text)) <= most else line.text


def rows_of(page: Page) -> list[str]:
    """The page's lines, and a figure together with the label beside it."""
    lines = [one.text for one in own_lines(page) if one.region not in ("nav", "head") and one.place.is_seen]
    blocks = [" ".join(settled_text(block.element, page.supported_language).split()) for block in page.blocks]
    for at, text in enumerate(blocks[:-1]):
        label = blocks[at + 1]
        if (
            re.fullmatch(r"[\d.,+/★ ]{1,9}", text)
            and 0 < len(words(label)) <= 4
            and not re.search(r"\d", label)
        ):
            lines.append(f"{text} {label}")
    return [line for line in lines if re.search(r"[^\W\d_]{3}", line)]
