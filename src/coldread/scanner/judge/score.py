"""Turns findings into scores and an order: deterministic, and fixing a finding never lowers a score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Any

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.judge.rubric import CHECKS, DIMENSIONS, EFFORTS, PENALTIES, RUBRIC_VERSION, weight_of

#: no single check takes more than half of its dimension
MAX_PENALTY = 0.5
#: a page whose goal is blocked is not a good page, however clean the rest
BLOCKED_CAP, BLOCKED_CONFIDENCE = 69, 0.8
TOP, TOP_PER_DIMENSION = 5, 2

_ORDER = {row.meta.id: index for index, row in enumerate(CHECKS)}
_RANK = {Severity.P0: 0, Severity.P1: 1, Severity.P2: 2, Severity.INFO: 3}


@dataclass(frozen=True, kw_only=True)
class Scores:
    """Integers 0–100; a dimension of which nothing was measured has none."""

    overall: int
    dimensions: Mapping[str, int | None]
    coverage: int

    def to_dict(self) -> dict[str, Any]:
        return {
            "overall": self.overall,
            "dimensions": dict(self.dimensions),
            "coverage": self.coverage,
            "rubric_version": RUBRIC_VERSION,
        }


def penalty(finding: Finding) -> float:
    """Severity times confidence, a little more for every further element."""
    many = 1 + min(0.5, 0.1 * (finding.elements - 1))
    return min(MAX_PENALTY, PENALTIES[finding.severity] * finding.confidence * many)


def scores(findings: Iterable[Finding], measured: set[str], goal: PrimaryGoal, coverage: int) -> Scores:
    """Every dimension is a product, the whole a weighted mean of what was measured."""
    listed = list(findings)
    exact = {
        row.name: 100 * prod(1 - penalty(item) for item in listed if item.dimension == row.name)
        for row in DIMENSIONS
        if row.name in measured
    }
    total = sum(weight_of(name, goal) for name in exact)
    overall = sum(weight_of(name, goal) * value for name, value in exact.items()) / total if total else 0.0
    blocked = any(item.severity is Severity.P0 and item.confidence >= BLOCKED_CONFIDENCE for item in listed)
    return Scores(
        overall=round(min(overall, BLOCKED_CAP) if blocked else overall),
        dimensions={row.name: round(exact[row.name]) if row.name in exact else None for row in DIMENSIONS},
        coverage=coverage,
    )


def ranked(findings: Iterable[Finding], goal: PrimaryGoal) -> list[Finding]:
    """Worst first; among equals what pays most for the least effort."""

    def key(item: Finding) -> tuple[int, float, int, str]:
        gain = penalty(item) * weight_of(item.dimension, goal) / EFFORTS[item.effort]
        return _RANK[item.severity], -gain, _ORDER.get(item.id, len(_ORDER)), item.id

    return sorted(findings, key=key)


def top(ordered: Iterable[Finding]) -> list[Finding]:
    """The five to start with, at most two of one dimension."""
    chosen: list[Finding] = []
    taken: Counter[str] = Counter()
    for item in ordered:
        if (
            item.severity is not Severity.INFO
            and taken[item.dimension] < TOP_PER_DIMENSION
            and len(chosen) < TOP
        ):
            chosen.append(item)
            taken[item.dimension] += 1
    return chosen


def counts(findings: Iterable[Finding]) -> dict[str, int]:
    tally = Counter(item.severity.value for item in findings)
    return {severity.value: tally[severity.value] for severity in Severity}
