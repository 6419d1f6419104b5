"""Turns answers and findings into scores and an order.

Deterministic. A finding never raises a score: it takes points of its question, or leaves them. Losing a
layer is not meant to raise one: what axe would have said counts as its worst, what a browser would have shown as what it
mostly turns out to be, and a page that no browser saw gets no more than one whose goal is blocked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import prod
from typing import Any

from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.answers import Answer, Answered, final_answers
from coldread.scanner.judge.finding import Finding, Severity, dimension_of
from coldread.scanner.judge.listing_odds import chance
from coldread.scanner.judge.questions import Question, question_of
from coldread.scanner.judge.rubric import CHECKS, DIMENSIONS, EFFORTS, PENALTIES, TILTS
from coldread.scanner.judge.version import RUBRIC_VERSION
from coldread.scanner.judge.weights import (
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

#: no single check takes more than half of its part
MAX_PENALTY = 0.5
TOP, TOP_PER_QUESTION, TOP_BLOCKING = 7, 3, 3
#: below so many others, hygiene is named first as well
FEW = 3
#: what experts list less often than this is told further down
LEAST_LIKELY = 0.2

_ORDER = {row.meta.id: index for index, row in enumerate(CHECKS)}
_CONFIDENCE = {row.meta.id: row.meta.confidence for row in CHECKS}
_RANK = {Severity.P0: 0, Severity.P1: 1, Severity.P2: 2, Severity.INFO: 3}
#: which answers a dimension's score rests on, and how much each of them counts there
_ANSWERED = {
    "clarity": {Question.WHAT: 2, Question.FOR_ME: 1},
    "trust": {Question.WHY: 3, Question.COST: 1},
    "cta": {Question.PRESS: 1},
}
#: the question that a goal's tilt of a dimension makes weigh more
_TILTED = {"friction": Question.COST, "trust": Question.WHY, "cta": Question.PRESS}


@dataclass(frozen=True, kw_only=True)
class Basis:
    """What a score rests on beside the findings."""

    #: dimensions of which something was measured
    measured: frozenset[str]
    coverage: int
    #: the five questions before anything was found; one that is missing here does not apply
    answers: Mapping[Question, Answered] = field(default_factory=dict)
    #: checks that a lost layer would have measured
    lost: frozenset[str] = frozenset()
    #: those of them that need axe: what its further rules would have said is not known either
    axe_lost: frozenset[str] = frozenset()
    #: no browser saw the page
    unseen: bool = False
    #: dimensions of which something applicable was not measured
    partly_measured: frozenset[str] = frozenset()


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


def worst_penalty(check_id: str) -> float:
    """The most that the check could have cost."""
    severity = WORST.get(check_id, Severity.P1)
    return min(MAX_PENALTY, PENALTIES[severity] * max(_CONFIDENCE.get(check_id, 1.0), 0.9) * 1.5)


def scores(findings: Iterable[Finding], basis: Basis, goal: PrimaryGoal) -> Scores:
    """The whole by questions, each dimension for itself."""
    listed = list(findings)
    answers = final_answers(basis.answers, listed)
    overall = _graded(_lost(listed, answers, basis, goal)) - _hygiene(listed, basis)
    return Scores(
        overall=round(max(0.0, min([overall, *_caps(listed, answers, basis)]))),
        dimensions={row.name: _dimension(row.name, listed, answers, basis) for row in DIMENSIONS},
        coverage=basis.coverage,
    )


def _lost(
    findings: list[Finding], answers: Mapping[Question, Answered], basis: Basis, goal: PrimaryGoal
) -> float:
    """Of a hundred points less hygiene's: what answers and findings take; a question that does not apply takes nothing."""
    asked = {
        name: weight
        for name, weight in _weights(goal).items()
        if name is not Question.HYGIENE and _applies(name, answers)
    }
    taken = sum(
        weight / WEIGHTS[name] * _taken(name, findings, answers, basis) for name, weight in asked.items()
    )
    return (100 - WEIGHTS[Question.HYGIENE]) * taken / sum(asked.values())


def _graded(lost: float) -> float:
    """A hundred for nothing lost; the first points cost most, since readers give hardly any page more than GOOD."""
    if lost >= NEXT_TO_NOTHING:
        return GOOD - lost
    return 100 - (100 - GOOD + NEXT_TO_NOTHING) * lost / NEXT_TO_NOTHING


def _weights(goal: PrimaryGoal) -> dict[Question, float]:
    tilts = {_TILTED[dimension]: factor for (name, dimension), factor in TILTS.items() if name == goal}
    return {name: weight * tilts.get(name, 1.0) for name, weight in WEIGHTS.items()}


def _applies(question: Question, answers: Mapping[Question, Answered]) -> bool:
    answered = answers.get(question)
    return answered is None or answered.answer is not Answer.NOT_APPLICABLE


def _taken(
    question: Question, findings: list[Finding], answers: Mapping[Question, Answered], basis: Basis
) -> float:
    """Points that its answer and its findings take; a fault costs by itself, so only a blocker lowers the answer that counts here."""
    answered = answers.get(question)
    by_answer = 0.0
    if answered is not None:
        counts_as = answered.answer if answered.answer is Answer.NO else basis.answers[question].answer
        by_answer = POINTS["answer"] * (1 - VALUES[counts_as])
    room = WEIGHTS[question] - (POINTS["answer"] if answered is not None else 0)
    return by_answer + min(room, POINTS["findings"] * _marred(question, findings, basis))


def _hygiene(findings: list[Finding], basis: Basis) -> float:
    """Points; all of them where axe could not be asked, so that a run that failed never pays."""
    marred = 1.0 if basis.axe_lost else _marred(Question.HYGIENE, findings, basis)
    return WEIGHTS[Question.HYGIENE] * marred


def _marred(question: Question, findings: list[Finding], basis: Basis) -> float:
    """What its findings leave nothing of, between 0 and 1."""
    own = [penalty(item) for item in findings if question_of(item.id) is question]
    own += [
        worst_penalty(name) * (1.0 if name in basis.axe_lost else UNSEEN)
        for name in sorted(basis.lost | basis.axe_lost)
        if question_of(name) is question
    ]
    return 1 - prod(1 - cost for cost in own)


def _caps(findings: list[Finding], answers: Mapping[Question, Answered], basis: Basis) -> Iterable[float]:
    if any(item.severity is Severity.P0 and item.confidence >= BLOCKED_CONFIDENCE for item in findings):
        yield BLOCKED_CAP
    if basis.unseen:
        yield BLOCKED_CAP
    pair = [answers[name].answer for name in (Question.WHAT, Question.WHY) if name in answers]
    if pair == [Answer.NO, Answer.NO]:
        yield SPEECHLESS_CAP


def _dimension(
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
    """All findings in the one order in which every surface shows them, and how many of them come first."""

    findings: tuple[Finding, ...]
    first: int


def in_order(findings: Iterable[Finding], goal: PrimaryGoal) -> Order:
    """What to start with; then the rest, the worst first; then what only whoever changes the code sees; then what is only noted."""
    by_rank = _ranked(findings, goal)
    first = _first(by_rank)
    chosen = {item.id for item in first}
    rest = [item for item in by_rank if item.id not in chosen]
    rest.sort(key=lambda item: (item.severity is Severity.INFO, question_of(item.id) is Question.HYGIENE))
    return Order(findings=(*first, *rest), first=len(first))


def _ranked(findings: Iterable[Finding], goal: PrimaryGoal) -> list[Finding]:
    """Worst first; among equals what costs its question most for the least effort."""
    weights = _weights(goal)

    def key(item: Finding) -> tuple[int, bool, bool, float, int, str]:
        question = question_of(item.id)
        gain = penalty(item) * weights[question] / EFFORTS[item.effort] ** 0.5
        hygiene = question is Question.HYGIENE
        rank, told = _RANK[item.severity], _ORDER.get(item.id, len(_ORDER))
        return rank, not item.glaring, hygiene, -gain, told, item.id

    return sorted(findings, key=key)


def _first(by_rank: Iterable[Finding]) -> list[Finding]:
    """Up to seven to start with: what blocks the goal, what anybody sees at a glance, then what experts would most likely list.

    Hygiene is named here only where little else is wrong.
    """
    scored = [item for item in by_rank if item.severity is not Severity.INFO]
    chosen = _chosen(
        [
            item
            for item in scored
            if item.severity is Severity.P0 or question_of(item.id) is not Question.HYGIENE
        ]
    )
    return chosen if len(chosen) >= FEW else _chosen(scored)


def _chosen(items: list[Finding]) -> list[Finding]:
    blocking = [item for item in items if item.severity is Severity.P0][:TOP_BLOCKING]
    glaring = [item for item in items if item.glaring and item.severity is Severity.P1]
    likely = sorted(items, key=lambda item: -chance(item))
    telling = [item for item in likely if chance(item) >= LEAST_LIKELY]
    rest = telling if len(telling) >= FEW else likely[:FEW]
    kept: list[Finding] = []
    asked: Counter[Question] = Counter()
    for item in dict.fromkeys([*blocking, *glaring, *rest]):
        question = question_of(item.id)
        if item in blocking or asked[question] < TOP_PER_QUESTION:
            kept.append(item)
            asked[question] += 1
    return sorted(kept[:TOP], key=lambda item: _RANK[item.severity])


def counts(findings: Iterable[Finding]) -> dict[str, int]:
    tally = Counter(item.severity.value for item in findings)
    return {severity.value: tally[severity.value] for severity in Severity}


def dimensions_of(check_ids: Iterable[str]) -> frozenset[str]:
    return frozenset(dimension_of(name) for name in check_ids)
