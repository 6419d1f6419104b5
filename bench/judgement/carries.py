"""Does the score carry to pages of another collection? Each collection of pages is left out in turn, answers and score are fitted to
the others, and the left-out one is judged, as in a fresh test.

It is still not a test: the authors of the rules have read what the readers said about these pages.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import mean

import numpy as np

from bench.judgement.crossed import Told, answered_by_others, cases, weighed_by
from bench.judgement.fit import fit, in_use, overall, use
from bench.judgement.judged import Judged
from bench.judgement.pages import COLLECTIONS, LabelledPage
from bench.judgement.records import judged
from bench.judgement.weigh import trained
from coldread.cli.evaluating.labels import rank_correlation
from coldread.scanner.judge.answers.answer_kinds import Answer
from coldread.scanner.judge.answers.questions import Question, question_of
from coldread.scanner.judge.finding import Severity

#: points by which readers' scores have to differ before a pair of pages has an order
APART = 15
#: draws of pages with replacement, for the intervals
DRAWS = 1000
#: pull of the severities' weights towards nothing
PULL = 0.1

#: from pages to learn from and pages to judge: what the latter get
Way = Callable[[Sequence[Judged], Sequence[Judged]], list[float]]


def always_the_mean(learnt: Sequence[Judged], asked: Sequence[Judged]) -> list[float]:
    return [mean(page.wanted for page in learnt)] * len(asked)


def by_severity(learnt: Sequence[Judged], asked: Sequence[Judged]) -> list[float]:
    """Three weights, none negative: how many blockers, faults and details, each by how sure it is; hygiene left out."""
    wanted = np.array([page.wanted for page in learnt])
    rows = np.array([_severities(page) for page in learnt])
    middle, spread = rows.mean(axis=0), rows.std(axis=0) + 1e-9
    scaled = (rows - middle) / spread
    weights = np.zeros(rows.shape[1])
    for _ in range(2000):
        off = wanted.mean() - scaled @ weights - wanted
        weights = np.maximum(0.0, weights + 0.1 * (scaled.T @ off / len(wanted) - PULL * weights))
    return [
        float(wanted.mean() - (np.array(_severities(page)) - middle) / spread @ weights) for page in asked
    ]


def _severities(page: Judged) -> list[float]:
    costly = [item for item in page.report.findings if question_of(item.id) is not Question.HYGIENE]
    return [
        sum(item.confidence for item in costly if item.severity is severity)
        for severity in (Severity.P0, Severity.P1, Severity.P2)
    ]


def by_score(learnt: Sequence[Judged], asked: Sequence[Judged]) -> list[float]:
    begun = in_use()
    fit(learnt)
    got = [float(overall(page)) for page in asked]
    use(begun)
    return got


def by_readers_answers(learnt: Sequence[Judged], asked: Sequence[Judged]) -> list[float]:
    """The same score where our five answers are replaced by the first reader's: what better answers would bring."""
    return by_score([_told(page) for page in learnt], [_told(page) for page in asked])


def _told(page: Judged) -> Judged:
    basis = page.report.basis
    answers = {
        name: dataclasses.replace(given, answer=Answer(page.readers[0].answers[name.value]))
        for name, given in basis.answers.items()
    }
    report = dataclasses.replace(page.report, basis=dataclasses.replace(basis, answers=answers))
    return dataclasses.replace(page, report=report)


WAYS: dict[str, Way] = {
    "always the mean": always_the_mean,
    "severity only": by_severity,
    "the score": by_score,
    "the score, by a reader's answers": by_readers_answers,
}


def collection_of(page: LabelledPage) -> int:
    return next(at for at, splits in enumerate(COLLECTIONS) if page.split in splits)


def left_out(
    pages: Sequence[LabelledPage], records: Path, told: Told
) -> Iterable[tuple[list[Judged], list[Judged]]]:
    """For each collection: the others, each page answered without its part, and itself, answered by what all others taught."""
    for at in range(len(COLLECTIONS)):
        others = [page for page in pages if collection_of(page) != at]
        own = [page for page in pages if collection_of(page) == at]
        if not own:
            continue
        learnt = answered_by_others(others, records, told)
        table = {
            name.value: trained([row for row in rows if row.told], name)
            for name, rows in cases(others, records, told).items()
        }
        with weighed_by(table):
            asked = [
                Judged(
                    page=page.id,
                    report=judged(records / f"{page.id}.z", page.brief),
                    readers=tuple(told[page.id]),
                )
                for page in own
            ]
        yield learnt, asked


def pairs_right(got: Sequence[float], wanted: Sequence[float]) -> float | None:
    """The share of the pairs that readers put in order which the score orders alike; equals count half."""
    told = [
        0.5 if got[i] == got[j] else float((got[i] > got[j]) == (wanted[i] > wanted[j]))
        for i, j in combinations(range(len(got)), 2)
        if abs(wanted[i] - wanted[j]) >= APART
    ]
    return mean(told) if told else None


def figures(got: Sequence[float], wanted: Sequence[float]) -> dict[str, float | None]:
    return {
        "rank correlation": rank_correlation(got, wanted),
        "error": mean(abs(a - b) for a, b in zip(got, wanted, strict=True)),
        "pairs": pairs_right(got, wanted),
    }


def mean_figures(parts: Sequence[tuple[Sequence[float], Sequence[float]]]) -> dict[str, float]:
    """Over the collections, each counting the same: pages of one collection are compared with one another only."""
    told = [figures(got, wanted) for got, wanted in parts]
    return {name: mean(value for row in told if (value := row[name]) is not None) for name in told[0]}


def intervals(parts: Sequence[tuple[Sequence[float], Sequence[float]]]) -> dict[str, tuple[float, float]]:
    """95 %, pages drawn anew within each collection; chance from a fixed seed."""
    chance = Random(17)
    drawn: list[Mapping[str, float]] = []
    for _ in range(DRAWS):
        again = []
        for got, wanted in parts:
            places = chance.choices(range(len(got)), k=len(got))
            again.append(([got[at] for at in places], [wanted[at] for at in places]))
        drawn.append(mean_figures(again))
    ends = {}
    for name in drawn[0]:
        row = sorted(one[name] for one in drawn)
        ends[name] = (row[int(0.025 * DRAWS)], row[int(0.975 * DRAWS)])
    return ends


def lines(pages: Sequence[LabelledPage], records: Path, told: Told) -> Iterable[str]:
    held = list(left_out(pages, records, told))
    yield "| way | " + " | ".join(f"{len(asked)} pages" for _, asked in held) + " | mean (95 %) |"
    readers = [
        ([float(p.readers[0].score) for p in asked], [float(p.readers[1].score) for p in asked])
        for _, asked in held
    ]
    yield _line("one reader by the other", readers)
    for name, way in WAYS.items():
        yield _line(name, [(way(learnt, asked), [page.wanted for page in asked]) for learnt, asked in held])


def _line(name: str, parts: Sequence[tuple[Sequence[float], Sequence[float]]]) -> str:
    each = [_said(figures(*part)) for part in parts]
    ends = intervals(parts)
    whole = "; ".join(
        f"{value:.2f} ({ends[key][0]:.2f} to {ends[key][1]:.2f})"
        for key, value in mean_figures(parts).items()
    )
    return f"| {name} | {' | '.join(each)} | {whole} |"


def _said(told: Mapping[str, float | None]) -> str:
    return "; ".join("–" if value is None else f"{value:.2f}" for value in told.values())
