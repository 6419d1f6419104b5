"""The shape of a page beside others."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from coldread.base.shapes import Links, Shape, Url
from coldread.scans.found_shapes import ComparedPlace

State = Literal["seen", "pending", "failed"]


class PageBeside(Shape):
    """One of the pages; the first is the page that was scanned."""

    url: str
    state: State = Field(description="`pending` while it is still looked at.")
    session_id: str | None = Field(description="Id of its scan; null until it is seen.")
    report_url: Url | None = Field(description="Its report, for people.")
    why: str | None = Field(description="Why there is no scan.")
    source: str | None = Field(description="`pipeline` if a browser saw the page, else `lite`.")
    scanned_at: str | None
    incomparable_because: Literal["source", "rubric_version", "limits"] | None = Field(
        description="Why no differences are named: seen by other means, by other rules, or not whole."
    )


class AnswerBeside(Shape):
    """How one page answers a question."""

    answer: str
    because: str
    evidence: list[ComparedPlace] = Field(description="Where on the page.")


class QuestionBeside(Shape):
    """One of the five questions, with the answer of each page."""

    question: str
    title: str
    pages: list[AnswerBeside | None] = Field(
        description="In the order of `pages`; null where the scan does not say."
    )


class FactBeside(Shape):
    """One measured fact of each page."""

    what: str
    name: str
    varies: bool = Field(description="It differs from scan to scan, so a small difference says nothing.")
    pages: list[str | None] = Field(description="In the order of `pages`; empty: none there; null: not told.")


class DifferenceBeside(Shape):
    """Where the scanned page and another one differ, in words."""

    page: int = Field(description="Which of `pages` it is about, from 1.")
    kind: Literal["answer", "finding"]
    id: str = Field(description="The question, or the check.")
    better: Literal["own", "other"] = Field(description="Whose page does not have the trouble.")
    sentence: str
    evidence: list[ComparedPlace] = Field(description="Where on the page that has the trouble.")


class PagesBeside(Shape):
    """Pages side by side; they are in the order in which they were named, which is no ranking."""

    pages: list[PageBeside]
    answers: list[QuestionBeside]
    measured: list[FactBeside]
    differences: list[DifferenceBeside]


class SideBySide(PagesBeside):
    """A scan beside other pages, which are looked at one after the other."""

    beside_id: str
    pending: bool = Field(description="True: ask again.")
    report_md: str = Field(description="The same as Markdown.")
    links: Links = Field(alias="_links")
