"""What a scan found, typed: scores, findings with their evidence, answers, reviews, a model's notes.

An outside pipeline (`COLDREAD_SCAN_ENGINE=external`) hands in what it has: what its answers may lack is not required here.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from coldread.base.shapes import DateTime, Shape, Url
from coldread.reader.shape import AnswerWord, ProblemKind, QuestionName
from coldread.scanner.judge.finding import Effort, FixKind

Viewport = Literal["desktop", "mobile"]
Box = Annotated[list[float], Field(min_length=4, max_length=4)]
Measure = str | float | int


class FoundEvidence(Shape):
    """One place in the page that shows a finding."""

    layer: Literal["static", "rendered", "axe"] = Field(description="Where it was seen.")
    selector: str = Field(description="CSS selector of the element, or of the place searched.")
    snippet: str = Field(description="Words or markup of the page itself.")
    viewport: Viewport | None = None
    box: Box | None = Field(None, description="x, y, width, height in CSS pixels.")
    value: Measure | None = Field(None, description="What was measured.")
    threshold: Measure | None = Field(None, description="What it was held against.")
    source_selector: str | None = Field(None, description="The same node in the raw HTML, where it differs.")


class FoundFix(Shape):
    """What to do about a finding."""

    summary: str
    kind: FixKind
    patch: str | None = Field(None, description="Unified diff.")


class FoundFinding(Shape):
    """One thing that keeps visitors from the page's goal, with proof. A pipeline may leave out what is not required."""

    id: str = Field(description="The check's id.")
    severity: Literal["P0", "P1", "P2", "info"]
    title: str = Field(description="What is wrong.")
    dimension: str | None = None
    confidence: float | None = None
    why: str | None = None
    source: str | None = Field(None, description="What supports the check.")
    evidence: list[FoundEvidence] | None = None
    fix: FoundFix | None = None
    effort: Effort | None = None
    count: int | None = Field(None, description="Elements concerned, listed or not.")
    fingerprint: str | None = Field(None, description="The same for the same defect in the same place.")


class FoundWords(Shape):
    """A place in the page, by its words."""

    selector: str
    snippet: str
    where: str | None = None


class FoundAnswer(Shape):
    """How the page answers one of the five questions, and why."""

    question: str
    title: str
    answer: str
    because: str
    evidence: list[FoundWords]


class NotMeasuredShape(Shape):
    """A check that could not tell."""

    id: str
    reason: str


class SeverityCounts(Shape):
    P0: int
    P1: int
    P2: int
    info: int


class FoundFindings(Shape):
    """Every finding, the one that costs most first."""

    items: list[FoundFinding]
    counts: SeverityCounts | None = None
    top: list[str] | None = Field(None, description="Ids of the findings to fix first.")
    answers: list[FoundAnswer] | None = None
    not_measured: list[NotMeasuredShape] | None = None


class FoundScores(Shape):
    """0 to 100, by rules alone: the same page gives the same numbers."""

    overall: float
    dimensions: dict[str, float | None] | None = Field(None, description="Null where nothing was measured.")
    coverage: float | None = Field(None, description="Per cent of the rubric that could be measured.")
    rubric_version: str | None = None


class MainControl(Shape):
    """The first button by position, paint and size."""

    selector: str
    label: str
    target: str = Field(description="Absolute address; empty for a button without one.")
    works: bool | None = Field(description="When it was tried; null if nobody can tell.")
    why: str = Field(description="What was wrong, such as `HTTP 404`.")


class WindowLoad(Shape):
    """How one window loaded. These values differ from run to run."""

    lcp_ms: float | None
    layout_shift: float | None = Field(description="Cumulative layout shift (CLS).")
    blocking_ms: float | None
    bytes: int | None
    requests: int | None


class PageLoad(Shape):
    """The load in each window that was seen."""

    desktop: WindowLoad | None = None
    mobile: WindowLoad | None = None


class Measured(Shape):
    """What was measured of the page besides findings and reading."""

    made_by: str = Field(description="Version of the code that read the page.")
    final_url: str = Field(description="The address after redirects.")
    main_control: MainControl | None = Field(description="Null where the page has no button.")
    load: PageLoad | None = Field(description="Null without a browser.")
    limits: list[str] = Field(description="Keys of what stood in the way of seeing the whole page.")


class FoundReview(Shape):
    """What one of three reviewers says about the source."""

    reviewer: str
    verdict: str
    score: int | None
    worst: FoundFinding | None
    findings: list[str] = Field(description="Ids.")
    summary: str


class NoteAnswer(Shape):
    """How the model answers one of the five questions."""

    question: QuestionName | None = None
    answer: AnswerWord | None = None
    because: str | None = None
    quote: str | None = None
    quotes: list[str] | None = Field(None, description="Words of the page that it rests on.")


class NoteRegion(Shape):
    """A part of one of the scan's pictures."""

    picture: str
    of: str | None = None
    box: Box


class NoteProblem(Shape):
    """One of the model's points: its words, and how to fix it."""

    kind: ProblemKind | None = None
    text: str | None = None
    remedy: str | None = None
    quote: str | None = None
    quotes: list[str] | None = Field(None, description="Words of the page that it rests on.")
    beside: str | None = Field(None, description="CSS selector of the place.")
    region: NoteRegion | None = None
    measured: str | None = Field(None, description="The measured fact that it rests on.")


class ModelNotes(Shape):
    """A model's own words, never scored by rules and never in `scores`."""

    engine: str | None = None
    pending: bool | None = Field(None, description="True while the model still reads.")
    silent: str | None = Field(None, description="Why nothing comes any more.")
    model: str | None = None
    prompt: str | None = None
    points: int | None = Field(None, description="The model's own, 0 to 100.")
    points_of: list[int] | None = Field(
        None, description="The points of each request, where the page was read more than once."
    )
    stranger: str | None = Field(None, description="What a stranger takes the page for.")
    answers: list[NoteAnswer] | None = None
    problems: list[NoteProblem] | None = None
    caveats: list[str] | None = None
    notes: list[str] | None = Field(None, description="Always empty; `problems` has what a model says.")
    rewrites: list[str] | None = Field(None, description="Always empty.")
    pictures: list[str] | None = Field(None, description="Names of the pictures that it saw.")
    dropped: dict[str, int] | None = Field(
        None, description="What it said that our rules did not let through."
    )
    read_at: DateTime | None = None
    reused_from: DateTime | None = Field(None, description="When the same page was read for an earlier scan.")


class ComparedPlace(Shape):
    selector: str | None
    snippet: str | None


class ComparedFinding(Shape):
    """A check, with its places that belong to the list."""

    id: str
    dimension: str | None
    severity: str | None
    title: str | None
    count: int
    places: list[ComparedPlace]


class NetPrice(Shape):
    net: int
    currency: str


class UpgradeCta(Shape):
    title: str
    text: str
    price: NetPrice
    href: Url
    method: Literal["POST"]
