"""The shapes of answers about a scan, and about two of them side by side."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from coldread.base.shapes import DateTime, Links, Shape, Url
from coldread.scanner.reading.record import Reading
from coldread.scans.found_shapes import (
    ComparedFinding,
    FoundFindings,
    FoundReview,
    FoundScores,
    Measured,
    ModelNotes,
    UpgradeCta,
)


class ScanResponse(Shape):
    """What was found. `pipeline` was seen in a browser; `lite` judges the source alone."""

    session_id: str = Field(description="By which the scan is read again.")
    tier: Literal["scan"]
    source: Literal["lite", "pipeline"] = Field(
        alias="_source", description="Whether it was seen in a browser."
    )
    links: Links = Field(alias="_links")
    served_from: Literal["live", "cache"] | None = None
    url: Url
    #: after `browser-busy` the scan was not counted, and may be asked for again
    lite_reason: Literal["browser-busy", "browser-missing", "render-failed", "engine-lite"] | None = None
    #: the reason in words; there is no score that could be compared with one from a browser
    lite_why: str | None = None
    reviews: list[FoundReview] | None = Field(None, description="With `lite` only.")
    scores: FoundScores | None = Field(None, description="With `pipeline` only.")
    findings: FoundFindings | None = Field(None, description="With `pipeline` only.")
    model_notes: ModelNotes | None = Field(
        None,
        description="With `pipeline` only. A model's own words, never scored; they come after the first answer.",
    )
    report_md: str | None = Field(None, description="With `pipeline` only.")
    reading: Reading | None = Field(
        None,
        description="What was understood, with its evidence.",
    )
    measured: Measured | None = Field(
        None, description="What was measured and is not scored. Scans of one page are compared by it."
    )
    chat_summary: str = Field(description="Markdown to paste into a chat.")
    lead_qualified: bool
    upgrade_cta: UpgradeCta
    remaining_calls_today: int | None = Field(None, description="Free scans that are left.")
    caveats: list[str] = Field(description="What kept the scan from seeing all.")
    scanned_at: DateTime | None = Field(None, description="When the page was looked at.")
    beside_id: str | None = Field(None, description="For the pages of `competitors` side by side.")


class ScoresCompared(Shape):
    before: FoundScores | None = Field(
        description="Null for a scan without a browser, beside one in a browser."
    )
    after: FoundScores | None = Field(
        description="Null for a scan without a browser, beside one in a browser."
    )
    change: float | None = Field(
        description="Of the overall score; null where there are no two, or they cannot be compared."
    )


class FindingsCompared(Shape):
    """One entry a check: `id`, `dimension`, `severity`, `title`, `count`, `places`."""

    fixed: list[ComparedFinding]
    remaining: list[ComparedFinding]
    new: list[ComparedFinding]
    not_measured: list[ComparedFinding] = Field(description="Found in one scan, not measured in the other.")


class ComparedTo(Shape):
    """The order's last scan, beside this one."""

    session_id: str
    url: Url
    comparable: bool = Field(description="False if the two were made by different means.")
    incomparable_because: Literal["source", "rubric_version", "limits"] | None = Field(
        description="`source`: one of the two was seen in a browser, the other was not. `rubric_version`: other rules. "
        "`limits`: one of the two could not see the whole page; `measured.limits` says why."
    )
    scores: ScoresCompared
    findings: FindingsCompared
