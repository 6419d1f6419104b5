"""Fits the weights of score 2 to the readers on the training pages: ten parameters, signs and bounds fixed beforehand.

`python -m bench.judgement fit` prints them, to be written into `judge/weights.py` by hand. Coordinate descent from where the
weights stand now, whole steps, no chance: the same pages give the same weights.
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
    now = _now()
    begun = dict(now)

    def cost_of(values: dict[Question | Answer, float]) -> float:
        drawn = sum(((values[name] - begun[name]) / begun[name]) ** 2 for name in values)
        return _loss(pages, values) + PULL * drawn

    best = cost_of(now)
    better = True
    while better:
        better = False
        for name, (least, most, step) in BOUNDS.items():
            for by in (-4 * step, -step, step, 4 * step):
                tried = {**now, name: round(min(most, max(least, now[name] + by)), 2)}
                cost = cost_of(tried)
                if cost < best - 1e-9:
                    now, best, better = tried, cost, True
    _use(now)
    return Fitted(values=now, loss=best)


def crossed(pages: Sequence[Judged]) -> tuple[float, float]:
    """Rank correlation and mean error where each page is scored by weights that were fitted without it; `FOLDS` parts."""
    begun = _now()
    got: dict[str, int] = {}
    for fold in range(FOLDS):
        _use(begun)
        fit([page for at, page in enumerate(pages) if at % FOLDS != fold])
        for page in pages[fold::FOLDS]:
            got[page.page] = _overall(page)
    _use(begun)
    wanted = [page.wanted for page in pages]
    told = [got[page.page] for page in pages]
    return rank_correlation(told, wanted), mean(abs(a - b) for a, b in zip(told, wanted, strict=True))


def _now() -> dict[Question | Answer, float]:
    return {
        **{name: weights.WEIGHTS[name] for name in BOUNDS if isinstance(name, Question)},
        **{name: weights.VALUES[name] for name in BOUNDS if isinstance(name, Answer)},
    }


def _overall(page: Judged) -> int:
    return scores(page.report.findings, page.report.basis, page.report.brief.goal).overall


def _use(values: dict[Question | Answer, float]) -> None:
    for name, value in values.items():
        if isinstance(name, Question):
            weights.WEIGHTS[name] = value
        else:
            weights.VALUES[name] = value


def _loss(pages: Sequence[Judged], values: dict[Question | Answer, float]) -> float:
    _use(values)
    got = [_overall(page) for page in pages]
    wanted = [page.wanted for page in pages]
    off = mean(abs(a - b) for a, b in zip(got, wanted, strict=True))
    return off + RANK_WEIGHT * (1 - rank_correlation(got, wanted))
