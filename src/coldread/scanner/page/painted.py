"""What only the eye sees of a page: contrast as painted, text that is cut, broken or doubled, parts that stay empty.

Part of the frozen record (`observations.Viewport`): the numbers are stored, so that the same record gives the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Box = tuple[float, float, float, float]
Colour = tuple[int, int, int, float]


@dataclass(frozen=True, kw_only=True)
class FirstBox:
    """Something that stood on the first screen before anybody scrolled."""

    selector: str
    box: Box


@dataclass(frozen=True, kw_only=True)
class InnerControl:
    """A control inside an open shadow root; `selector` is its host's, `box` its own."""

    selector: str
    #: `a`, `button`, `input` or what has the role
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
    """A text on a picture, a gradient or in an effect, as its pixels show it."""

    selector: str
    box: Box
    #: px and weight as painted
    size: float
    weight: int
    #: contrast (1–21) that three quarters of its letters reach, and nine tenths; None: could not tell
    ratio: float | None = None
    least: float | None = None
    #: the letters' colour and the middle colour of what they stand on
    color: Colour | None = None
    ground: Colour | None = None
    #: why nobody can tell: `moving`, `covered`, `out-of-reach`, `no-pixels`, `picture-away` (it did not come to us)
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class ClippedText:
    """A line of text that is cut through."""

    selector: str
    #: by an element's overflow, or by the edge of a window that does not scroll sideways
    by: Literal["box", "window"]
    #: who cuts
    place: str
    #: of the line that is lost, 0–1
    share: float
    box: Box


@dataclass(frozen=True, kw_only=True)
class CutBlock:
    """A table or block that is wider than the window; what stands beyond the edge can be reached by nobody."""

    selector: str
    #: who hides it
    place: str
    #: px of it that are hidden
    lost: float
    #: the first words that nobody sees
    said: str
    box: Box


@dataclass(frozen=True, kw_only=True)
class BrokenWord:
    """A word that goes on in the next line without a hyphen."""

    selector: str
    word: str
    box: Box


@dataclass(frozen=True, kw_only=True)
class TextOverText:
    """Two texts in one place; `box` is what they share."""

    selector: str
    other: str
    box: Box


@dataclass(frozen=True, kw_only=True)
class EmptyPart:
    """A part of the page, as wide as the window, where nothing is to be seen."""

    #: the smallest element that holds it
    selector: str
    box: Box
    #: elements with text in it that stay invisible
    silent: tuple[str, ...] = ()
    #: the picture shows one colour there; None: no picture reaches so far
    blank: bool | None = None


@dataclass(frozen=True, kw_only=True)
class FailedPicture:
    """An image that did not load although it was asked for."""

    selector: str
    url: str
    box: Box
    #: HTTP status; 200 for a file that is no picture; 0: no answer, perhaps our own doing
    status: int


@dataclass(frozen=True, kw_only=True)
class Painted:
    """One window after the page was scrolled through."""

    #: pixels of the page that were scrolled past; what lies below was not looked at
    reached: int
    #: texts that no declared style can tell about, the first screen first
    texts: tuple[PaintedText, ...] = ()
    #: further such texts that nobody looked at
    unmeasured_texts: int = 0
    #: elements with text that appeared only while one scrolled
    revealed: tuple[str, ...] = ()
    clipped: tuple[ClippedText, ...] = ()
    cut_blocks: tuple[CutBlock, ...] = ()
    broken_words: tuple[BrokenWord, ...] = ()
    overlapping: tuple[TextOverText, ...] = ()
    empty: tuple[EmptyPart, ...] = ()
    failed_pictures: tuple[FailedPicture, ...] = ()
