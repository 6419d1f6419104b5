"""Asking for money: the answer 402 with its challenges, and the reasons not to ask at all."""

from __future__ import annotations

from collections.abc import Sequence

from coldread.base.clock import DAY, SECOND
from coldread.base.problems import Fault, InvalidInput, Problem
from coldread.payments import budget
from coldread.payments.accepted import METHOD, taken
from coldread.payments.challenge import Challenge
from coldread.payments.issue import issue
from coldread.payments.prices import CallPrice
from coldread.payments.processor import LOOK_AGAIN, PaymentProcessor
from coldread.services import Services


class PaymentRequired(Problem):
    """402, with one challenge a method."""

    def __init__(
        self, slug: str, detail: str, challenges: Sequence[Challenge], errors: Sequence[object]
    ) -> None:
        super().__init__(
            slug,
            detail,
            headers={
                "WWW-Authenticate": ", ".join(challenge.header() for challenge in challenges),
                "Cache-Control": "no-store",
            },
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
    """402 with fresh challenges, or 503 where nothing is sold now. The RPC is not asked, unless it was a wrong one.

    `fault` is what is wrong with the body that came: it is told, and no digest binds the challenge to it.
    """
    if services.settings.service_mode == "closed":
        return sales_closed()
    if not taken(price):
        return not_configured()
    most, now = services.settings.payment_daily_budget_usdc, services.clock.now()
    try:
        await budget.require_room(services.db, price.base_units, most)
    except Problem as spent:
        return spent
    processor = services.one(PaymentProcessor)
    offered = await processor.offered(price, now)
    if not offered:
        return _no_network()
    terms, bound_to = processor.terms, None if fault else digest
    challenges = [issue(terms, METHOD[name], price, now=now, digest=bound_to) for name in offered]
    symbol = METHOD[offered[0]].token(services.settings).symbol
    text = detail or f"This call costs {price.usdc} {symbol or 'units of the token'}. {price.meaning}"
    problem = PaymentRequired(slug, text, challenges, errors_of(fault))
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


def not_configured() -> Problem:
    """Asking again soon helps nobody: somebody has to install it."""
    return Problem(
        "unavailable",
        "Calls that are paid one by one are not configured on this server: nothing is sold, and nothing was charged. "
        "Everything else works.",
        headers={"Retry-After": str(DAY // SECOND)},
    )


def _no_network() -> Problem:
    return Problem(
        "unavailable",
        "The payment network is not the one that this service is paid on: nothing is sold until it is. "
        "Nothing was charged.",
        headers={"Retry-After": str(LOOK_AGAIN // 1_000_000)},
    )
