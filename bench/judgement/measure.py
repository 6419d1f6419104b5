"""The table: how far the scan's score, answers and headlines agree with the readers', beside the readers' own agreement."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import mean, pstdev

from bench.judgement.labels import QUESTIONS, Label, kappa, rank_correlation
from coldread.scanner.judge.answers import contradictions
from coldread.scanner.judge.report import Report

#: draws of the bootstrap, and its seed: the same interval every time
DRAWS, SEED = 2000, 7


@dataclass(frozen=True, kw_only=True)
class Judged:
    """One page, judged by the scan and by its readers."""

    page: str
    report: Report
    readers: tuple[Label, ...]

    @property
    def wanted(self) -> float:
        return mean(label.score for label in self.readers)

    @property
    def got(self) -> int:
        return self.report.scores.overall

    def answer(self, question: str) -> str:
        return next(row.answer.value for row in self.report.answers if row.question.value == question)


def interval(pages: Sequence[Judged], figure: Callable[[Sequence[Judged]], float]) -> tuple[float, float]:
    """95 % by drawing the pages anew."""
    draw = random.Random(SEED)
    drawn = sorted(figure([draw.choice(pages) for _ in pages]) for _ in range(DRAWS))
    return drawn[int(0.025 * DRAWS)], drawn[int(0.975 * DRAWS)]


def rho(pages: Sequence[Judged]) -> float:
    return rank_correlation([page.got for page in pages], [page.wanted for page in pages])


def error(pages: Sequence[Judged]) -> float:
    return mean(abs(page.got - page.wanted) for page in pages)


def table(pages: Sequence[Judged]) -> list[str]:
    lines = ["| measure | figure | readers among themselves |", "|---|---|---|"]
    first = [page.readers[0].score for page in pages]
    second = [page.readers[1].score for page in pages]
    between = mean(abs(a - b) for a, b in zip(first, second, strict=True))
    low, high = interval(pages, rho)
    lines.append(
        f"| rank correlation of `overall` with the readers' mean, {len(pages)} pages | {rho(pages):.2f} ({low:.2f} to {high:.2f}) "
        f"| {rank_correlation(first, second):.2f} |"
    )
    low, high = interval(pages, error)
    lines.append(
        f"| mean absolute error | {error(pages):.1f} ({low:.1f} to {high:.1f}) | {between:.1f} apart |"
    )
    lines.append(
        f"| spread (standard deviation); mean | {pstdev(page.got for page in pages):.1f}; {mean(page.got for page in pages):.0f} "
        f"| {pstdev(page.wanted for page in pages):.1f}; {mean(page.wanted for page in pages):.0f} |"
    )
    for question in QUESTIONS.values():
        lines.append(_answers(pages, question))
    lines.append(_headlines(pages))
    denied = sum(len(contradictions(page.report.answers, page.report.findings)) for page in pages)
    lines.append(f"| findings that deny an answer of yes | {denied} | |")
    return lines


def _answers(pages: Sequence[Judged], question: str) -> str:
    ours = [page.answer(question) for page in pages]
    one = [page.readers[0].answers[question] for page in pages]
    two = [page.readers[1].answers[question] for page in pages]
    either = mean(a in (b, c) for a, b, c in zip(ours, one, two, strict=True))
    agreed = [(a, b) for a, b, c in zip(ours, one, two, strict=True) if b == c]
    same = mean(a == b for a, b in agreed) if agreed else 0.0
    unsure = mean(a == "could_not_tell" for a in ours)
    return (
        f"| answer to *{question}*: as one of the readers; as both where they agree; could not tell "
        f"| {either:.2f}; {same:.2f} of {len(agreed)}; {unsure:.2f} "
        f"| same {mean(b == c for b, c in zip(one, two, strict=True)):.2f}, kappa {kappa(one, two):.2f} |"
    )


def _headlines(pages: Sequence[Judged]) -> str:
    empty = [page for page in pages if all(label.telling == "no" for label in page.readers)]
    telling = [page for page in pages if all(label.telling == "yes" for label in page.readers)]
    flagged = sum(_flagged(page) for page in empty)
    left = sum(not _flagged(page) for page in telling)
    return (
        f"| headlines that say nothing, flagged; telling ones left alone | {flagged} of {len(empty)}; {left} of {len(telling)} "
        f"| same {mean(page.readers[0].telling == page.readers[1].telling for page in pages):.2f} |"
    )


#: findings that say of a headline that it says nothing
EMPTY_HEADLINE = ("clarity.h1-vague", "clarity.offer-absent", "clarity.h1-missing")


def _flagged(page: Judged) -> bool:
    return any(item.id in EMPTY_HEADLINE for item in page.report.findings)
