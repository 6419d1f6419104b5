"""The ledger: who paid for what and whether it was delivered, shared by all processes.

settling   the budget is reserved, the money is on its way; nothing is known to be paid
unknown    the RPC did not say whether the money came; a retry or the reconciler finds out
paid       the money is here, nothing is delivered; whoever holds the credential is served free
executing  the work is being done
executed   the answer is stored, and perhaps not sent
delivered  the answer was sent: the credential is used up
refund_due nothing was delivered within a day; the operator owes the payer

A row that a request works on has a holder and a lease. A holder that dies stops renewing it, and the next request with
the same credential takes over where it stopped.
"""

from __future__ import annotations

import dataclasses
from enum import StrEnum
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import DAY, MINUTE, SECOND
from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.jobs.defer import defer
from coldread.jobs.job import job_name
from coldread.payments import budget
from coldread.payments.methods.method import PaymentRefused
from coldread.payments.tables import payments

FOLLOW_UP = job_name("payments.follow_up")
FIRST_LOOK = 2 * MINUTE
#: after a transaction's own end: a block that was being made may still be on its way
GRACE = 30 * SECOND
#: how long a payment can be redeemed
REDEEMABLE = DAY


class State(StrEnum):
    SETTLING = "settling"
    UNKNOWN = "unknown"
    PAID = "paid"
    EXECUTING = "executing"
    EXECUTED = "executed"
    DELIVERED = "delivered"
    REFUND_DUE = "refund_due"


#: nothing leads out of these
CLOSED = (State.DELIVERED, State.REFUND_DUE)


@dataclasses.dataclass(frozen=True, kw_only=True)
class LedgerEntry:
    """One row."""

    challenge_id: str
    credential_hash: str
    body_digest: str
    route: str
    kind: str
    tx_hash: str
    valid_before: int | None
    payer: str | None
    amount: int
    currency: str
    chain_id: int
    state: str = State.SETTLING
    holder: str | None = None
    lease_until: int | None = None
    budget_day: int = 0
    idempotency_key: str | None = None
    answer: bytes | None = None
    tries: int = 1
    created_at: int = 0
    paid_at: int | None = None
    delivered_at: int | None = None

    def cannot_come(self, now: int) -> bool:
        """The transaction has set itself an end, and it has passed."""
        return self.valid_before is not None and now > self.valid_before + GRACE


@dataclasses.dataclass(frozen=True, kw_only=True)
class Hold:
    """The holder of a ledger row's lease, and the lease's length."""

    challenge_id: str
    holder: str
    lease: int


def find(session: Session, challenge_id: str) -> LedgerEntry | None:
    row = session.row(sa.select(payments).where(payments.c.challenge_id == challenge_id))
    return None if row is None else LedgerEntry(**row._mapping)


def open_entry(session: Session, entry: LedgerEntry, hold: Hold, most: int | None) -> LedgerEntry:
    """Reserve the budget and begin; 503 where it is spent, 409 where another request has begun."""
    opened = dataclasses.replace(
        entry,
        holder=hold.holder,
        lease_until=session.now + hold.lease,
        budget_day=budget.day_of(session.now),
        created_at=session.now,
    )
    statement = session.insert(payments).values(**dataclasses.asdict(opened)).on_conflict_do_nothing()
    if session.row(statement.returning(payments.c.challenge_id)) is None:
        other = find(session, entry.challenge_id)
        if other is None:
            raise PaymentRefused("invalid-challenge", "This transaction has already paid for another call.")
        raise in_progress(_seconds_left(other, session.now))
    budget.reserve(session, entry.amount, most)
    _follow_up(session, entry.challenge_id, session.now + FIRST_LOOK)
    return opened


def take_over(session: Session, hold: Hold) -> LedgerEntry:
    """Work on a row that nobody works on; 409 while somebody does."""
    free = sa.or_(payments.c.lease_until.is_(None), payments.c.lease_until <= session.now)
    changed = session.run(
        sa.update(payments)
        .where(payments.c.challenge_id == hold.challenge_id, free, payments.c.state.not_in(CLOSED))
        .values(holder=hold.holder, lease_until=session.now + hold.lease, tries=payments.c.tries + 1)
    ).rowcount
    entry = find(session, hold.challenge_id)
    if changed and entry is not None:
        return entry
    raise in_progress(_seconds_left(entry, session.now))


def renew(session: Session, hold: Hold) -> bool:
    return _mine(session, hold, lease_until=session.now + hold.lease)


def mark_unknown(session: Session, hold: Hold) -> None:
    _mine(session, hold, state=State.UNKNOWN, holder=None, lease_until=None)


def mark_settled(session: Session, hold: Hold) -> bool:
    """The money is here: this is committed before any work is done for it."""
    return _mine(session, hold, state=State.EXECUTING, paid_at=session.now)


def mark_work_failed(session: Session, hold: Hold) -> None:
    _mine(session, hold, state=State.PAID, holder=None, lease_until=None)


def mark_executed(session: Session, hold: Hold, answer: bytes, key: str | None) -> bool:
    return _mine(session, hold, state=State.EXECUTED, answer=answer, idempotency_key=key)


def mark_delivered(session: Session, hold: Hold) -> bool:
    return _mine(
        session, hold, state=State.DELIVERED, delivered_at=session.now, holder=None, lease_until=None
    )


def release(session: Session, hold: Hold) -> None:
    """Nothing was paid: the row goes, and the budget gets its share back."""
    entry = find(session, hold.challenge_id)
    if entry is not None and entry.holder == hold.holder:
        drop_unpaid(session, entry)


def drop_unpaid(session: Session, entry: LedgerEntry) -> None:
    session.run(sa.delete(payments).where(payments.c.challenge_id == entry.challenge_id))
    budget.give_back(session, entry.amount, entry.budget_day)


def mark_paid(session: Session, entry: LedgerEntry) -> None:
    """The reconciler saw the transaction on the chain; does nothing where a request took the row meanwhile."""
    session.run(
        sa.update(payments)
        .where(_is(entry), payments.c.state.in_((State.SETTLING, State.UNKNOWN)))
        .values(state=State.PAID, paid_at=session.now, holder=None, lease_until=None)
    )


def drop_if_unpaid(session: Session, entry: LedgerEntry) -> None:
    """The reconciler's word: the money cannot come any more."""
    current = find(session, entry.challenge_id)
    if current == entry:
        drop_unpaid(session, entry)


def defer_follow_up(session: Session, challenge_id: str, at: int) -> None:
    _follow_up(session, f"{challenge_id}", at)


def _follow_up(session: Session, challenge_id: str, at: int) -> None:
    defer(session, FOLLOW_UP, key=f"{FOLLOW_UP}:{challenge_id}:{at}", run_at=at, challenge_id=challenge_id)


def forget_answers(session: Session, before: int) -> int:
    """Remove stored answers that may not be sent again; the rows stay, as bookkeeping and against replay."""
    old = sa.and_(payments.c.answer.is_not(None), payments.c.created_at < before)
    return session.run(
        sa.update(payments).where(old, payments.c.state.in_(CLOSED)).values(answer=None)
    ).rowcount


def in_progress(seconds: int) -> Problem:
    return Problem(
        "payment-in-progress",
        "Another request with this credential is being worked on. It is charged once.",
        headers={"Retry-After": str(max(1, seconds))},
    )


def _is(entry: LedgerEntry) -> Any:
    return sa.and_(payments.c.challenge_id == entry.challenge_id, payments.c.tries == entry.tries)


def _mine(session: Session, hold: Hold, **values: Any) -> bool:
    """Change the row if it is still ours; False where another request took over."""
    mine = sa.and_(payments.c.challenge_id == hold.challenge_id, payments.c.holder == hold.holder)
    return session.run(sa.update(payments).where(mine).values(**values)).rowcount == 1


def _seconds_left(entry: LedgerEntry | None, now: int) -> int:
    if entry is None or entry.lease_until is None:
        return 1
    return -(-(entry.lease_until - now) // SECOND)
