"""Three reviewers: a designer, a copywriter and a strategist. Each leads with the worst finding of its dimensions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from coldread.base.languages import Language
from coldread.base.texts.inline_text import InlineText
from coldread.base.texts.texts import room
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.answers.questions import Question, question_of
from coldread.scanner.judge.finding import Finding, Severity
from coldread.scanner.judge.rubric import weight_of
from coldread.scanner.judge.scoring.score import Scores

say = room("coldread.scanner.judge")


@dataclass(frozen=True, kw_only=True)
class Reviewer:
    """A view over the findings."""

    name: str
    dimensions: tuple[str, ...]
    #: ids of checks from other dimensions that this reviewer covers too
    also: tuple[str, ...] = ()
    title: InlineText


REVIEWERS = (
    Reviewer(
        name="designer",
        dimensions=("visual", "accessibility", "performance"),
        also=(
            "cta.covered",
            "cta.many-buttons",
            "cta.no-control",
            "cta.cut-off",
            "cta.low-contrast",
            "cta.tap-target",
            "friction.popup",
        ),
        title=InlineText(en="Designer", sv="Formgivare"),
    ),
    Reviewer(
        name="copywriter",
        dimensions=("clarity", "copy", "cta"),
        title=InlineText(en="Copywriter", sv="Copywriter"),
    ),
    Reviewer(
        name="strategist",
        dimensions=("trust", "friction", "seo", "agent"),
        also=(
            "cta.broken-target",
            "cta.dead-link",
            "cta.dead-many",
        ),
        title=InlineText(en="Strategist", sv="Strateg"),
    ),
)


@dataclass(frozen=True, kw_only=True)
class Review:
    """One reviewer's verdict, score and summary."""

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


def reviews(ordered: Sequence[Finding], scores: Scores, goal: PrimaryGoal, lang: Language) -> list[Review]:
    """The reviews of all three, from findings in the order of the report."""
    return [_review(reviewer, ordered, scores, goal, lang) for reviewer in REVIEWERS]


def _review(
    reviewer: Reviewer, ordered: Sequence[Finding], scores: Scores, goal: PrimaryGoal, lang: Language
) -> Review:
    own = tuple(item for item in ordered if _concerns_reviewer(reviewer, item))
    scored = [item for item in own if item.severity is not Severity.INFO]
    # visitors do not see hygiene, so a reviewer does not lead with it unless it blocks the goal
    worst = min(
        (
            item
            for item in scored
            if item.severity is Severity.P0 or question_of(item.id) is not Question.HYGIENE
        ),
        key=lambda item: item.severity.value,
        default=None,
    )
    verdict = say(lang, f"verdict.{worst.severity.lower() if worst else 'none'}")
    return Review(
        reviewer=reviewer,
        verdict=verdict,
        score=_score_of_reviewer(reviewer, scores.dimensions, goal),
        worst=worst,
        findings=own,
        summary=_summary(verdict, worst, own, lang),
    )


def _concerns_reviewer(reviewer: Reviewer, item: Finding) -> bool:
    claimed_elsewhere = any(item.id in other.also for other in REVIEWERS if other is not reviewer)
    return item.id in reviewer.also or (item.dimension in reviewer.dimensions and not claimed_elsewhere)


def _score_of_reviewer(
    reviewer: Reviewer, dimensions: Mapping[str, int | None], goal: PrimaryGoal
) -> int | None:
    rated = [
        (weight_of(name, goal), value)
        for name in reviewer.dimensions
        if (value := dimensions[name]) is not None
    ]
    total = sum(weight for weight, _ in rated)
    return round(sum(weight * value for weight, value in rated) / total) if total else None


def _summary(verdict: str, worst: Finding | None, own: tuple[Finding, ...], lang: Language) -> str:
    if worst is None:
        return say(lang, "review.nothing", verdict=verdict)
    others = sum(
        item.severity is not Severity.INFO and question_of(item.id) is not Question.HYGIENE
        for item in own
        if item is not worst
    )
    values = {"verdict": verdict, "title": worst.title, "fix": worst.fix.summary}
    return (
        say(lang, "review.worst_and_more", **values, n=others)
        if others
        else say(lang, "review.worst", **values)
    )
