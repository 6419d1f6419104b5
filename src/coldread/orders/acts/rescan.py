"""The free rescan after delivery: one for each order, claimed before the scan, given back if the scan fails.

A claim is a lease. A page that cannot be visited (422) or an engine that fails (502) gives it back. If the
process dies, the lease ends by itself. So a wrong address never uses up a right that was paid for."""

from __future__ import annotations

import asyncio
import dataclasses
import secrets
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import SECOND
from coldread.base.db import Session
from coldread.base.languages import Language
from coldread.base.problems import Problem, not_found
from coldread.base.settings import Settings
from coldread.orders.acts.change import change
from coldread.orders.order_scans import last_scan, note_scan
from coldread.orders.queries import hold_order
from coldread.orders.rules import expiry
from coldread.orders.rules.lifecycle import Status
from coldread.orders.rules.order import Order
from coldread.orders.tables import rescan_leases
from coldread.orders.views.stored_view import require_readable
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scans.comparison.findings import compare
from coldread.scans.dispatch import problem_for, run_scan
from coldread.scans.scan_request import ScanRequest
from coldread.scans.store import judgement_of
from coldread.services import Services

LEASE = 60 * SECOND  # the longest scan ends within 20 s


@dataclasses.dataclass(frozen=True, kw_only=True)
class Claim:
    """A claimed rescan, until its lease ends."""

    order: Order
    holder: str


async def rescan(services: Services, order_id: str, url: str) -> dict[str, Any]:
    """Scan the page as it is now and compare. Raises 404, 409, 422 and 502 as problems."""
    claim = await services.db.write(claim_rescan, order_id)
    try:
        answer = await run_scan(services, ScanRequest(url=url, brief=_brief(claim.order)))
    except (Exception, asyncio.CancelledError) as error:
        await services.db.write(give_back, claim)
        raise problem_for(error, {}) from error
    return await services.db.write(_record_rescan, services.settings, claim, answer)


def require_rescannable(order: Order | None, now: int) -> Order:
    """The order, if its rescan can be used now. A delivered order's rescan outlives the order's seven days."""
    if order is None:
        raise not_found()
    if order.status != Status.DELIVERED or order.delivered_at is None:
        require_readable(order, now)
        raise Problem(
            "rescan-not-available", "The rescan comes with the delivery; the order is not delivered."
        )
    if order.sandbox:
        raise Problem(
            "rescan-not-available", "A sandbox order has no rescan: a look at a page is never pretended."
        )
    if now >= expiry.rescan_ends(order.delivered_at):
        raise not_found()
    if order.rescan_used:
        raise _rescan_used_problem("The rescan of this order has been used.")
    return order


def claim_rescan(session: Session, order_id: str) -> Claim:
    """Claim the rescan; only one of several concurrent callers gets it."""
    order = require_rescannable(hold_order(session, order_id), session.now)
    claim = Claim(order=order, holder=secrets.token_hex(16))
    values = {"holder": claim.holder, "until": session.now + LEASE}
    taken = session.row(
        session.insert(rescan_leases)
        .values(order_id=order_id, **values)
        .on_conflict_do_update(
            index_elements=["order_id"], set_=values, where=rescan_leases.c.until <= session.now
        )
        .returning(rescan_leases.c.holder)
    )
    if taken is None:
        raise _rescan_used_problem("The rescan of this order is being used right now.")
    return claim


def give_back(session: Session, claim: Claim) -> None:
    session.run(sa.delete(rescan_leases).where(_lease_condition(claim)))


def _record_rescan(
    session: Session, settings: Settings, claim: Claim, answer: dict[str, Any]
) -> dict[str, Any]:
    """Add the scan to the order and mark the rescan as used, only if this claim still holds the lease."""
    # lock the order before the lease, as `claim_rescan` does, to avoid a deadlock
    order = hold_order(session, claim.order.id)
    if order is None or session.run(sa.delete(rescan_leases).where(_lease_condition(claim))).rowcount != 1:
        raise _rescan_used_problem("The rescan took too long, and another request has taken it over.")
    earlier = last_scan(session, order.id)
    before = judgement_of(session, earlier) if earlier else None
    after = judgement_of(session, answer["session_id"])
    note_scan(session, order.id, answer["session_id"], "rescan")
    change(session, settings, order, rescan_used=True)
    compared = compare(before, after) if before is not None and after is not None else None
    return {**answer, "served_from": "live", "rescan_of": order.id, "compared_to": compared}


def _lease_condition(claim: Claim) -> sa.ColumnElement[bool]:
    return sa.and_(rescan_leases.c.order_id == claim.order.id, rescan_leases.c.holder == claim.holder)


def _rescan_used_problem(detail: str) -> Problem:
    return Problem("rescan-used", detail)


def _brief(order: Order) -> Brief:
    asked = order.asked
    return Brief(
        goal=PrimaryGoal(asked.get("primary_goal") or PrimaryGoal.OTHER),
        audience=asked.get("audience") or "",
        lang=Language(order.language),
    )
