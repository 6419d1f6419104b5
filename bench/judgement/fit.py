"""Fits the weights of score 2 to the readers on the training pages: ten parameters, signs and bounds fixed beforehand.

`python -m bench.judgement fit` prints them, to be written into `judge/weights.py` by hand. Coordinate descent from
values set by hand, whole steps, no chance: the same pages give the same weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from bench.judgement.judged import Judged
from coldread.cli.evaluating.labels import rank_correlation
from coldread.scanner.judge import weights
from coldread.scanner.judge.answers import Answer
from coldread.scanner.judge.questions import Question
from coldread.scanner.judge.score import scores

#: least, most and step of each parameter; hygiene is bound to its five points
BOUNDS: dict[Question | Answer, tuple[float, float, float]] = {
    Question.WHAT: (8, 32, 1),
    Question.FOR_ME: (3, 20, 1),
    Question.WHY: (8, 34, 1),
    Question.COST: (3, 20, 1),
    Question.PRESS: (8, 32, 1),
    Question.READ: (4, 24, 1),
    Question.CARE: (2, 20, 1),
    Answer.PARTLY: (0.3, 0.75, 0.05),
    Answer.NO: (0.0, 0.3, 0.05),
    Answer.UNSURE: (0.2, 0.75, 0.05),
}
#: where every fit begins and what it is drawn towards: round numbers set by hand, not those of an earlier fit, so that no part has
#: seen its own pages by that way
BEGUN: dict[Question | Answer, float] = {
    Question.WHAT: 16,
    Question.FOR_ME: 12,
    Question.WHY: 20,
    Question.COST: 12,
    Question.PRESS: 18,
    Question.READ: 10,
    Question.CARE: 8,
    Answer.PARTLY: 0.5,
    Answer.NO: 0.1,
    Answer.UNSURE: 0.5,
}
#: what a rank that is wrong weighs beside a point that is
RANK_WEIGHT = 12.0
#: what a parameter that lies twice as far from where it was set by hand as that was from nothing weighs: few pages, many parameters
PULL = 0.5
#: parts into which the pages are dealt, one after the other
FOLDS = 5


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """Parameters and what they cost."""

    values: dict[Question | Answer, float]
    loss: float


def fit(pages: Sequence[Judged]) -> Fitted:
    """Leaves the fitted values in use."""
    values = dict(BEGUN)

    def cost_of(tried: dict[Question | Answer, float]) -> float:
        drawn = sum(((tried[name] - BEGUN[name]) / BEGUN[name]) ** 2 for name in tried)
        return _loss(pages, tried) + PULL * drawn

    best = cost_of(values)
    better = True
    while better:
        better = False
        for name, (least, most, step) in BOUNDS.items():
            for by in (-4 * step, -step, step, 4 * step):
                tried = {**values, name: round(min(most, max(least, values[name] + by)), 2)}
                cost = cost_of(tried)
                if cost < best - 1e-9:
                    values, best, better = tried, cost, True
    use(values)
    return Fitted(values=values, loss=best)


def in_use() -> dict[Question | Answer, float]:
    return {
        **{name: weights.WEIGHTS[name] for name in BOUNDS if isinstance(name, Question)},
        **{name: weights.VALUES[name] for name in BOUNDS if isinstance(name, Answer)},
    }


def _overall(page: Judged) -> int:
    return scores(page.report.findings, page.report.basis, page.report.brief.goal).overall


def use(values: dict[Question | Answer, float]) -> None:
    for name, value in values.items():
        if isinstance(name, Question):
            weights.WEIGHTS[name] = value
        else:
            weights.VALUES[name] = value


def _loss(pages: Sequence[Judged], values: dict[Question | Answer, float]) -> float:
    use(values)
    got = [_overall(page) for page in pages]
    wanted = [page.wanted for page in pages]
    off = mean(abs(a - b) for a, b in zip(got, wanted, strict=True))
    return off + RANK_WEIGHT * (1 - rank_correlation(got, wanted))
