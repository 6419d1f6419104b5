"""The shape of two scans of a page side by side."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from coldread.base.shapes import Links, Shape, Url
from coldread.scans.found_shapes import Viewport
from coldread.scans.shapes import FindingsCompared

Told = Literal["same", "changed", "could_not_tell"]


class ComparedSide(Shape):
    """One of the two scans."""

    session_id: str = Field(description="Empty for a report that was not scanned by this service.")
    url: str
    scanned_at: str
    source: str = Field(description="`pipeline` if a browser saw the page, else `lite`.")
    score: float | None
    limits: list[str] = Field(description="Keys of what kept the scan from seeing the whole page.")


class ComparedText(Shape):
    """Words of the page that visitors decide by."""

    what: Literal["headline", "price", "main_button"]
    told: Told
    before: str | None = Field(description="Empty: the page has none; null: the scan does not say.")
    after: str | None


class ComparedControl(Shape):
    """Where the main control leads, and whether it worked when it was tried."""

    told: Told
    target_before: str | None
    target_after: str | None
    works_before: bool | None = Field(description="Null if nobody could tell.")
    works_after: bool | None
    why: str = Field(description="What is wrong now, such as `HTTP 404`.")


class ComparedAnswer(Shape):
    """One of the five questions whose answer changed."""

    question: str
    title: str
    before: str
    after: str
    because: str = Field(description="Why the answer is what it is now.")


class ComparedMetric(Shape):
    """A load metric; these differ from run to run and do not count as a change."""

    window: str
    metric: str
    before: float | None
    after: float | None


class ComparedLoad(Shape):
    metrics: list[ComparedMetric]
    findings: FindingsCompared = Field(description="Of checks that measure weight and load.")


class PagesCompared(Shape):
    """What changed between two scans."""

    outcome: Literal["nothing_changed", "changed", "could_not_tell"]
    incomparable_because: Literal["source", "rubric_version", "limits"] | None = Field(
        description="`source`: only one was seen in a browser. `rubric_version`: other rules. "
        "`limits`: something kept one of the two from seeing the whole page."
    )
    before: ComparedSide
    after: ComparedSide
    score_change: float | None = Field(
        description="Null where the scores cannot be compared, such as when other checks could be measured."
    )
    texts: list[ComparedText]
    main_control: ComparedControl
    answers: list[ComparedAnswer] = Field(description="Those that changed.")
    findings: FindingsCompared
    load: ComparedLoad


class ComparedPicture(Shape):
    """What looks different in one window."""

    window: Viewport
    href: Url | None = Field(
        description="The later picture with the differences marked; null if there are none."
    )
    width: int
    height: int
    areas: list[list[int]] = Field(description="Left, top, width and height in that picture.")
    gone: int = Field(description="Places where something is gone.")
    share: float = Field(description="Per cent of the later picture that looks different.")


class ScansCompared(PagesCompared):
    """What changed between two scans of this service."""

    pictures: list[ComparedPicture] = Field(description="Of the windows whose pictures are still stored.")
    links: Links = Field(alias="_links")
