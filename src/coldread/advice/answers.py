"""The two things that are sold here: `quick_fix` and `audit`. A model words them where one is configured, else rules do."""

from __future__ import annotations

from typing import Any

from coldread.advice.audit import audited
from coldread.advice.quick_fix import fixed
from coldread.advice.requests import AuditRequest, QuickFixRequest
from coldread.services import Services


async def quick_fix(services: Services, body: QuickFixRequest) -> dict[str, Any]:
    """One diagnosis, rewrite and rationale for one element; nothing is fetched."""
    return fixed(body, services.clock.now()).model_dump()


async def audit(services: Services, body: AuditRequest) -> dict[str, Any]:
    """Five ranked findings with a summary; nothing is fetched."""
    return audited(body).model_dump()
