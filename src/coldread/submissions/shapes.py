"""The shapes of answers about a submitted endpoint."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from coldread.base.shapes import DateTime, Links, Shape, Url
from coldread.submissions.requests import Protocol

Verdict = Literal["pass", "fail", "not_applicable"]


class SubmissionTaken(Shape):
    """Received; the review follows within minutes."""

    submission_id: str
    status: Literal["received"]
    links: Links = Field(alias="_links")


class ReadinessCheck(Shape):
    name: str
    title: str
    verdict: Verdict
    detail: str
    fix: str | None = Field(None, description="With `fail` only.")


class Review(Shape):
    """How ready the endpoint is for agents."""

    passed: int
    of: int = Field(description="Checks that apply.")
    checks: list[ReadinessCheck]


class Submission(Shape):
    """A submitted endpoint and its review."""

    submission_id: str
    status: Literal["received", "reviewed"]
    endpoint_url: Url
    name: str
    protocol: Protocol | None
    received_at: DateTime
    reviewed_at: DateTime | None
    review: Review | None
    links: Links = Field(alias="_links")
