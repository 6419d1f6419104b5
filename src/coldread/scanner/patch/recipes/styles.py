"""Mends sizes and widths with declarations on the elements themselves."""

from __future__ import annotations

from coldread.scanner.judge.checks.visual.flat_hierarchy import body_size
from coldread.scanner.judge.checks.visual.small_text import SMALLEST_PX
from coldread.scanner.judge.finding import Finding
from coldread.scanner.patch.changes import Change, Declare, Unmendable
from coldread.scanner.patch.work import RecipeContext

#: a headline twice as large as the text is told from it at a glance
HEADLINE_TO_BODY = 2
COLUMN = "70ch"
BODY_PX = 16
_NARROW = (("max-width", "100%"),)
_IN_PROPORTION = (*_NARROW, ("height", "auto"))
_SCROLLING = (("display", "block"), *_NARROW, ("overflow-x", "auto"))
#: what can be narrower without losing anything, and how
_SHRINKING = {
    "img": _IN_PROPORTION, "video": _IN_PROPORTION, "svg": _IN_PROPORTION, "canvas": _IN_PROPORTION,
    "iframe": _NARROW, "input": _NARROW, "textarea": _NARROW, "table": _SCROLLING, "pre": _SCROLLING,
}  # fmt: skip


def larger_headline(work: RecipeContext, finding: Finding) -> list[Change]:
    body = body_size(work.page)
    if body is None:
        raise Unmendable("the size of the body text is not known")
    size = work.winning(f"{round(HEADLINE_TO_BODY * body)}px")
    return [
        Declare(element=element, declarations=(("font-size", size),)) for element in work.elements(finding)
    ]


def narrower_columns(work: RecipeContext, finding: Finding) -> list[Change]:
    return [
        Declare(element=element, declarations=(("max-width", COLUMN),)) for element in work.elements(finding)
    ]


def fit_the_phone(work: RecipeContext, finding: Finding) -> list[Change]:
    """Pictures, frames and tables may shrink; a box that is too wide by its layout needs a person."""
    wide = work.elements(finding)
    culprits = [one for one in wide if not any(one.contains(other) for other in wide if other is not one)]
    if any(one.tag not in _SHRINKING for one in culprits):
        raise Unmendable("a box is too wide because of its layout, not its content")
    return [Declare(element=one, declarations=_SHRINKING[one.tag]) for one in culprits]


def larger_text(work: RecipeContext, finding: Finding) -> list[Change]:
    """Running text at 16 px, the rest at the smallest size that is still read."""
    return [
        Declare(element=element, declarations=(("font-size", work.winning(f"{_size(element.tag)}px")),))
        for element in work.elements(finding)
    ]


def _size(tag: str) -> int:
    return BODY_PX if tag in ("p", "li", "dd", "blockquote") else SMALLEST_PX
