"""Scores of pages by weights that never saw them: the pages are split into parts, each judged by what the others taught.

Every page has another owner, so parts of pages are parts of owners.
"""

from __future__ import annotations

import dataclasses
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from bench.judgement.fit import FOLDS, fit, in_use, use
from bench.judgement.judged import Judged
from bench.judgement.pages import LabelledPage
from bench.judgement.records import judged
from bench.judgement.weigh import OUTCOMES, Case, trained
from coldread.cli.evaluating.labels import Label
from coldread.scanner.judge.answers.answers import traits_by_question
from coldread.scanner.judge.answers.questions import Question
from coldread.scanner.judge.answers.traits import SIGNS
from coldread.scanner.judge.answers.weigh_traits import Model, models
from coldread.scanner.judge.scoring.score import compute_scores
from coldread.scanner.page.observations import Observations
from coldread.scanner.page.page import Page
from coldread.scanner.reading.read import reading_of

Told = Mapping[str, Sequence[Label]]


def cases(pages: Sequence[LabelledPage], records: Path, told: Told) -> dict[Question, list[Case]]:
    """By question, in the order of the pages."""
    found: dict[Question, list[Case]] = {name: [] for name in SIGNS}
    for page in pages:
        seen = Observations.from_json(zlib.decompress((records / f"{page.id}.z").read_bytes()))
        read = Page(seen, page.brief)
        for question, counted in traits_by_question(read, reading_of(read)).items():
            answers = [label.answers[question.value] for label in told[page.id]]
            places = tuple(OUTCOMES.index(answer) for answer in answers if answer in OUTCOMES)
            found[question].append(Case(page=page.id, counted=counted, told=places))
    return found


@contextmanager
def weighed_by(table: Mapping[str, Model]) -> Iterator[None]:
    """Answers by these weights in place of those in use."""
    using = models()
    before = dict(using)
    using.update(table)
    try:
        yield
    finally:
        using.update(before)


def answered_by_others(pages: Sequence[LabelledPage], records: Path, told: Told) -> list[Judged]:
    """Each page with answers, and findings that follow from them, by weights trained without its part."""
    every = cases(pages, records, told)
    found: dict[str, Judged] = {}
    for fold in range(FOLDS):
        table = {
            name.value: trained([row for at, row in enumerate(rows) if at % FOLDS != fold and row.told], name)
            for name, rows in every.items()
        }
        with weighed_by(table):
            for page in pages[fold::FOLDS]:
                report = judged(records / f"{page.id}.z", page.brief)
                found[page.id] = Judged(page=page.id, report=report, readers=tuple(told[page.id]))
    return [found[page.id] for page in pages]


def judged_by_others(pages: Sequence[LabelledPage], records: Path, told: Told) -> list[Judged]:
    """The same, and scored by weights fitted without its part."""
    held = answered_by_others(pages, records, told)
    begun = in_use()
    found: dict[str, Judged] = {}
    for fold in range(FOLDS):
        fit([page for at, page in enumerate(held) if at % FOLDS != fold])
        for page in held[fold::FOLDS]:
            report = page.report
            again = compute_scores(report.findings, report.basis, report.brief.goal)
            found[page.page] = dataclasses.replace(page, report=dataclasses.replace(report, scores=again))
    use(begun)
    return [found[page.page] for page in held]
