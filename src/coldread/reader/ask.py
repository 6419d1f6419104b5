"""Asking a model to read a page: once, or up to three times by the same request; what it said, with the prefix by which it named blocks."""

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
#: points by which two readings of the same page may differ before a third one decides
APART = 8


@dataclasses.dataclass(frozen=True, kw_only=True)
class ModelAnswer:
    """Unproven words."""

    said: PageReading
    prefix: str
    #: what the model was shown: none where its endpoint takes no pictures
    shown: tuple[ShownPicture, ...]
    served_by: str
    #: points of every request, where there was more than one
    points_of: tuple[int, ...] = ()


async def ask_until_stable(
    model: Model, material: Material, shown: Sequence[ShownPicture], *, deadline_s: float, times: int
) -> ModelAnswer:
    """At most so often; of readings whose points are far apart the whole one in the middle. Raises UnusableAnswer where none came."""
    said = [await ask_reader(model, material, shown, deadline_s=deadline_s)]
    while len(said) < times and (len(said) == 1 or _apart(said) > APART):
        try:
            said.append(await ask_reader(model, material, shown, deadline_s=deadline_s))
        except UnusableAnswer:
            break  # one reading is worth more than none
    points = [one.said.points for one in said]
    if len(said) == 1:
        return said[0]
    return dataclasses.replace(said[in_the_middle(points)], points_of=tuple(points))


def in_the_middle(points: Sequence[int]) -> int:
    """Which of several equal requests is taken: the first where they agree, else the one with the median of the points."""
    if max(points) - min(points) <= APART:
        return 0
    return sorted(range(len(points)), key=points.__getitem__)[(len(points) - 1) // 2]


def _apart(said: Sequence[ModelAnswer]) -> int:
    points = [one.said.points for one in said]
    return max(points) - min(points)


async def ask_reader(
    model: Model,
    material: Material,
    shown: Sequence[ShownPicture],
    *,
    deadline_s: float,
    purpose: Purpose = Purpose.FREE,
) -> ModelAnswer:
    """Raises UnusableAnswer. An endpoint that takes no pictures refuses them: then it is asked again without."""
    prefix = new_prefix(material)
    tries = [tuple(shown), ()] if shown else [()]
    for number, pictures in enumerate(tries):
        try:
            answered = await model.ask_named(
                prompt_for(material, pictures, prefix),
                PageReading,
                deadline_s=deadline_s,
                max_tokens=MAX_TOKENS,
                purpose=purpose,
            )
        except UnusableAnswer as error:
            if error.reason == "refused" and number + 1 < len(tries):
                continue
            raise
        return ModelAnswer(said=answered.value, prefix=prefix, shown=pictures, served_by=answered.served_by)
    raise AssertionError("the last try returns or raises")


async def read_record(
    model: Model, report: Report, pictures: Mapping[str, bytes], *, deadline_s: float, times: int = 1
) -> dict[str, Any]:
    """A reading without a service, and nothing stored; raises UnusableAnswer."""
    material = material_of(report, Page(report.seen, report.brief))
    shown = shown_pictures(pictures)
    answered = await ask_until_stable(model, material, shown, deadline_s=deadline_s, times=times)
    kept = Validator(material, answered.shown, answered.prefix).kept(answered.said)
    return {"model": answered.served_by, **kept.to_json(), **points_asked(answered)}


def points_asked(answered: ModelAnswer) -> dict[str, list[int]]:
    """For `model_notes`: nothing where the page was read once."""
    return {"points_of": [min(100, max(0, one)) for one in answered.points_of]} if answered.points_of else {}
