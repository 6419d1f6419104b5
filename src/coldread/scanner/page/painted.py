"""Faults of the painted page: contrast by pixels, text that is cut, split or overlapping, empty parts.

Part of the frozen record (`observations.Viewport`), so that the same record gives the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Box = tuple[float, float, float, float]
Colour = tuple[int, int, int, float]


@dataclass(frozen=True, kw_only=True)
class FirstBox:
    """An element on the first screen before scrolling."""

    selector: str
    box: Box


@dataclass(frozen=True, kw_only=True)
class InnerControl:
    """A control inside an open shadow root; `selector` is its host's, `box` its own."""

    selector: str
    #: `a`, `button`, `input` or the tag of an element with such a role
    tag: str
    #: an input's `type`
    kind: str = ""
    label: str = ""
    href: str = ""
    box: Box
    #: filled or bordered
    dressed: bool = False


@dataclass(frozen=True, kw_only=True)
class PaintedText:
    """A text on a picture, a gradient or in an effect, measured by its pixels."""

    selector: str
    box: Box
    #: px and weight as painted
    size: float
    weight: int
    #: contrast (1–21) that three quarters of its letters reach, and nine tenths; None if not measured
    ratio: float | None = None
    least: float | None = None
    #: the letters' colour and the median colour of their background
    color: Colour | None = None
    ground: Colour | None = None
    #: why it was not measured: `moving`, `covered`, `out-of-reach`, `no-pixels`, `picture-away` (it did not load)
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class ClippedText:
    """A line of text that is cut off."""

    selector: str
    #: by an element's overflow, or by the edge of a window that does not scroll sideways
    by: Literal["box", "window"]
    #: selector of the element that cuts it
    place: str
    #: share of the line that is lost, 0–1
    share: float
    box: Box


@dataclass(frozen=True, kw_only=True)
class CutBlock:
    """A table or block that is wider than the window and cannot be scrolled."""

    selector: str
    #: selector of the element that hides the rest
    place: str
    #: px of it that are hidden
    lost: float
    #: the first hidden words
    said: str
    box: Box


@dataclass(frozen=True, kw_only=True)
class BrokenWord:
    """A word that is split across lines without a hyphen."""

    selector: str
    word: str
    box: Box


@dataclass(frozen=True, kw_only=True)
class TextOverText:
    """Two overlapping texts; `box` is the overlap."""

    selector: str
    other: str
    box: Box


@dataclass(frozen=True, kw_only=True)
class EmptyPart:
    """An empty part of the page, as wide as the window."""

    #: the smallest element that contains it
    selector: str
    box: Box
    #: elements in it with text that stays invisible
    silent: tuple[str, ...] = ()
    #: the screenshot has one colour there; None if it does not reach so far
    blank: bool | None = None


@dataclass(frozen=True, kw_only=True)
class FailedPicture:
    """A requested image that did not load."""

    selector: str
    url: str
    box: Box
    #: HTTP status; 200 for a file that is no picture; 0 if there was no answer, perhaps because of us
    status: int


@dataclass(frozen=True, kw_only=True)
class Painted:
    """One window after the page was scrolled through."""

    #: height in px that was scrolled through; the page below it was not observed
    reached: int
    #: texts whose contrast does not follow from declared styles, the first screen first
    texts: tuple[PaintedText, ...] = ()
    #: how many more such texts were not measured
    unmeasured_texts: int = 0
    #: elements with text that appeared only on scroll
    revealed: tuple[str, ...] = ()
    clipped: tuple[ClippedText, ...] = ()
    cut_blocks: tuple[CutBlock, ...] = ()
    broken_words: tuple[BrokenWord, ...] = ()
    overlapping: tuple[TextOverText, ...] = ()
    empty: tuple[EmptyPart, ...] = ()
    failed_pictures: tuple[FailedPicture, ...] = ()
