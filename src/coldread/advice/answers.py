"""The two things that are sold here: `quick_fix` and `audit`. Rules decide; a configured model may word the answer."""

from __future__ import annotations

import asyncio
from typing import Any

from coldread.advice.audit import audited, language_of_audit
from coldread.advice.quick_fix import fixed, reading_of
from coldread.advice.requests import AuditRequest, QuickFixRequest
from coldread.advice.wording import worded_audit, worded_fix
from coldread.services import Services


async def quick_fix(services: Services, body: QuickFixRequest) -> dict[str, Any]:
    """One diagnosis, rewrite and rationale for one element; nothing is fetched."""
    now = services.clock.now()
    answer = await asyncio.to_thread(fixed, body, now)  # the first one compiles the lexicons: half a second
    if services.model is not None:
        answer = await worded_fix(services.model, body, answer, reading_of(body, now).lang)
    return answer.model_dump()


async def audit(services: Services, body: AuditRequest) -> dict[str, Any]:
    """Five ranked findings with a summary; nothing is fetched."""
    answer = await asyncio.to_thread(audited, body)
    if services.model is not None:
        answer = await worded_audit(services.model, body, answer, language_of_audit(body))
    return answer.model_dump()
