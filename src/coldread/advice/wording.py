"""A model words what the rules decided, and answers where they decided nothing: it never adds a fact, and is never surer than even."""

from __future__ import annotations

import json
import re
from typing import Annotated

from pydantic import BaseModel, Field, StringConstraints

from coldread.advice.requests import AuditRequest, QuickFixRequest
from coldread.advice.shapes import Audit, AuditFinding, QuickFix
from coldread.base.languages import Language, english_name
from coldread.llm.gate import Purpose
from coldread.llm.grounds import Grounds
from coldread.llm.model import Model
from coldread.llm.prompt import fenced, prompt
from coldread.scanner.page.dictionary import is_ordinary

#: output budgets; an audit may say five times as much
QUICK_FIX_TOKENS = 400
AUDIT_TOKENS = 5 * QUICK_FIX_TOKENS
#: both are paid for by somebody who waits; the rules answer when the model does not
QUICK_FIX_DEADLINE_S = 8.0
AUDIT_DEADLINE_S = 20.0

#: of the rules where they propose nothing, and of a model that answers in their place
HUMBLE, OWN_CONFIDENCE = 0.3, 0.5

_BRACKETS = re.compile(r"\[[^\]]{0,200}\]")

Line = Annotated[str, StringConstraints(min_length=3, max_length=160)]
Passage = Annotated[str, StringConstraints(min_length=10, max_length=700)]
Copy = Annotated[str, StringConstraints(min_length=2, max_length=600)]


class WordedFix(BaseModel):
    """What the model is asked for."""

    diagnosis: Passage
    rewrite: Copy
    rationale: Passage


class WordedFinding(BaseModel):
    rank: Annotated[int, Field(ge=1, le=5)]
    title: Line
    why: Passage
    fix: Passage


class WordedAudit(BaseModel):
    """What the model is asked for."""

    executive_summary: Annotated[str, StringConstraints(min_length=40, max_length=1200)]
    findings: Annotated[list[WordedFinding], Field(min_length=5, max_length=5)]


async def worded_fix(model: Model, body: QuickFixRequest, draft: QuickFix, lang: Language) -> QuickFix:
    """The draft in the model's words, or its own answer where the rules propose nothing; the draft itself where the model
    fails or adds to the facts."""
    told = json.dumps(body.model_dump(), ensure_ascii=False)
    drafted = draft.model_dump_json(include={"diagnosis", "rewrite", "rationale"})
    material = f"Complaint:\n{fenced(told, 4500)}\n\nDraft:\n{fenced(drafted, 6000)}"
    asked = prompt("quick_fix", material, language=english_name(lang))
    said = await model.answer(
        asked, WordedFix, deadline_s=QUICK_FIX_DEADLINE_S, max_tokens=QUICK_FIX_TOKENS, purpose=Purpose.PAID
    )
    if said is None or not _grounded(model, lang, [body.problem, drafted], list(said.model_dump().values())):
        return draft
    sure = OWN_CONFIDENCE if draft.confidence <= HUMBLE else draft.confidence
    return draft.model_copy(update={**said.model_dump(), "confidence": sure, "engine": model.name})


async def worded_audit(model: Model, body: AuditRequest, draft: Audit, lang: Language) -> Audit:
    """The five findings in the model's words; their order, priorities and confidence stay the rules'."""
    told = json.dumps(body.model_dump(mode="json"), ensure_ascii=False)
    drafted = draft.model_dump_json(exclude={"engine", "confidence"})
    material = f"Brief:\n{fenced(told, 3000)}\n\nDraft:\n{fenced(drafted, 9000)}"
    asked = prompt("audit", material, language=english_name(lang))
    said = await model.answer(
        asked, WordedAudit, deadline_s=AUDIT_DEADLINE_S, max_tokens=AUDIT_TOKENS, purpose=Purpose.PAID
    )
    if said is None:
        return draft
    new = [said.executive_summary, *(text for one in said.findings for text in (one.title, one.why, one.fix))]
    if sorted(one.rank for one in said.findings) != [1, 2, 3, 4, 5]:
        model.count("dropped-unknown-id")
        return draft
    if not _grounded(model, lang, [body.audience, drafted], new):
        return draft
    by_rank = {one.rank: one for one in said.findings}
    findings = [_reworded(one, by_rank[one.rank]) for one in draft.findings]
    return draft.model_copy(
        update={
            "executive_summary": said.executive_summary,
            "findings": findings,
            "engine": model.name,
        }
    )


def _reworded(finding: AuditFinding, words: WordedFinding) -> AuditFinding:
    return finding.model_copy(update=words.model_dump(include={"title", "why", "fix"}))


def _grounded(model: Model, lang: Language, said_before: list[str], said_now: list[str]) -> bool:
    """Nothing in it that nobody told: one objection, and the rules speak instead."""
    grounds = Grounds(*said_before, languages=(lang,), is_word=is_ordinary)
    for text in said_now:
        reason = grounds.objection(_BRACKETS.sub(" … ", text), proposes=True)
        if reason:
            model.count(f"dropped-{reason}")
            return False
    return True
