"""The two things that are sold here: `quick_fix` and `audit`. Rules decide; a configured model may word the answer."""

from __future__ import annotations

import asyncio
import base64
from typing import Any

from coldread.advice.requests import AuditRequest, QuickFixRequest
from coldread.advice.shapes import Audit, QuickFix
from coldread.advice.wording import worded_audit, worded_fix
from coldread.base.languages import Language
from coldread.isolation.errors import CutOff
from coldread.isolation.limits import ADVICE, REPORTS
from coldread.scans.recent import recent_page
from coldread.services import Services

#: for a page that is read again; whoever paid waits, and the rules can answer without it
LONGEST_S = 12.0


async def quick_fix(services: Services, body: QuickFixRequest) -> dict[str, Any]:
    """One diagnosis, rewrite and rationale for one element: from the page where it was scanned lately, else from the words.
    Nothing is fetched."""
    asked = {"body": body.model_dump(mode="json"), "now": services.clock.now()}
    made = await _on_page(services, body, asked) or await services.bench.run(
        ADVICE, "advice.quick_fix", asked
    )
    answer = QuickFix.model_validate(made["answer"])
    if services.model is not None:
        answer = await worded_fix(services.model, body, answer, Language(made["lang"]))
    return answer.model_dump()


async def _on_page(services: Services, body: QuickFixRequest, asked: dict[str, Any]) -> dict[str, Any] | None:
    """From a stored scan; None where there is none, or its page costs too much."""
    page = await services.db.read(recent_page, services.contents, str(body.url))
    if page is None:
        return None
    told = {
        "record": base64.b64encode(page.record).decode(),
        "seen_at": page.seen_at,
        "goal": page.goal,
        "audience": page.audience,
    }
    try:
        async with asyncio.timeout(LONGEST_S):
            made: dict[str, Any] = await services.bench.run(
                REPORTS, "advice.quick_fix_on_page", {**asked, **told}
            )
    except (CutOff, TimeoutError):
        return None
    return made


async def audit(services: Services, body: AuditRequest) -> dict[str, Any]:
    """Five ranked findings with a summary; nothing is fetched."""
    made = await services.bench.run(ADVICE, "advice.audit", {"body": body.model_dump(mode="json")})
    answer = Audit.model_validate(made["answer"])
    if services.model is not None:
        answer = await worded_audit(services.model, body, answer, Language(made["lang"]))
    return answer.model_dump()
