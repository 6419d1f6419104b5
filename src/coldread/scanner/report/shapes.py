"""The rubric as data: the shapes of the catalogue."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from coldread.base.shapes import Shape


class CheckWords(Shape):
    """A check in one language; `{…}` is replaced by what was measured."""

    title: str = Field(description="What is true of a page that passes.")
    failure: str
    why: str
    fix: str


class CheckShape(Shape):
    """One check."""

    id: str
    measured: bool = Field(description="States a fact that anyone can verify on the page; else it guesses.")
    dimension: str
    question: str = Field(description="What it hangs on: one of `questions`.")
    weight: float = Field(
        description="Of its question: the most that it can take of the overall score, in points."
    )
    needs: list[str] = Field(description="What must have been seen: the source, a window, axe.")
    lite: bool = Field(description="Whether it is judged without a browser, too.")
    goals: list[str]
    confidence: float
    effort: str
    fix_kind: str
    sources: list[str]
    en: CheckWords
    sv: CheckWords


class RetiredCheck(Shape):
    """A removed check."""

    id: str
    successor: str | None = Field(description="The check that took its place, where one did.")


class ChecksCatalogue(Shape):
    """The rubric."""

    rubric_version: str
    dimensions: list[dict[str, Any]]
    questions: list[dict[str, Any]]
    goal_tilts: list[dict[str, Any]]
    severities: list[dict[str, Any]]
    checks: list[CheckShape]
    retired: list[RetiredCheck] = Field(
        description="Ids of checks that are no more: accepted in ignore files and baselines, never used again."
    )
    finding_schema: dict[str, Any] = Field(description="JSON Schema of an entry of `findings.items`.")
