"""The table: how far an engine's score, answers and headlines agree with the readers', beside the readers' own
agreement."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import mean, pstdev

from coldread.cli.evaluating.labels import QUESTIONS, Label, kappa, rank_correlation, weighted_kappa
from coldread.scanner.judge.answers.questions import question_of
from coldread.scanner.judge.report import Report

#: resamples of the bootstrap, and its seed, so that the interval is reproducible
DRAWS, SEED = 2000, 7
#: the readers' classes of problems, and the questions of our findings about them
CLASSES = {
    "what": ("what",),
    "for_me": ("for_me",),
    "believe": ("why",),
    "press": ("press",),
    "cost": ("cost",),
    "read": ("read", "hygiene"),
    "broken": ("read", "press"),
    "care": ("care",),
}
SILENT = "no_answer"


@dataclass(frozen=True, kw_only=True)
class Opinion:
    """An engine's opinion of one page, beside the page's readers; None for what it does not judge."""

    page: str
    readers: tuple[Label, ...]
    answers: dict[str, str] = field(default_factory=dict)
    score: int | None = None
    #: the questions of its first findings; None: it lists none
    first: frozenset[str] | None = None

    @property
    def wanted(self) -> float:
        return mean(label.score for label in self.readers)

    @property
    def got(self) -> int:
        return self.score if self.score is not None else 0

    def answer(self, question: str) -> str:
        return self.answers.get(question, SILENT)


def by_rules(page: str, report: Report, readers: Iterable[Label]) -> Opinion:
    return Opinion(
        page=page,
        readers=tuple(readers),
        answers={row.question.value: row.answer.value for row in report.answers},
        score=report.scores.overall,
        first=frozenset(question_of(item.id).value for item in report.top),
    )


def interval(pages: Sequence[Opinion], figure: Callable[[Sequence[Opinion]], float]) -> tuple[float, float]:
    """The 95% interval from resampled pages."""
    draw = random.Random(SEED)  # noqa: S311 the same pages again, no secret
    drawn = sorted(figure([draw.choice(pages) for _ in pages]) for _ in range(DRAWS))
    return drawn[int(0.025 * DRAWS)], drawn[int(0.975 * DRAWS)]


def rho(pages: Sequence[Opinion]) -> float:
    return rank_correlation([page.got for page in pages], [page.wanted for page in pages])


def mean_score_error(pages: Sequence[Opinion]) -> float:
    return mean(abs(page.got - page.wanted) for page in pages)


def table(pages: Sequence[Opinion]) -> list[str]:
    """Markdown. Rows that the engine does not judge are left out."""
    lines = ["| measure | figure | readers among themselves |", "|---|---|---|"]
    if all(page.score is not None for page in pages):
        lines += _score_lines(pages)
    lines += [_answer_row(pages, question) for question in QUESTIONS.values()]
    if all(page.first is not None for page in pages):
        lines += [_joined_values(pages, name) for name in CLASSES]
    return lines


def _score_lines(pages: Sequence[Opinion]) -> list[str]:
    first = [page.readers[0].score for page in pages]
    second = [page.readers[1].score for page in pages]
    between = mean(abs(a - b) for a, b in zip(first, second, strict=True))
    (low, high), (near, far) = interval(pages, rho), interval(pages, mean_score_error)
    return [
        f"| rank correlation of `overall` with the readers' mean, {len(pages)} pages | {rho(pages):.2f} ({low:.2f} to {high:.2f}) "
        f"| {rank_correlation(first, second):.2f} |",
        f"| mean absolute error | {mean_score_error(pages):.1f} ({near:.1f} to {far:.1f}) | {between:.1f} apart |",
        f"| spread (standard deviation); mean | {pstdev(page.got for page in pages):.1f}; {mean(page.got for page in pages):.0f} "
        f"| {pstdev(page.wanted for page in pages):.1f}; {mean(page.wanted for page in pages):.0f} |",
    ]


def _answer_row(pages: Sequence[Opinion], question: str) -> str:
    engine = [page.answer(question) for page in pages]
    first_reader = [page.readers[0].answers[question] for page in pages]
    second_reader = [page.readers[1].answers[question] for page in pages]
    either = mean(a in (b, c) for a, b, c in zip(engine, first_reader, second_reader, strict=True))
    agreed = [(a, b) for a, b, c in zip(engine, first_reader, second_reader, strict=True) if b == c]
    same = mean(a == b for a, b in agreed) if agreed else 0.0
    beside = [weighted_kappa(engine, readers) for readers in (first_reader, second_reader)]
    weighed = [value for value in beside if value is not None]
    ordered = f"{mean(weighed):.2f}" if weighed else "none"
    among = weighted_kappa(first_reader, second_reader)
    unsure = mean(a in ("could_not_tell", SILENT) for a in engine)
    return (
        f"| answer to *{question}*: as one of the readers; as both where they agree; could not tell; weighted kappa "
        f"| {either:.2f}; {same:.2f} of {len(agreed)}; {unsure:.2f}; {ordered} "
        f"| same {mean(b == c for b, c in zip(first_reader, second_reader, strict=True)):.2f}, kappa {kappa(first_reader, second_reader):.2f}, "
        f"weighted {'none' if among is None else f'{among:.2f}'} |"
    )


def _joined_values(pages: Sequence[Opinion], name: str) -> str:
    """Whether both mention a class at all. Whether they mean the same problem only a person can decide."""
    wanted: list[bool] = []
    spared: list[bool] = []
    for page in pages:
        mentions = [any(problem["class"] == name for problem in label.problems) for label in page.readers]
        engine_mentions = bool((page.first or frozenset()) & set(CLASSES[name]))
        if all(mentions):
            wanted.append(engine_mentions)
        elif not any(mentions):
            spared.append(engine_mentions)
    return (
        f"| both readers list a problem of class *{name}*, and a first finding is about it; nobody does, and one is "
        f"| {sum(wanted)} of {len(wanted)}; {sum(spared)} of {len(spared)} | |"
    )
