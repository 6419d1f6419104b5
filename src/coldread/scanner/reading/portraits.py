"""Lines that tell of one person among several: what is true of one of them says nothing about the others, or about the firm."""

from __future__ import annotations

import re
from itertools import islice

from coldread.scanner.page.observe.dom import Element
from coldread.scanner.page.observe.review_cards import name_in
from coldread.scanner.page.observe.text import HEADINGS

#: somebody who is neither the reader nor the firm
_THIRD_PERSON = re.compile(r"\b(?:he|she|his|her|hers|han|hon|hans|hennes)\b", re.IGNORECASE)
#: a capital inside a sentence, or at its beginning before what somebody has: “Anna har”, “Erik brings”
_NAMED = re.compile(
    r"(?<=[a-zåäöé,] )[A-ZÅÄÖÉ][a-zåäöé]{1,20}\b|^[A-ZÅÄÖÉ][a-zåäöé]{1,20}(?= (?:has|brings|har)\b)"
)
#: how far up the card around a line is looked for, and cards of a row that are compared
MOST_AROUND, MOST_BESIDE = 6, 100


def tells_of_one(element: Element, text: str) -> bool:
    """It says he or she, or stands in a card whose heading it calls by name."""
    if _THIRD_PERSON.search(text):
        return True
    called = _name_over(element).split()
    return bool(called) and re.search(rf"\b{re.escape(called[0])}\b", text) is not None


def tell_of_two(one: tuple[Element, str], other: tuple[Element, str]) -> bool:
    """Each stands in a card with a name of its own over it, or names somebody whom the other does not."""
    over, there = _name_over(one[0]), _name_over(other[0])
    if over and there and over != there:
        return True
    named, elsewhere = set(_NAMED.findall(one[1])), set(_NAMED.findall(other[1]))
    return bool(named) and bool(elsewhere) and named.isdisjoint(elsewhere)


def _name_over(element: Element) -> str:
    """The only heading of the card around it that has a twin beside it, where it is a name; else nothing."""
    for box in islice(element.ancestors(), MOST_AROUND):
        heading = box.first(*HEADINGS)
        if box.tag in ("html", "body", "main") or box.count(*HEADINGS) > 1:
            return ""
        if heading is not None and _has_twin(box):
            return name_in(heading.text)
    return ""


def _has_twin(box: Element) -> bool:
    row = islice(box.parent.elements, MOST_BESIDE) if box.parent is not None else ()
    return any(
        other is not box and other.tag == box.tag and other.attr("class") == box.attr("class")
        for other in row
    )
