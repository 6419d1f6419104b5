"""Sizes and widths that would do, for the specification: the rule that sets them is its owner's to choose."""

from __future__ import annotations

from coldread.scanner.judge.checks.visual.flat_hierarchy import body_size
from coldread.scanner.judge.checks.visual.small_text import SMALLEST_PX
from coldread.scanner.judge.finding import Finding
from coldread.scanner.patch.changes import Declare, Unmendable
from coldread.scanner.patch.work import RecipeContext

#: a headline twice as large as the text is told from it at a glance
HEADLINE_TO_BODY = 2
COLUMN = "70ch"
BODY_PX = 16


def larger_headline(work: RecipeContext, finding: Finding) -> list[Declare]:
    body = body_size(work.page)
    if body is None:
        raise Unmendable("the size of the body text is not known")
    size = f"{round(HEADLINE_TO_BODY * body)}px"
    return [
        Declare(element=element, declarations=(("font-size", size),)) for element in work.elements(finding)
    ]


def narrower_columns(work: RecipeContext, finding: Finding) -> list[Declare]:
    return [
        Declare(element=element, declarations=(("max-width", COLUMN),)) for element in work.elements(finding)
    ]


def larger_text(work: RecipeContext, finding: Finding) -> list[Declare]:
    """Running text at 16 px, the rest at the smallest size that is still read."""
    return [
        Declare(element=element, declarations=(("font-size", f"{_size(element.tag)}px"),))
        for element in work.elements(finding)
    ]


def _size(tag: str) -> int:
    return BODY_PX if tag in ("p", "li", "dd", "blockquote") else SMALLEST_PX
