"""Asking a model to read a page, once; what it said, with the prefix by which it named blocks."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from coldread.llm.gate import Purpose
from coldread.llm.model import Model
from coldread.llm.unusable import UnusableAnswer
from coldread.reader.material import Material, material_of, new_prefix, prompt_for
from coldread.reader.reading import Validator
from coldread.reader.shape import PageReading
from coldread.reader.tiles import Shown, shown_pictures
from coldread.scanner.judge.report import Report
from coldread.scanner.page.page import Page

MAX_TOKENS = 5_000


@dataclasses.dataclass(frozen=True, kw_only=True)
class Said:
    """Unproven words."""

    said: PageReading
    prefix: str
    #: what the model was shown: none where its endpoint takes no pictures
    shown: tuple[Shown, ...]
    served_by: str


async def ask_reader(
    model: Model,
    material: Material,
    shown: Sequence[Shown],
    *,
    deadline_s: float,
    purpose: Purpose = Purpose.FREE,
) -> Said:
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
        return Said(said=answered.value, prefix=prefix, shown=pictures, served_by=answered.served_by)
    raise AssertionError("the last try returns or raises")


async def read_record(
    model: Model, report: Report, pictures: Mapping[str, bytes], *, deadline_s: float
) -> dict[str, Any]:
    """A reading without a service, and nothing stored; raises UnusableAnswer."""
    material = material_of(report, Page(report.seen, report.brief))
    answered = await ask_reader(model, material, shown_pictures(pictures), deadline_s=deadline_s)
    kept = Validator(material, answered.shown, answered.prefix).kept(answered.said)
    return {"model": answered.served_by, **kept.to_json()}
