"""What a model is asked for: small shapes without limits of length, so that a long answer is not requested again."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from coldread.reader.shape import Reference

#: how far an answer follows from what the caller wrote
Sure = Literal["told", "fits", "usual"]


class SaidFix(BaseModel):
    diagnosis: str
    rewrite: str
    rationale: str
    rests_on: list[Reference]
    sure: Sure


class SaidFinding(BaseModel):
    priority: Literal["P0", "P1", "P2"]
    title: str
    why: str
    fix: str
    rests_on: list[Reference]
    sure: Sure


class SaidAudit(BaseModel):
    executive_summary: str
    findings: list[SaidFinding]


def clipped(said: BaseModel, longest: int, most: int) -> dict[str, Any]:
    """No text and no list is longer than could be accepted, so that the next steps cost the same for any answer."""
    clip: dict[str, Any] = _clipped_value(said.model_dump(), longest, most)
    return clip


def _clipped_value(value: Any, longest: int, most: int) -> Any:
    if isinstance(value, str):
        return value[:longest]
    if isinstance(value, list):
        return [_clipped_value(one, longest, most) for one in value[:most]]
    if isinstance(value, dict):
        return {name: _clipped_value(one, longest, most) for name, one in value.items()}
    return value
