"""Fits the score's two numbers to the readers: what an answer of no takes, and what findings take.

`python -m bench.judgement fit` prints them; write them into `scanner/judge/scoring/weights.py` by hand. Coordinate descent in whole steps from
values set by hand, with a pull towards them, without randomness: the same pages give the same numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import mean

from bench.judgement.judged import Judged
from coldread.scanner.judge.scoring import weights
from coldread.scanner.judge.scoring.score import compute_scores

#: least, most and step of each parameter
BOUNDS: dict[str, tuple[float, float, float]] = {"answer": (6, 15, 1), "findings": (8, 40, 2)}
#: where every fit begins and what it is drawn towards: round numbers set by hand, not those of an earlier fit, so that no part has
#: seen its own pages by that way
BEGUN: dict[str, float] = {"answer": 10, "findings": 20}
#: what a parameter that lies twice as far from where it was set by hand as that was from nothing weighs beside a point of error
PULL = 0.5
#: parts into which the pages are dealt, one after the other
FOLDS = 5


@dataclass(frozen=True, kw_only=True)
class Fitted:
    """Parameters and what they cost."""

    values: dict[str, float]
    loss: float


def fit(pages: Sequence[Judged]) -> Fitted:
    """Leaves the fitted values in use."""
    values = dict(BEGUN)

    def cost_of(tried: dict[str, float]) -> float:
        drawn = sum(((tried[name] - BEGUN[name]) / BEGUN[name]) ** 2 for name in tried)
        use(tried)
        return mean(abs(overall(page) - page.wanted) for page in pages) + PULL * drawn

    best = cost_of(values)
    better = True
    while better:
        better = False
        for name, (least, most, step) in BOUNDS.items():
            for by in (-4 * step, -step, step, 4 * step):
                tried = {**values, name: min(most, max(least, values[name] + by))}
                cost = cost_of(tried)
                if cost < best - 1e-9:
                    values, best, better = tried, cost, True
    use(values)
    return Fitted(values=values, loss=best)


def in_use() -> dict[str, float]:
    return dict(weights.POINTS)


def use(values: dict[str, float]) -> None:
    weights.POINTS.update(values)


def overall(page: Judged) -> int:
    return compute_scores(page.report.findings, page.report.basis, page.report.brief.goal).overall
