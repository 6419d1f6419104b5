"""Mends sizes and widths with declarations on the elements themselves."""

from __future__ import annotations

from coldread.scanner.checks.visual.flat_hierarchy import body_size
from coldread.scanner.checks.visual.small_text import SMALLEST_PX
from coldread.scanner.finding import Finding
from coldread.scanner.patch.changes import Change, Declare, Unmendable
from coldread.scanner.patch.work import Work

#: a headline twice as large as the text is told from it at a glance
HEADLINE_TO_BODY = 2
COLUMN = "70ch"
BODY_PX = 16


def larger_headline(work: Work, finding: Finding) -> list[Change]:
    body = body_size(work.page)
    if body is None:
        raise Unmendable("the size of the body text is not known")
    size = f"{round(HEADLINE_TO_BODY * body)}px"
    return [
        Declare(element=element, declarations=(("font-size", size),)) for element in work.elements(finding)
    ]


def narrower_columns(work: Work, finding: Finding) -> list[Change]:
    return [
        Declare(element=element, declarations=(("max-width", COLUMN),)) for element in work.elements(finding)
    ]


def fit_the_phone(work: Work, finding: Finding) -> list[Change]:
    """What is wider than the phone may shrink; the widest one often drags its surroundings along."""
    elements = [one for one in work.elements(finding) if one.tag not in ("html", "body")]
    if not elements:
        raise Unmendable("no single element is known to be too wide")
    limits = (("max-width", "100%"), ("box-sizing", "border-box"))
    return [Declare(element=element, declarations=limits) for element in elements]


def larger_text(work: Work, finding: Finding) -> list[Change]:
    """Running text at 16 px, the rest at the smallest size that is still read."""
    return [
        Declare(element=element, declarations=(("font-size", f"{_size(element.tag)}px"),))
        for element in work.elements(finding)
    ]


def _size(tag: str) -> int:
    return BODY_PX if tag in ("p", "li", "dd", "blockquote") else SMALLEST_PX
