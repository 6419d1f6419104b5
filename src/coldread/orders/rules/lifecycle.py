"""Who may go where, and what follows from where an order stands: one table, pure functions beside it.

Used by the API, the command line, the documents and the tests; nothing here touches a database.
"""

from __future__ import annotations

import dataclasses
from enum import StrEnum
from functools import cache


class Status(StrEnum):
    """Where an order stands, in lifecycle order."""

    #: placed, not yet looked at
    SUBMITTED = "submitted"
    #: the operator is looking at the request
    REVIEWING = "reviewing"
    #: the operator has asked the buyer something
    NEEDS_INFO = "needs_info"
    #: taken on; billing instructions follow
    ACCEPTED = "accepted"
    #: the buyer must pay
    BILLING_PENDING = "billing_pending"
    #: payment confirmed; the draft is being prepared
    PAID = "paid"
    #: a person is working on the final
    IN_PROGRESS = "in_progress"
    #: closed: the final is there
    DELIVERED = "delivered"
    #: closed: not taken on
    REJECTED = "rejected"
    #: closed: nobody acted in time
    EXPIRED = "expired"


class NextAction(StrEnum):
    """What the caller does now."""

    WAIT_FOR_REVIEW = "wait_for_review"
    PROVIDE_MORE_INFO = "provide_more_info"
    AWAIT_BILLING_INSTRUCTIONS = "await_billing_instructions"
    COMPLETE_BILLING = "complete_billing"
    WAIT_FOR_DELIVERY = "wait_for_delivery"
    REVIEW_COMPLETE = "review_complete"
    REQUEST_CLOSED = "request_closed"


class BillingStatus(StrEnum):
    NOT_STARTED = "not_started"
    PENDING = "pending"
    CONFIRMED = "confirmed"
    WAIVED = "waived"


class DeliveryStatus(StrEnum):
    NOT_STARTED = "not_started"
    QUEUED = "queued"
    ACTIVE = "active"
    DELIVERED = "delivered"


class V1Status(StrEnum):
    """The deprecated enum; renaming a value would break the contract."""

    PENDING_PAYMENT = "pending_payment"
    PAID = "paid"
    PROCESSING = "processing"
    DRAFT_READY = "draft_ready"
    DONE = "done"
    EXPIRED = "expired"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Effect:
    """What entering a status brings about: a job by its name, since whoever does it stands above this floor."""

    job: str
    #: `scan` where a browser is needed
    queue: str = "work"


@dataclasses.dataclass(frozen=True, kw_only=True)
class State:
    """One row: everything that follows from a status."""

    status: Status
    #: statuses that an operator may move the order to
    to: tuple[Status, ...]
    next_action: NextAction
    #: the buyer, a person, must act
    human_acts: bool = False
    #: seconds between polls that we recommend
    poll: int = 60
    #: what entering the status sets, unless the patch says otherwise
    billing_status: BillingStatus | None = None
    delivery_status: DeliveryStatus | None = None
    #: timestamp column that entering sets
    timestamp: str | None = None
    #: V1's word for it while the draft is not live, and once it is; None is 404
    v1: V1Status | None
    v1_with_draft: V1Status | None = None
    #: deferred in the transaction of the move, once an order
    then: tuple[Effect, ...] = ()


S = Status

STATES: tuple[State, ...] = (
    State(
        status=S.SUBMITTED,
        to=(S.REVIEWING, S.REJECTED, S.EXPIRED),
        next_action=NextAction.WAIT_FOR_REVIEW,
        billing_status=BillingStatus.NOT_STARTED,
        delivery_status=DeliveryStatus.NOT_STARTED,
        timestamp="created_at",
        v1=V1Status.PENDING_PAYMENT,
    ),
    State(
        status=S.REVIEWING,
        to=(S.NEEDS_INFO, S.ACCEPTED, S.REJECTED, S.EXPIRED),
        next_action=NextAction.WAIT_FOR_REVIEW,
        timestamp="reviewed_at",
        v1=V1Status.PENDING_PAYMENT,
    ),
    State(
        status=S.NEEDS_INFO,
        to=(S.REVIEWING, S.REJECTED, S.EXPIRED),
        next_action=NextAction.PROVIDE_MORE_INFO,
        human_acts=True,
        v1=V1Status.PENDING_PAYMENT,
    ),
    State(
        status=S.ACCEPTED,
        to=(S.BILLING_PENDING, S.REJECTED, S.EXPIRED),
        next_action=NextAction.AWAIT_BILLING_INSTRUCTIONS,
        timestamp="accepted_at",
        v1=V1Status.PENDING_PAYMENT,
    ),
    State(
        status=S.BILLING_PENDING,
        to=(S.PAID, S.REJECTED, S.EXPIRED),
        next_action=NextAction.COMPLETE_BILLING,
        human_acts=True,
        poll=30,
        billing_status=BillingStatus.PENDING,
        timestamp="billing_pending_at",
        v1=V1Status.PENDING_PAYMENT,
    ),
    State(
        status=S.PAID,
        to=(S.IN_PROGRESS,),
        next_action=NextAction.WAIT_FOR_DELIVERY,
        billing_status=BillingStatus.CONFIRMED,
        delivery_status=DeliveryStatus.QUEUED,
        timestamp="paid_at",
        v1=V1Status.PAID,
        v1_with_draft=V1Status.DRAFT_READY,
        then=(Effect(job="drafts.prepare", queue="scan"),),
    ),
    State(
        status=S.IN_PROGRESS,
        to=(S.DELIVERED,),
        next_action=NextAction.WAIT_FOR_DELIVERY,
        poll=600,
        delivery_status=DeliveryStatus.ACTIVE,
        timestamp="in_progress_at",
        v1=V1Status.PROCESSING,
        v1_with_draft=V1Status.DRAFT_READY,
    ),
    State(
        status=S.DELIVERED,
        to=(),
        next_action=NextAction.REVIEW_COMPLETE,
        delivery_status=DeliveryStatus.DELIVERED,
        timestamp="delivered_at",
        v1=V1Status.DONE,
    ),
    State(
        status=S.REJECTED,
        to=(),
        next_action=NextAction.REQUEST_CLOSED,
        timestamp="rejected_at",
        v1=V1Status.EXPIRED,
    ),
    State(status=S.EXPIRED, to=(), next_action=NextAction.REQUEST_CLOSED, v1=None),
)

STATE: dict[Status, State] = {row.status: row for row in STATES}

#: paid for: nothing rejects or expires it any more
PAID_FOR = frozenset({S.PAID, S.IN_PROGRESS, S.DELIVERED})
#: no way out
CLOSED = frozenset(row.status for row in STATES if not row.to)


def allowed(status: Status, *, lapsed: bool) -> tuple[Status, ...]:
    """Where an order may go. A lapsed one only if it is paid for, or if its invoice may still be paid."""
    if not lapsed or status in PAID_FOR:
        return STATE[status].to
    if status == S.BILLING_PENDING:
        return tuple(to for to in STATE[status].to if to in {S.PAID, S.REJECTED})
    return ()


@cache
def ahead(status: Status) -> frozenset[Status]:
    """Every status that can still come."""
    found: set[Status] = set()
    waiting = list(STATE[status].to)
    while waiting:
        step = waiting.pop()
        if step not in found:
            found.add(step)
            waiting.extend(STATE[step].to)
    return frozenset(found)


def v1_status(status: Status, *, draft_live: bool) -> V1Status | None:
    row = STATE[status]
    return row.v1_with_draft if draft_live and row.v1_with_draft else row.v1
