"""Asking for money: the answer 402 with its challenge, and the reasons not to ask at all."""

from __future__ import annotations

from collections.abc import Sequence

from coldread.base.problems import Fault, InvalidInput, Problem
from coldread.payments import budget
from coldread.payments.challenge import Challenge, issue
from coldread.payments.prices import CallPrice
from coldread.payments.processor import PaymentProcessor
from coldread.services import Services


class PaymentRequired(Problem):
    """402; surfaces without headers take the challenge from here."""

    def __init__(self, slug: str, detail: str, challenge: Challenge, errors: Sequence[object]) -> None:
        self.challenge = challenge
        super().__init__(
            slug,
            detail,
            headers={"WWW-Authenticate": challenge.header(), "Cache-Control": "no-store"},
            errors=list(errors) or None,
        )


async def demand(
    services: Services,
    price: CallPrice,
    *,
    digest: str | None,
    fault: Problem | None,
    slug: str = "payment-required",
    detail: str = "",
) -> Problem:
    """402 with a fresh challenge, or 503 where nothing is sold now. The RPC is not asked.

    `fault` is what is wrong with the body that came: it is told, and no digest binds the challenge to it.
    """
    if services.settings.service_mode == "closed":
        return sales_closed()
    most = services.settings.payment_daily_budget_usdc
    try:
        await budget.require_room(services.db, price.base_units, most)
    except Problem as spent:
        return spent
    terms = services.one(PaymentProcessor).terms
    challenge = issue(terms, price, now=services.clock.now(), digest=None if fault else digest)
    text = detail or f"This call costs {price.usdc} {terms.symbol or 'units of the token'}. {price.meaning}"
    problem = PaymentRequired(slug, text, challenge, errors_of(fault))
    if fault is not None and "Connection" in fault.headers:  # the body was not read to its end
        problem.headers["Connection"] = fault.headers["Connection"]
    return problem


def errors_of(fault: Problem | None) -> list[object]:
    """What a 400 would list; one entry for a body that is not even JSON."""
    if fault is None:
        return []
    if isinstance(fault, InvalidInput):
        return list(fault.members["errors"])
    return [Fault(pointer="#", detail=fault.detail, code=fault.type.slug.replace("-", "_")).as_json()]


def sales_closed() -> Problem:
    return Problem(
        "service-closed", "The pilot is closed: no calls are sold. What was paid is still delivered."
    )
