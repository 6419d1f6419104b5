"""The two things that are sold here: `quick_fix` and `audit`. Rules decide; a configured model may word the answer."""

from __future__ import annotations

from typing import Any

from coldread.advice.requests import AuditRequest, QuickFixRequest
from coldread.advice.shapes import Audit, QuickFix
from coldread.advice.wording import worded_audit, worded_fix
from coldread.base.languages import Language
from coldread.isolation.limits import ADVICE
from coldread.services import Services


async def quick_fix(services: Services, body: QuickFixRequest) -> dict[str, Any]:
    """One diagnosis, rewrite and rationale for one element; nothing is fetched."""
    asked = {"body": body.model_dump(mode="json"), "now": services.clock.now()}
    made = await services.bench.run(ADVICE, "advice.quick_fix", asked)
    answer = QuickFix.model_validate(made["answer"])
    if services.model is not None:
        answer = await worded_fix(services.model, body, answer, Language(made["lang"]))
    return answer.model_dump()


async def audit(services: Services, body: AuditRequest) -> dict[str, Any]:
    """Five ranked findings with a summary; nothing is fetched."""
    made = await services.bench.run(ADVICE, "advice.audit", {"body": body.model_dump(mode="json")})
    answer = Audit.model_validate(made["answer"])
    if services.model is not None:
        answer = await worded_audit(services.model, body, answer, Language(made["lang"]))
    return answer.model_dump()
