"""Trains the weights of the five answers (`scanner/judge/answers/answer_weights.toml`) on what two readers answered.

Ordinal logistic regression (one sum, two thresholds) by plain gradient descent. The sign of each trait is fixed beforehand; weights
are pulled towards zero and rounded to whole numbers. No randomness: the same pages give the same weights.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from coldread.scanner.judge.answers.questions import Question
from coldread.scanner.judge.answers.traits import SIGNS
from coldread.scanner.judge.answers.weigh_traits import Model

#: no, partly, yes
OUTCOMES = ("no", "partly", "yes")
#: steps and pace of the descent, the pull towards nothing, and whole points for one unit of log odds
STEPS, PACE, PULL, SCALE = 3000, 0.3, 0.01, 5.0


#: where more traits say nearly the same, the pull is stronger; collections left out agree better so
PULLS: dict[Question, float] = {Question.WHY: 0.03}


@dataclass(frozen=True, kw_only=True)
class Case:
    """What was counted on a page for one question, and what its readers answered."""

    page: str
    counted: Mapping[str, int]
    #: places in `OUTCOMES`, one a reader; what does not apply or could not be told is left out
    told: tuple[int, ...]


def trained(cases: Sequence[Case], question: Question) -> Model:
    signs, pull = SIGNS[question], PULLS.get(question, PULL)
    names = sorted(signs)
    rows = [(case, answer) for case in cases for answer in case.told]
    counted = np.array([[case.counted.get(name, 0) for name in names] for case, _ in rows], dtype=float)
    answered = np.array([answer for _, answer in rows])
    share = np.array([1 / len(case.told) for case, _ in rows])
    signed = np.array([signs[name] for name in names], dtype=float)
    weights, low, gap = np.zeros(len(names)), 0.0, 1.0
    total = share.sum()
    for _ in range(STEPS):
        sums = counted @ weights
        # of "at least partly" and of "yes"
        some, full = _sure(sums - low), _sure(sums - low - gap)
        # slopes of the log likelihood by the sum, by the lower threshold and by the gap
        middle = np.maximum(some - full, 1e-9)
        by_some = np.where(answered == 0, -some, np.where(answered == 1, some * (1 - some) / middle, 0.0))
        by_full = np.where(answered == 2, 1 - full, np.where(answered == 1, -full * (1 - full) / middle, 0.0))
        by_some, by_full = by_some * share, by_full * share
        weights = weights + PACE * ((by_some + by_full) @ counted / total - pull * weights)
        weights = signed * np.maximum(0.0, signed * weights)
        low -= PACE * float((by_some + by_full).sum() / total)
        gap = max(0.1, gap - PACE * float(by_full.sum() / total))
    return _whole(names, weights, low, gap)


def _sure(sums: np.ndarray) -> np.ndarray:
    sure: np.ndarray = 1 / (1 + np.exp(-np.clip(sums, -30, 30)))
    return sure


def _whole(names: Sequence[str], weights: np.ndarray, low: float, gap: float) -> Model:
    """Whole numbers; the thresholds lie where the likeliest answer changes."""
    points = range(-400, 401)
    likeliest = [_likeliest(point / SCALE, low, gap) for point in points]
    partly = next((point for point, answer in zip(points, likeliest, strict=True) if answer >= 1), points[-1])
    yes = next((point for point, answer in zip(points, likeliest, strict=True) if answer == 2), points[-1])
    return Model(
        of={name: round(SCALE * float(value)) for name, value in zip(names, weights, strict=True)},
        partly=partly,
        yes=yes,
    )


def _likeliest(total: float, low: float, gap: float) -> int:
    some, full = 1 / (1 + math.exp(low - total)), 1 / (1 + math.exp(low + gap - total))
    sure = (1 - some, some - full, full)
    return max(range(3), key=lambda place: (sure[place], place))
