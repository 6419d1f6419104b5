"""The lifecycle: the possible moves, and everything that follows from a status. One table, with pure
functions beside it.

A new status is a name in `Status`, a row in `STATES` and its words in `status_words`. The drawing, the
queue's views, the console's form, the sandbox, the clocks and the sweeps read the columns."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from enum import StrEnum
from functools import cache
from typing import Literal

from coldread.base.settings import Settings
from coldread.base.table_checks import require_complete
from coldread.jobs.job import job_name
from coldread.jobs.kinds import DRAFTS
from coldread.orders.rules.expiry import AFTER_FINAL, AFTER_INVOICE, FINAL_WITHIN, expiry_after


class Status(StrEnum):
    """The statuses of an order, in lifecycle order."""

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


#: the job that prepares the draft; by name, because its module is in a higher layer
PREPARE_DRAFT = job_name("drafts.prepare", DRAFTS)


@dataclasses.dataclass(frozen=True, kw_only=True)
class State:
    """One row: everything that follows from a status."""

    status: Status
    #: statuses that an operator may move the order to; none: it is closed
    to: tuple[Status, ...]
    next_action: NextAction
    #: money was taken: no move rejects the order, and it does not expire
    paid_for: bool
    #: what the buyer, a person, must give now; the work waits for it
    asks: Literal["payment", "answer"] | None = None
    #: A2A's own word for it
    a2a: str
    #: recommended seconds between polls
    poll: int = 60
    #: what entering the status sets, unless the patch says otherwise
    billing_status: BillingStatus | None = None
    delivery_status: DeliveryStatus | None = None
    #: timestamp column that entering sets
    timestamp: str | None = None
    #: how far entering it moves the order's end under `extend_paid`
    extends: int = 0
    #: V1's word for it before the draft is live, and after; None: gone, so that reads of the API answer 404
    v1: V1Status | None
    v1_with_draft: V1Status | None = None
    #: the next status of a sandbox order; None: the end
    rehearsed: Status | None = None
    #: jobs that entering it defers, in the transaction of the move, once for each order
    then: tuple[str, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Closed: no move is possible."""
        return not self.to

    @property
    def is_open(self) -> bool:
        return bool(self.to)

    @property
    def in_work(self) -> bool:
        """Paid for and not delivered: the work is being done."""
        return self.paid_for and self.is_open

    @property
    def is_unpaid(self) -> bool:
        """Open, and may still be paid, changed, declined or run out."""
        return self.is_open and not self.paid_for

    @property
    def is_declined(self) -> bool:
        """Closed without money."""
        return self.is_closed and not self.paid_for

    @property
    def is_gone(self) -> bool:
        """Whether reads of the API answer 404, whatever the cause. The buyer's page says why."""
        return self.v1 is None

    @property
    def waits_for(self) -> Literal["buyer", "operator", "nobody"]:
        if self.is_closed:
            return "nobody"
        return "buyer" if self.asks else "operator"


S = Status

STATES: tuple[State, ...] = (
    State(
        status=S.SUBMITTED,
        to=(S.REVIEWING, S.REJECTED, S.EXPIRED),
        next_action=NextAction.WAIT_FOR_REVIEW,
        paid_for=False,
        a2a="submitted",
        billing_status=BillingStatus.NOT_STARTED,
        delivery_status=DeliveryStatus.NOT_STARTED,
        timestamp="created_at",
        v1=V1Status.PENDING_PAYMENT,
        rehearsed=S.REVIEWING,
    ),
    State(
        status=S.REVIEWING,
        to=(S.NEEDS_INFO, S.ACCEPTED, S.REJECTED, S.EXPIRED),
        next_action=NextAction.WAIT_FOR_REVIEW,
        paid_for=False,
        a2a="working",
        timestamp="reviewed_at",
        v1=V1Status.PENDING_PAYMENT,
        rehearsed=S.NEEDS_INFO,  # the first time; see `acts.sandbox`
    ),
    State(
        status=S.NEEDS_INFO,
        to=(S.REVIEWING, S.REJECTED, S.EXPIRED),
        next_action=NextAction.PROVIDE_MORE_INFO,
        paid_for=False,
        asks="answer",
        a2a="input-required",
        v1=V1Status.PENDING_PAYMENT,
        rehearsed=S.REVIEWING,
    ),
    State(
        status=S.ACCEPTED,
        to=(S.BILLING_PENDING, S.REJECTED, S.EXPIRED),
        next_action=NextAction.AWAIT_BILLING_INSTRUCTIONS,
        paid_for=False,
        a2a="working",
        timestamp="accepted_at",
        v1=V1Status.PENDING_PAYMENT,
        rehearsed=S.BILLING_PENDING,
    ),
    State(
        status=S.BILLING_PENDING,
        to=(S.PAID, S.REJECTED, S.EXPIRED),
        next_action=NextAction.COMPLETE_BILLING,
        paid_for=False,
        asks="payment",
        a2a="input-required",
        poll=30,
        billing_status=BillingStatus.PENDING,
        timestamp="billing_pending_at",
        extends=AFTER_INVOICE,
        v1=V1Status.PENDING_PAYMENT,
        rehearsed=S.PAID,
    ),
    State(
        status=S.PAID,
        to=(S.IN_PROGRESS,),
        next_action=NextAction.WAIT_FOR_DELIVERY,
        paid_for=True,
        a2a="working",
        billing_status=BillingStatus.CONFIRMED,
        delivery_status=DeliveryStatus.QUEUED,
        timestamp="paid_at",
        extends=FINAL_WITHIN + AFTER_FINAL,
        v1=V1Status.PAID,
        v1_with_draft=V1Status.DRAFT_READY,
        rehearsed=S.IN_PROGRESS,
        then=(PREPARE_DRAFT,),
    ),
    State(
        status=S.IN_PROGRESS,
        to=(S.DELIVERED,),
        next_action=NextAction.WAIT_FOR_DELIVERY,
        paid_for=True,
        a2a="working",
        poll=600,
        delivery_status=DeliveryStatus.ACTIVE,
        timestamp="in_progress_at",
        v1=V1Status.PROCESSING,
        v1_with_draft=V1Status.DRAFT_READY,
        rehearsed=S.DELIVERED,
    ),
    State(
        status=S.DELIVERED,
        to=(),
        next_action=NextAction.REVIEW_COMPLETE,
        paid_for=True,
        a2a="completed",
        delivery_status=DeliveryStatus.DELIVERED,
        timestamp="delivered_at",
        v1=V1Status.DONE,
    ),
    State(
        status=S.REJECTED,
        to=(),
        next_action=NextAction.REQUEST_CLOSED,
        paid_for=False,
        a2a="rejected",
        timestamp="rejected_at",
        v1=V1Status.EXPIRED,
    ),
    State(
        status=S.EXPIRED,
        to=(),
        next_action=NextAction.REQUEST_CLOSED,
        paid_for=False,
        a2a="failed",
        v1=None,
    ),
)

STATE = require_complete({row.status: row for row in STATES}, Status, "orders/rules/lifecycle: STATES")


def statuses(where: Callable[[State], bool]) -> tuple[Status, ...]:
    """The statuses whose rows match, in lifecycle order."""
    return tuple(row.status for row in STATES if where(row))


#: for queries on the tables; code that holds an order reads its `state`
OPEN = statuses(lambda row: row.is_open)
UNPAID = statuses(lambda row: row.is_unpaid)
IN_WORK = statuses(lambda row: row.in_work)
DECLINED = statuses(lambda row: row.is_declined)
#: the first status of an order: V2 in submitted, V1 with the invoice already issued
BEGINNINGS = (S.SUBMITTED, S.BILLING_PENDING)


def allowed_moves(status: Status, *, lapsed: bool) -> tuple[Status, ...]:
    """The possible moves. A lapsed order can move only if it is paid for, or if its invoice can still be paid."""
    row = STATE[status]
    if not lapsed or row.paid_for:
        return row.to
    if row.asks == "payment":
        return tuple(to for to in row.to if STATE[to].paid_for or to == S.REJECTED)
    return ()


def end_after(settings: Settings, row: State, entered_at: int, current: int) -> int:
    """When the order ends, after it enters this status."""
    return expiry_after(
        settings,
        extends=row.extends,
        paid_for=row.paid_for,
        is_open=row.is_open,
        entered_at=entered_at,
        current=current,
    )


@cache
def statuses_ahead(status: Status) -> frozenset[Status]:
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


def contradictions() -> list[str]:
    """What is wrong in the table, in sentences. A starting process checks it (`coldread.startup_checks`)."""
    found = []
    for row in STATES:
        lost = sorted(to for to in statuses_ahead(row.status) if row.paid_for and STATE[to].is_declined)
        if lost:
            found.append(f"{row.status} can become {lost[0]}: money that was taken cannot be declined")
        if row.rehearsed and row.rehearsed not in row.to:
            found.append(f"{row.status} is rehearsed as {row.rehearsed}, where it may not go")
        if row.asks and row.a2a != "input-required":
            found.append(f"{row.status} asks the buyer for the {row.asks}, and to A2A it is {row.a2a}")
        if row.asks and row.is_closed:
            found.append(f"{row.status} is closed and asks the buyer for the {row.asks}")
    reached = frozenset(BEGINNINGS).union(*(statuses_ahead(status) for status in BEGINNINGS))
    found += [f"no way leads to {status}" for status in Status if status not in reached]
    return [f"orders/rules/lifecycle: {sentence}" for sentence in found]
