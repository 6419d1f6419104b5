"""Three reviewers: a designer, a copywriter and a strategist, each leading with the worst that was proven."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from coldread.scanner.brief import Lang
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.judge.rubric import weight_of
from coldread.scanner.judge.score import Scores


@dataclass(frozen=True, kw_only=True)
class Reviewer:
    """A view over the findings."""

    name: str
    dimensions: tuple[str, ...]
    #: ids of other dimensions that are this reviewer's business
    also: tuple[str, ...] = ()
    en: str
    sv: str


REVIEWERS = (
    Reviewer(
        name="designer", dimensions=("visual", "accessibility", "performance"), en="Designer", sv="Formgivare"
    ),
    Reviewer(name="copywriter", dimensions=("clarity", "copy", "cta"), en="Copywriter", sv="Copywriter"),
    Reviewer(
        name="strategist",
        dimensions=("trust", "friction", "seo", "agent"),
        also=("cta.goal-mismatch",),
        en="Strategist",
        sv="Strateg",
    ),
)

_VERDICTS: dict[Severity | None, tuple[str, str]] = {
    Severity.P0: ("The goal is blocked", "Målet är blockerat"),
    Severity.P1: ("Needs work before you send visitors here", "Behöver arbete innan ni skickar hit besökare"),
    Severity.P2: ("Good, with details to tidy", "Bra, med detaljer att putsa"),
    None: ("No objection", "Ingen invändning"),
}


@dataclass(frozen=True, kw_only=True)
class Review:
    """What one reviewer says."""

    reviewer: Reviewer
    verdict: str
    score: int | None
    worst: Finding | None
    findings: tuple[Finding, ...]
    summary: str

    def to_dict(self) -> dict[str, Any]:
        return {
            "reviewer": self.reviewer.name,
            "verdict": self.verdict,
            "score": self.score,
            "worst": self.worst.to_dict() if self.worst else None,
            "findings": [item.id for item in self.findings],
            "summary": self.summary,
        }


def reviews(ordered: Sequence[Finding], scores: Scores, goal: PrimaryGoal, lang: Lang) -> list[Review]:
    """All three, over findings ranked worst first."""
    return [_review(reviewer, ordered, scores, goal, lang) for reviewer in REVIEWERS]


def _review(
    reviewer: Reviewer, ordered: Sequence[Finding], scores: Scores, goal: PrimaryGoal, lang: Lang
) -> Review:
    own = tuple(item for item in ordered if _concerns(reviewer, item))
    worst = next((item for item in own if item.severity is not Severity.INFO), None)
    verdict = _VERDICTS[worst.severity if worst else None][lang == "sv"]
    return Review(
        reviewer=reviewer,
        verdict=verdict,
        score=_score(reviewer, scores.dimensions, goal),
        worst=worst,
        findings=own,
        summary=_summary(verdict, worst, own, lang),
    )


def _concerns(reviewer: Reviewer, item: Finding) -> bool:
    claimed_elsewhere = any(item.id in other.also for other in REVIEWERS if other is not reviewer)
    return item.id in reviewer.also or (item.dimension in reviewer.dimensions and not claimed_elsewhere)


def _score(reviewer: Reviewer, dimensions: Mapping[str, int | None], goal: PrimaryGoal) -> int | None:
    rated = [
        (weight_of(name, goal), value)
        for name in reviewer.dimensions
        if (value := dimensions[name]) is not None
    ]
    total = sum(weight for weight, _ in rated)
    return round(sum(weight * value for weight, value in rated) / total) if total else None


def _summary(verdict: str, worst: Finding | None, own: tuple[Finding, ...], lang: Lang) -> str:
    if worst is None:
        return {
            "en": f"{verdict}: nothing that was measured speaks against the page.",
            "sv": f"{verdict}: inget av det som mättes talar emot sidan.",
        }[lang]
    others = sum(item.severity is not Severity.INFO for item in own) - 1
    more = {
        "en": f" {others} more below." if others else "",
        "sv": f" {others} till nedan." if others else "",
    }[lang]
    return f"{verdict}. {worst.title}. {worst.fix.summary}{more}"
