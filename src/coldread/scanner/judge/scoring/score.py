"""Turns answers and findings into scores and an order.

Deterministic. A finding never raises a score. A lost layer must not raise it either: missing axe results count as the worst
case, missing browser results as the usual case, and a page that no browser saw is capped like one whose goal is blocked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.answers.answer_kinds import Answer
from coldread.scanner.judge.answers.answers import Answered, final_answers
from coldread.scanner.judge.answers.questions import Question, question_of
from coldread.scanner.judge.finding import Finding, Severity, dimension_of
from coldread.scanner.judge.rubric import CHECKS, DIMENSIONS, EFFORTS, PENALTIES, TILTS
from coldread.scanner.judge.scoring.listing_odds import chance_of_listing
from coldread.scanner.judge.scoring.weights import (
    BLOCKED_CAP,
    BLOCKED_CONFIDENCE,
    GOOD,
    NEXT_TO_NOTHING,
    POINTS,
    SPEECHLESS_CAP,
    UNSEEN,
    VALUES,
    WEIGHTS,
    WORST,
)
from coldread.scanner.judge.version import RUBRIC_VERSION

#: the largest penalty of a single check, as a share of its question or dimension
MAX_PENALTY = 0.5
TOP, TOP_PER_QUESTION, TOP_BLOCKING = 7, 3, 3
#: if there are fewer other findings, hygiene may be among those to start with
FEW = 3
#: findings that experts list less often are not among those to start with
LEAST_LIKELY = 0.2

_ORDER = {row.meta.id: index for index, row in enumerate(CHECKS)}
_CONFIDENCE = {row.meta.id: row.meta.confidence for row in CHECKS}
_RANK = {Severity.P0: 0, Severity.P1: 1, Severity.P2: 2, Severity.INFO: 3}
#: the answers that a dimension's score depends on, with their weights
_ANSWERED = {
    "clarity": {Question.WHAT: 2, Question.FOR_ME: 1},
    "trust": {Question.WHY: 3, Question.COST: 1},
    "cta": {Question.PRESS: 1},
}
#: the question that weighs more when a goal raises a dimension
_TILTED = {"friction": Question.COST, "trust": Question.WHY, "cta": Question.PRESS}


@dataclass(frozen=True, kw_only=True)
class Basis:
    """What a score is computed from besides the findings."""

    #: dimensions with a measured check
    measured: frozenset[str]
    coverage: int
    #: the five answers before findings lower them; a missing one does not apply
    answers: Mapping[Question, Answered] = field(default_factory=dict)
    #: checks that a lost layer would have measured
    lost: frozenset[str] = frozenset()
    #: those of them that need axe; axe's other rules were not run either
    axe_lost: frozenset[str] = frozenset()
    #: no browser saw the page
    unseen: bool = False
    #: dimensions with an applicable check that was not measured
    partly_measured: frozenset[str] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Scores:
    """Integers 0–100; None for a dimension without a measured check."""

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
    """Severity times confidence, a little more for each additional element."""
    many = 1 + min(0.5, 0.1 * (finding.elements - 1))
    return min(MAX_PENALTY, PENALTIES[finding.severity] * finding.confidence * many)


def worst_penalty(check_id: str) -> float:
    """The most that the check could have cost."""
    severity = WORST.get(check_id, Severity.P1)
    return min(MAX_PENALTY, PENALTIES[severity] * max(_CONFIDENCE.get(check_id, 1.0), 0.9) * 1.5)


def compute_scores(findings: Iterable[Finding], basis: Basis, goal: PrimaryGoal) -> Scores:
    """The overall score by questions, and a score for each dimension."""
    listed = list(findings)
    answers = final_answers(basis.answers, listed)
    overall = _score_for_points_lost(_points_lost(listed, answers, basis, goal)) - _points_lost_to_hygiene(
        listed, basis
    )
    return Scores(
        overall=round(max(0.0, min([overall, *_caps_on_score(listed, answers, basis)]))),
        dimensions={row.name: _dimension_score(row.name, listed, answers, basis) for row in DIMENSIONS},
        coverage=basis.coverage,
    )


def _points_lost(
    findings: list[Finding], answers: Mapping[Question, Answered], basis: Basis, goal: PrimaryGoal
) -> float:
    """Points, of a hundred less hygiene's, that answers and findings take. A question that does not apply takes none."""
    asked = {
        name: weight
        for name, weight in _weights(goal).items()
        if name is not Question.HYGIENE and _applies(name, answers)
    }
    taken = sum(
        weight / WEIGHTS[name] * _points_taken_by_question(name, findings, answers, basis)
        for name, weight in asked.items()
    )
    return (100 - WEIGHTS[Question.HYGIENE]) * taken / sum(asked.values())


def _score_for_points_lost(lost: float) -> float:
    """The score for lost points: 100 for none. The first points cost most, since readers rate few pages above GOOD."""
    if lost >= NEXT_TO_NOTHING:
        return GOOD - lost
    return 100 - (100 - GOOD + NEXT_TO_NOTHING) * lost / NEXT_TO_NOTHING


def _weights(goal: PrimaryGoal) -> dict[Question, float]:
    tilts = {_TILTED[dimension]: factor for (name, dimension), factor in TILTS.items() if name == goal}
    return {name: weight * tilts.get(name, 1.0) for name, weight in WEIGHTS.items()}


def _applies(question: Question, answers: Mapping[Question, Answered]) -> bool:
    answered = answers.get(question)
    return answered is None or answered.answer is not Answer.NOT_APPLICABLE


def _points_taken_by_question(
    question: Question, findings: list[Finding], answers: Mapping[Question, Answered], basis: Basis
) -> float:
    """Points that a question's answer and findings take. Findings have penalties of their own, so here only a finding
    that turns the answer into NO lowers it."""
    answered = answers.get(question)
    by_answer = 0.0
    if answered is not None:
        counts_as = answered.answer if answered.answer is Answer.NO else basis.answers[question].answer
        by_answer = POINTS["answer"] * (1 - VALUES[counts_as])
    room = WEIGHTS[question] - (POINTS["answer"] if answered is not None else 0)
    return by_answer + min(room, POINTS["findings"] * _share_taken_by_findings(question, findings, basis))


def _points_lost_to_hygiene(findings: list[Finding], basis: Basis) -> float:
    """Points that hygiene takes; all of them if axe did not run, so that a failed run gains nothing."""
    marred = 1.0 if basis.axe_lost else _share_taken_by_findings(Question.HYGIENE, findings, basis)
    return WEIGHTS[Question.HYGIENE] * marred


def _share_taken_by_findings(question: Question, findings: list[Finding], basis: Basis) -> float:
    """The share that a question's findings take, between 0 and 1."""
    own = [penalty(item) for item in findings if question_of(item.id) is question]
    own += [
        worst_penalty(name) * (1.0 if name in basis.axe_lost else UNSEEN)
        for name in sorted(basis.lost | basis.axe_lost)
        if question_of(name) is question
    ]
    return 1 - prod(1 - cost for cost in own)


def _caps_on_score(
    findings: list[Finding], answers: Mapping[Question, Answered], basis: Basis
) -> Iterable[float]:
    if any(item.severity is Severity.P0 and item.confidence >= BLOCKED_CONFIDENCE for item in findings):
        yield BLOCKED_CAP
    if basis.unseen:
        yield BLOCKED_CAP
    pair = [answers[name].answer for name in (Question.WHAT, Question.WHY) if name in answers]
    if pair == [Answer.NO, Answer.NO]:
        yield SPEECHLESS_CAP


def _dimension_score(
    name: str, findings: list[Finding], answers: Mapping[Question, Answered], basis: Basis
) -> int | None:
    if name not in basis.measured:
        return None
    left = 100 * prod(1 - penalty(item) for item in findings if item.dimension == name)
    shares = [
        (share, VALUES[answers[question].answer])
        for question, share in _ANSWERED.get(name, {}).items()
        if question in answers and answers[question].answer is not Answer.NOT_APPLICABLE
    ]
    if shares:
        left *= sum(share * value for share, value in shares) / sum(share for share, _ in shares)
    # "could not tell" is never "passed"
    return min(99, round(left)) if name in basis.partly_measured else round(left)


@dataclass(frozen=True, kw_only=True)
class Order:
    """All findings, in the order in which every surface lists them, and how many of them to start with."""

    findings: tuple[Finding, ...]
    first: int


def order_findings(findings: Iterable[Finding], goal: PrimaryGoal) -> Order:
    """Those to start with; then the others, worst first; then hygiene; then INFO."""
    by_rank = _ranked_findings(findings, goal)
    first = _findings_to_start_with(by_rank)
    chosen = {item.id for item in first}
    rest = [item for item in by_rank if item.id not in chosen]
    rest.sort(key=lambda item: (item.severity is Severity.INFO, question_of(item.id) is Question.HYGIENE))
    return Order(findings=(*first, *rest), first=len(first))


def _ranked_findings(findings: Iterable[Finding], goal: PrimaryGoal) -> list[Finding]:
    """Worst first; among equals those that gain most for the least effort."""
    weights = _weights(goal)

    def key(item: Finding) -> tuple[int, bool, bool, float, int, str]:
        question = question_of(item.id)
        gain = penalty(item) * weights[question] / EFFORTS[item.effort] ** 0.5
        hygiene = question is Question.HYGIENE
        rank, place = _RANK[item.severity], _ORDER.get(item.id, len(_ORDER))
        return rank, not item.glaring, hygiene, -gain, place, item.id

    return sorted(findings, key=key)


def _findings_to_start_with(by_rank: Iterable[Finding]) -> list[Finding]:
    """Up to seven to start with: P0, then glaring ones, then those that experts would most likely list.

    Hygiene is included only if there are few others.
    """
    scored = [item for item in by_rank if item.severity is not Severity.INFO]
    chosen = _choose_top_findings(
        [
            item
            for item in scored
            if item.severity is Severity.P0 or question_of(item.id) is not Question.HYGIENE
        ]
    )
    return chosen if len(chosen) >= FEW else _choose_top_findings(scored)


def _choose_top_findings(items: list[Finding]) -> list[Finding]:
    blocking = [item for item in items if item.severity is Severity.P0][:TOP_BLOCKING]
    glaring = [item for item in items if item.glaring and item.severity is Severity.P1]
    likely = sorted(items, key=lambda item: -chance_of_listing(item))
    telling = [item for item in likely if chance_of_listing(item) >= LEAST_LIKELY]
    rest = telling if len(telling) >= FEW else likely[:FEW]
    chosen: list[Finding] = []
    per_question: Counter[Question] = Counter()
    for item in dict.fromkeys([*blocking, *glaring, *rest]):
        question = question_of(item.id)
        if item in blocking or per_question[question] < TOP_PER_QUESTION:
            chosen.append(item)
            per_question[question] += 1
    return sorted(chosen[:TOP], key=lambda item: _RANK[item.severity])


def counts_by_severity(findings: Iterable[Finding]) -> dict[str, int]:
    tally = Counter(item.severity.value for item in findings)
    return {severity.value: tally[severity.value] for severity in Severity}


def dimensions_of(check_ids: Iterable[str]) -> frozenset[str]:
    return frozenset(dimension_of(name) for name in check_ids)
