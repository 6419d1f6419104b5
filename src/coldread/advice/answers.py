"""The two things that are sold here: `quick_fix` and `audit`. A model answers, and only the valid parts of its answer are sold."""

from __future__ import annotations

import asyncio
from typing import Any, TypeVar

from pydantic import BaseModel

from coldread.advice.accepted_answer import LONGEST, MOST_FINDINGS
from coldread.advice.model_shapes import SaidAudit, SaidFix, clipped
from coldread.advice.prompt_material import AdviceMaterial, new_prefix, prompt_again, prompt_for
from coldread.advice.requests import AuditRequest, QuickFixRequest
from coldread.base.problems import Problem
from coldread.isolation.limits import ADVICE
from coldread.llm.errors import UnusableAnswer
from coldread.llm.gate import Purpose
from coldread.llm.model import Model
from coldread.llm.shared_gate import seconds_until_asked
from coldread.services import Services

S = TypeVar("S", bound=BaseModel)

#: output budgets; an audit may say five times as much
QUICK_FIX_TOKENS = 800
AUDIT_TOKENS = 5 * QUICK_FIX_TOKENS
#: somebody waits for both and pays; after a later answer the call counts as failed
QUICK_FIX_DEADLINE_S, AUDIT_DEADLINE_S = 30.0, 60.0
#: how many times the model is asked within one try, and how many seconds and tokens must be left for the last time
ASKED_AT_MOST, LEAST_S, LEAST_TOKENS = 2, 5.0, 250
#: seconds after which another try with the same credential makes sense
AGAIN_S = "10"


async def quick_fix(services: Services, body: QuickFixRequest) -> dict[str, Any]:
    """One diagnosis, rewrite and rationale for one element; nothing is fetched."""
    asked = body.model_dump(mode="json")
    if services.model is None:
        return dict(await services.isolated_tasks.run(ADVICE, "advice.quick_fix", asked))
    told = AdviceMaterial.from_json(await services.isolated_tasks.run(ADVICE, "advice.tell_fix", asked))
    rest = {"selector": body.element_selector}
    return await _ask_until_acceptable(
        services,
        services.model,
        told,
        SaidFix,
        "advice.keep_fix",
        rest,
        QUICK_FIX_DEADLINE_S,
        QUICK_FIX_TOKENS,
    )


async def audit(services: Services, body: AuditRequest) -> dict[str, Any]:
    """Five ranked findings with a summary; nothing is fetched."""
    asked = body.model_dump(mode="json")
    if services.model is None:
        return dict(await services.isolated_tasks.run(ADVICE, "advice.audit", asked))
    told = AdviceMaterial.from_json(await services.isolated_tasks.run(ADVICE, "advice.tell_audit", asked))
    return await _ask_until_acceptable(
        services, services.model, told, SaidAudit, "advice.keep_audit", {}, AUDIT_DEADLINE_S, AUDIT_TOKENS
    )


async def _ask_until_acceptable(
    services: Services,
    model: Model,
    told: AdviceMaterial,
    shape: type[S],
    keep: str,
    rest: dict[str, str],
    deadline_s: float,
    max_tokens: int,
) -> dict[str, Any]:
    """The accepted parts of the model's answer, or of its second one, which sees what was refused; raises Problem if that is too little.

    Both together may use the time and the tokens of one.
    """
    prefix = new_prefix(told)
    prompt = prompt_for(told, prefix)
    ends = asyncio.get_running_loop().time() + deadline_s
    left_s = deadline_s
    for _ in range(ASKED_AT_MOST):
        try:
            answered = await model.ask_named(
                prompt,
                shape,
                deadline_s=left_s,
                max_tokens=max_tokens,
                purpose=Purpose.PAID,
            )
        except UnusableAnswer as error:
            raise _no_answer_problem() from error
        said = clipped(answered.value, LONGEST + 1, MOST_FINDINGS)
        value = {"told": told.to_json(), "prefix": prefix, "engine": model.name, "said": said, **rest}
        made = await services.isolated_tasks.run(ADVICE, keep, value)
        for reason, times in made["dropped"].items():
            model.count(f"dropped-{reason}", times)
        if made["answer"] is not None:
            return dict(made["answer"])
        max_tokens -= answered.tokens_said
        left_s = ends - asyncio.get_running_loop().time()
        if left_s < LEAST_S or max_tokens < LEAST_TOKENS:
            break
        prompt = prompt_again(told, prefix, said, made["refused"])
    raise _no_answer_problem()


async def can_begin(services: Services) -> bool:
    """Called before money is taken: raises Problem while the model's endpoint pauses or the tokens are spent, so that nobody pays for nothing."""
    if services.model is not None:
        wait = await services.db.read(seconds_until_asked, services.settings, Purpose.PAID)
        if wait:
            raise Problem(
                "unavailable",
                "The model is not asked now, because its endpoint failed or the tokens of the day are spent. No payment "
                "was sent; repeat the same request later.",
                headers={"Retry-After": str(wait)},
            )
    return True


def _no_answer_problem() -> Problem:
    """The work failed, and the ledger decides what happens to the payment."""
    return Problem(
        "unavailable",
        "The model gave no answer that can be sold: too little of it holds, or it came too late. Repeat this request with the "
        "same credential: the work is tried three times for one payment, then the payment is refunded.",
        headers={"Retry-After": AGAIN_S},
    )
