"""The engines that can be held against readers: our rules, and whatever model is configured."""

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
    """A page with what its readers said, and where its record lies."""

    id: str
    brief: Brief
    record: Path
    readers: tuple[Label, ...]

    def report(self) -> Report:
        return review(Observations.from_json(zlib.decompress(self.record.read_bytes())), self.brief)


def labelled(folder: Path, records: Path, splits: Sequence[str]) -> Iterator[Labelled]:
    """Pages of `folder` (pages.json, labels/) that at least two readers judged and of which there is a record."""
    told = labels(folder / "labels")
    for row in json.loads((folder / "pages.json").read_text("utf-8")):
        record, readers = records / f"{row['id']}.z", told.get(row["id"], [])
        if row["split"] in splits and record.exists() and len(readers) > 1:
            brief = Brief(goal=PrimaryGoal(row["goal"]), lang=Language(row["language"]))
            yield Labelled(id=row["id"], brief=brief, record=record, readers=tuple(readers))


def rules_opinion(page: Labelled) -> Opinion:
    return by_rules(page.id, page.report(), page.readers)


async def reading_of(model: Model, page: Labelled) -> dict[str, Any] | None:
    """Held to the page as in the service; the model sees the pictures that lie beside the record. None: it gave nothing."""
    pictures = {one.name: one.read_bytes() for one in page.record.parent.glob(f"{page.id}/*.jpg")}
    try:
        return await read_record(model, page.report(), pictures, deadline_s=PATIENCE_S)
    except UnusableAnswer:
        return None


def model_opinion(page: Labelled, reading: Mapping[str, Any] | None) -> Opinion:
    """Its answers and points."""
    said = reading or {"answers": [], "points": None}
    answers = {row["question"]: row["answer"] for row in said["answers"]}
    return Opinion(page=page.id, readers=page.readers, answers=answers, score=said["points"])
