"""A model's wording for findings about words; what it adds to the facts is dropped and counted, and nothing waits for it long."""

from __future__ import annotations

import dataclasses
import json
from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pydantic import BaseModel, Field

from coldread.base.languages import english_name
from coldread.llm.grounds import Grounds
from coldread.llm.model import Model
from coldread.llm.prompt import fenced, prompt

if TYPE_CHECKING:
    from coldread.drafts.case import Case

DEADLINE_S = 45.0
MAX_TOKENS = 2000
LONGEST = 300
#: of the page's words: more than a person reads
MOST_TEXT = 200_000
#: findings whose cure is a sentence
ABOUT_WORDS = (
    "clarity.h1-missing",
    "clarity.h1-vague",
    "clarity.h1-long",
    "clarity.subhead-missing",
    "clarity.audience-absent",
    "cta.generic-label",
    "cta.goal-mismatch",
    "seo.title",
    "seo.meta-description",
)


class Rewrite(BaseModel):
    finding_id: str
    text: str


class Rewrites(BaseModel):
    """What the model is asked for."""

    rewrites: list[Rewrite] = Field(max_length=20)


@dataclasses.dataclass(frozen=True, kw_only=True)
class WordingMaterial:
    """What a model is told."""

    #: JSON: the findings whose cure is a sentence
    findings: str
    ids: tuple[str, ...]
    asked_for: str
    #: the page's words
    text: str
    language: str


def material_of(case: Case) -> WordingMaterial | None:
    """None where there is nothing to word."""
    if case.report is None or case.page is None:
        return None
    asked = [item for item in case.report.findings if item.id in ABOUT_WORDS]
    if not asked:
        return None
    page = case.page
    told = [{"id": item.id, "title": item.title, "fix": item.fix.summary} for item in asked]
    return WordingMaterial(
        findings=json.dumps(told, ensure_ascii=False),
        ids=tuple(item.id for item in asked),
        asked_for=f"{case.assignment.goal}\n{case.assignment.audience}",
        text=f"{page.title}\n{page.dom.body.text}"[:MOST_TEXT],
        language=page.language or "",
    )


async def rewrites(model: Model, told: WordingMaterial) -> Mapping[str, str]:
    """Finding id to new words; empty whenever the model fails."""
    said = await model.answer(
        prompt(
            "draft_wording",
            f"Findings:\n{fenced(told.findings, 6000)}\n\nGoal and audience:\n{fenced(told.asked_for)}\n\nPage:\n{fenced(told.text, 6000)}",
            language=english_name(told.language),
        ),
        Rewrites,
        deadline_s=DEADLINE_S,
        max_tokens=MAX_TOKENS,
    )
    if said is None:
        return {}
    return _grounded(model, said, set(told.ids), Grounds(told.text, told.asked_for))


def _grounded(model: Model, said: Rewrites, ids: set[str], grounds: Grounds) -> dict[str, str]:
    kept: dict[str, str] = {}
    dropped: Counter[str] = Counter()
    for one in said.rewrites:
        text = " ".join(one.text.split())
        if one.finding_id not in ids:
            dropped["unknown-id"] += 1
        elif not 3 <= len(text) <= LONGEST:
            dropped["length"] += 1
        elif reason := grounds.objection(text):
            dropped[reason] += 1
        else:
            kept.setdefault(one.finding_id, text)
    for reason, times in dropped.items():
        model.count(f"dropped-{reason}", times)
    return kept
