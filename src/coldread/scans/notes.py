"""`model_notes` of a scan: a model comments on what was found; whatever it adds to the facts is dropped and counted."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, Field

from coldread.base.languages import english_name
from coldread.llm.grounds import Grounds
from coldread.llm.model import Model
from coldread.llm.prompt import Prompt, fenced, prompt
from coldread.scanner.judge.finding import Finding

if TYPE_CHECKING:
    from coldread.scanner.judge.report import Report

MAX_TOKENS = 700
MOST_NOTES, MOST_REWRITES = 5, 3
LONGEST = 200


class Note(BaseModel):
    finding_id: str
    comment: str


class Rewrite(BaseModel):
    finding_id: str
    text: str


class Notes(BaseModel):
    """What the model is asked for."""

    notes: list[Note] = Field(max_length=12)
    rewrites: list[Rewrite] = Field(max_length=12)


async def model_notes(model: Model | None, report: Report, page: str, *, deadline_s: float) -> dict[str, Any]:
    """As the contract shapes them; without a model, and whenever it fails, the ones without comments.

    `page` is the text of the page.
    """
    plain = report.model_notes()
    if model is None or not report.top:
        return plain
    said = await model.answer(_prompt(report, page), Notes, deadline_s=deadline_s, max_tokens=MAX_TOKENS)
    if said is None:
        return plain
    dropped: Counter[str] = Counter()
    grounds = Grounds(page, report.brief.audience, *(_told(item) for item in report.findings))
    ids = {item.id for item in report.findings}
    notes = [(note.finding_id, note.comment) for note in said.notes]
    rewrites = [(rewrite.finding_id, rewrite.text) for rewrite in said.rewrites]
    kept_notes = grounded_notes(notes, ids, grounds, dropped)[:MOST_NOTES]
    kept_rewrites = grounded_notes(rewrites, ids, grounds, dropped)[:MOST_REWRITES]
    for reason, times in dropped.items():
        model.count(f"dropped-{reason}", times)
    return {
        **plain,
        "engine": model.name,
        "notes": [{"finding_id": name, "comment": text} for name, text in kept_notes],
        "rewrites": [{"finding_id": name, "text": text} for name, text in kept_rewrites],
        "dropped": dict(dropped),
    }


def grounded_notes(
    said: Iterable[tuple[str, str]], ids: set[str], grounds: Grounds, dropped: Counter[str]
) -> list[tuple[str, str]]:
    """What may be repeated: one sentence a finding, about a finding that is there, with nothing new in it."""
    good: dict[str, str] = {}
    for name, words in said:
        text = " ".join(words.split())
        reason = _fault(name, text, ids, good) or grounds.objection(text)
        if reason:
            dropped[reason] += 1
        else:
            good[name] = text
    return list(good.items())


def _fault(name: str, text: str, ids: set[str], before: dict[str, str]) -> str | None:
    if name not in ids:
        return "unknown-id"
    if name in before:
        return "said-twice"
    return None if 3 <= len(text) <= LONGEST else "length"


def _prompt(report: Report, page: str) -> Prompt:
    """Everything is fenced: findings quote the page too."""
    findings = [
        {"id": item.id, "severity": item.severity.value, "title": item.title, "fix": item.fix.summary}
        for item in report.findings[:12]
    ]
    brief = report.brief
    told = json.dumps({"goal": brief.goal, "findings": findings}, ensure_ascii=False)
    outside = f"{brief.audience}\n{page}"
    material = f"Goal and findings:\n{fenced(told, 8000)}\n\nAudience and page:\n{fenced(outside)}"
    return prompt("scan_notes", material, language=english_name(brief.lang))


def _told(finding: Finding) -> str:
    return f"{finding.title} {finding.why} {finding.fix.summary}"
