"""Asking a model to read a page, once or up to three times with the same request."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from coldread.llm.errors import UnusableAnswer
from coldread.llm.gate import Purpose
from coldread.llm.model import Model
from coldread.reader.material import Material, material_of, new_prefix, prompt_for
from coldread.reader.reading import Validator
from coldread.reader.shape import PageReading
from coldread.reader.tiles import ShownPicture, shown_pictures
from coldread.scanner.judge.report import Report
from coldread.scanner.page.page import Page

MAX_TOKENS = 5_000
#: points by which two readings of a page may differ before a third decides
APART = 8


@dataclasses.dataclass(frozen=True, kw_only=True)
class ModelAnswer:
    """The model's answer, not validated yet, and the prefix of its block ids."""

    reading: PageReading
    prefix: str
    #: the pictures that the model got; none if its endpoint takes no pictures
    pictures: tuple[ShownPicture, ...]
    served_by: str
    #: points of every request, if there was more than one
    points_of: tuple[int, ...] = ()


async def ask_until_stable(
    model: Model, material: Material, pictures: Sequence[ShownPicture], *, deadline_s: float, times: int
) -> ModelAnswer:
    """Ask up to `times`: always twice if allowed, a third time only if the points differ much. Returns the answer with the median points. Raises
    UnusableAnswer if there is none."""
    answers = [await ask_reader(model, material, pictures, deadline_s=deadline_s)]
    while len(answers) < times and (len(answers) == 1 or _spread_of_points(answers) > APART):
        try:
            answers.append(await ask_reader(model, material, pictures, deadline_s=deadline_s))
        except UnusableAnswer:
            break  # one reading is better than none
    points = [answer.reading.points for answer in answers]
    if len(answers) == 1:
        return answers[0]
    return dataclasses.replace(answers[median_index(points)], points_of=tuple(points))


def median_index(points: Sequence[int]) -> int:
    """Which of several equal requests counts: the first if they agree, else the one with the median of the points."""
    if max(points) - min(points) <= APART:
        return 0
    return sorted(range(len(points)), key=points.__getitem__)[(len(points) - 1) // 2]


def _spread_of_points(answers: Sequence[ModelAnswer]) -> int:
    points = [answer.reading.points for answer in answers]
    return max(points) - min(points)


async def ask_reader(
    model: Model,
    material: Material,
    pictures: Sequence[ShownPicture],
    *,
    deadline_s: float,
    purpose: Purpose = Purpose.FREE,
) -> ModelAnswer:
    """Raises UnusableAnswer. If an endpoint refuses pictures, it is asked again without."""
    prefix = new_prefix(material)
    tries = [tuple(pictures), ()] if pictures else [()]
    for number, sent in enumerate(tries):
        try:
            answered = await model.ask_named(
                prompt_for(material, sent, prefix),
                PageReading,
                deadline_s=deadline_s,
                max_tokens=MAX_TOKENS,
                purpose=purpose,
            )
        except UnusableAnswer as error:
            if error.reason == "refused" and number + 1 < len(tries):
                continue
            raise
        return ModelAnswer(reading=answered.value, prefix=prefix, pictures=sent, served_by=answered.served_by)
    raise AssertionError("the last try returns or raises")


async def read_record(
    model: Model, report: Report, pictures: Mapping[str, bytes], *, deadline_s: float, times: int = 1
) -> dict[str, Any]:
    """A reading outside the service, with nothing stored; raises UnusableAnswer."""
    material = material_of(report, Page(report.seen, report.brief))
    tiles = shown_pictures(pictures)
    answered = await ask_until_stable(model, material, tiles, deadline_s=deadline_s, times=times)
    reading = Validator(material, answered.pictures, answered.prefix).accepted(answered.reading)
    return {"model": answered.served_by, **reading.to_json(), **points_asked(answered)}


def points_asked(answered: ModelAnswer) -> dict[str, list[int]]:
    """For `model_notes`: empty if the page was read once."""
    return (
        {"points_of": [min(100, max(0, points)) for points in answered.points_of]}
        if answered.points_of
        else {}
    )
