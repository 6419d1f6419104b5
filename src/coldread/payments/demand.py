"""Asking for payment: the 402 with its challenges, and the reasons not to ask."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence

from coldread.base.clock import DAY, SECOND
from coldread.base.problems import Fault, InvalidInput, Problem
from coldread.payments import networks
from coldread.payments.accepted import METHOD, installed_methods
from coldread.payments.accounting import budget
from coldread.payments.challenge import Challenge
from coldread.payments.issue import issue_challenge
from coldread.payments.on_sale import is_sold, not_sold
from coldread.payments.prices import CallPrice
from coldread.payments.processor import LOOK_AGAIN, PaymentProcessor
from coldread.services import Services


@dataclasses.dataclass(frozen=True, kw_only=True)
class Wish:
    """How a caller wants to be asked for payment."""

    #: the header for the credential; None: `Authorization`
    header: str | None = None
    #: `Accept-Payment`
    accept: str = ""


NO_WISH = Wish()
SOON = "5"  # seconds; a block takes less than one
#: seconds after which a dispute may be resolved: a lagging node has caught up, or the chain was reconciled
LATER = "30"
_RANGE = re.compile(r"([a-z]+|\*)/([A-Za-z0-9-]+|\*)(?:\s*;\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?))?")
MOST_RANGES = 50


def preferred_methods(offered: Sequence[str], accept: str) -> list[str]:
    """Methods by `Accept-Payment`, most preferred first; all of them if the header cannot be read or matches none."""
    parts = [part.strip() for part in accept.split(",", MOST_RANGES) if part.strip()]
    ranges = [_RANGE.fullmatch(part) for part in parts[:MOST_RANGES]]
    weights = {name: _weight(METHOD[name].name, METHOD[name].intent, ranges) for name in offered}
    chosen = sorted((name for name in offered if weights[name] > 0), key=lambda name: -weights[name])
    return chosen if chosen and all(ranges) else list(offered)


def _weight(name: str, intent: str, ranges: Sequence[re.Match[str] | None]) -> float:
    """The weight of the most specific matching range; 0 if none matches."""
    found = [
        ((media[1] != "*") + (media[2] != "*"), float(media[3] or 1))
        for media in ranges
        if media is not None and media[1] in (name, "*") and media[2] in (intent, "*")
    ]
    return max(found, default=(0, 0.0))[1]


class PaymentRequired(Problem):
    """402, with one challenge for each method."""

    def __init__(
        self, slug: str, detail: str, challenges: Sequence[Challenge], errors: Sequence[object]
    ) -> None:
        super().__init__(
            slug,
            detail,
            headers={
                "WWW-Authenticate": ", ".join(challenge.www_authenticate() for challenge in challenges),
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
    wish: Wish = NO_WISH,
) -> Problem:
    """402 with fresh challenges, or 503 if nothing is sold now. This never waits for the RPC, except for a network that
    was wrong before.

    `fault` is what is wrong with the body: the answer says so, and the challenge is not bound to a digest."""
    if services.settings.service_mode == "closed":
        return sales_closed()
    if not is_sold(price, services.settings):
        return not_sold()
    if not installed_methods(price):
        return not_configured()
    most, now = services.settings.payment_daily_budget_usdc, services.clock.now()
    try:
        await budget.require_room(services.db, price.base_units, most)
    except Problem as spent:
        return spent
    processor = services.one(PaymentProcessor)
    offered = await processor.offered(price, now, lambda: networks.look_at_networks(services))
    if not offered:
        await networks.report_unfit_network(services)
        return _no_network()
    terms, bound_to = processor.terms, None if fault else digest
    challenges = [
        issue_challenge(terms, METHOD[name], price, now=now, digest=bound_to, header=wish.header)
        for name in preferred_methods(offered, wish.accept)
    ]
    symbol = METHOD[offered[0]].token(services.settings).symbol
    text = detail or f"This call costs {price.usdc} {symbol or 'units of the token'}. {price.meaning}"
    problem = PaymentRequired(slug, text, challenges, errors_of(fault))
    if fault is not None and "Connection" in fault.headers:  # the body was not read to its end
        problem.headers["Connection"] = fault.headers["Connection"]
    return problem


def errors_of(fault: Problem | None) -> list[object]:
    """The errors that a 400 would list; one entry for a body that is not even JSON."""
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
    """Without a Retry-After: the operator has to install or configure something first."""
    return Problem(
        "unavailable",
        "Paid calls are not configured on this server: nothing is sold, and nothing was charged. "
        "Everything else works.",
        headers={"Retry-After": str(DAY // SECOND)},
    )


def _no_network() -> Problem:
    return Problem(
        "unavailable",
        "The payment network is not the one that this service uses: nothing is sold until this is corrected. "
        "Nothing was charged.",
        headers={"Retry-After": str(LOOK_AGAIN // 1_000_000)},
    )


def disputed_payment_problem() -> Problem:
    """Without a challenge: somebody who has paid already would pay again."""
    return Problem(
        "unavailable",
        "The payment network gives contradictory answers about this payment. It is charged at most once: do not pay "
        "again. Repeat this request with the same credential. If the payment arrived, you get the answer or a refund.",
        headers={"Retry-After": LATER},
    )


def ask_again(why: str) -> Problem:
    """The result is not known yet: send the same credential again, never a new one."""
    return Problem(
        "unavailable",
        f"{why} Repeat this request with the same credential: it is charged at most once.",
        headers={"Retry-After": SOON},
    )
