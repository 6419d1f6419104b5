"""What the advice answers, for every surface that sells it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

#: 0.9 follows from the caller's words, 0.6 fits them, 0.4 is the usual reason, 0.2 is true of any page; nobody looked at the page
Confidence = Annotated[float, Field(ge=0, le=1)]
Engine = Annotated[str, Field(description="`rules`, or the model's name.")]


class QuickFix(BaseModel):
    """One diagnosis, one rewrite, and why."""

    diagnosis: str = Field(description="What is wrong.")
    rewrite: str = Field(description="Ready to paste; what only you know stands in [brackets].")
    rationale: str = Field(description="Why the rewrite is better.")
    element_selector: str
    confidence: Confidence
    engine: Engine


class AuditFinding(BaseModel):
    """One of the five findings, the most costly first."""

    rank: Annotated[int, Field(ge=1, le=5)]
    priority: Literal["P0", "P1", "P2"]
    title: str
    why: str
    fix: str
    confidence: Confidence


class Audit(BaseModel):
    """Five ranked findings, reasoned from goal, audience and address."""

    executive_summary: str = Field(description="To relay.")
    findings: Annotated[
        list[AuditFinding],
        Field(min_length=5, max_length=5, description="The most costly first: P0, P1, P2."),
    ]
    confidence: Confidence
    engine: Engine
