"""The engines that can be compared with readers: our rules, and the configured model."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from coldread.base.languages import Language
from coldread.cli.evaluating.labels import Label, labels
from coldread.cli.evaluating.measure import Opinion, by_rules
from coldread.llm.errors import UnusableAnswer
from coldread.llm.model import Model
from coldread.reader.ask import read_record
from coldread.scanner.brief import Brief
from coldread.scanner.engine import review
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.judge.report import Report
from coldread.scanner.page.observations import Observations

#: seconds that a model has for one page
PATIENCE_S = 120.0


@dataclass(frozen=True, kw_only=True)
class Labelled:
    """A page with the labels of its readers, and the path of its record."""

    id: str
    brief: Brief
    record: Path
    readers: tuple[Label, ...]

    def report(self) -> Report:
        return review(Observations.from_json(zlib.decompress(self.record.read_bytes())), self.brief)


def labelled_pages(folder: Path, records: Path, splits: Sequence[str]) -> Iterator[Labelled]:
    """Pages of `folder` (pages.json, labels/) with at least two readers and a record."""
    labels_of = labels(folder / "labels")
    for row in json.loads((folder / "pages.json").read_text("utf-8")):
        record, readers = records / f"{row['id']}.z", labels_of.get(row["id"], [])
        if row["split"] in splits and record.exists() and len(readers) > 1:
            brief = Brief(goal=PrimaryGoal(row["goal"]), lang=Language(row["language"]))
            yield Labelled(id=row["id"], brief=brief, record=record, readers=tuple(readers))


def rules_opinion(page: Labelled) -> Opinion:
    return by_rules(page.id, page.report(), page.readers)


async def reading_of(model: Model, page: Labelled) -> dict[str, Any] | None:
    """A validated reading, as in the service; the pictures beside the record go to the model. None: it gave no answer."""
    pictures = {picture.name: picture.read_bytes() for picture in page.record.parent.glob(f"{page.id}/*.jpg")}
    try:
        return await read_record(model, page.report(), pictures, deadline_s=PATIENCE_S)
    except UnusableAnswer:
        return None


def model_opinion(page: Labelled, reading: Mapping[str, Any] | None) -> Opinion:
    """The model's answers and points."""
    answer = reading or {"answers": [], "points": None}
    answers = {row["question"]: row["answer"] for row in answer["answers"]}
    return Opinion(page=page.id, readers=page.readers, answers=answers, score=answer["points"])
