"""The ledger: who paid for what and whether it was delivered, shared by all processes. `states` has its states.

A row that a request works on has a holder and a lease. If the holder dies, the lease ends, and the next request with
the same credential continues. Every change is one statement that names the states it may start from, so two processes
cannot both read and then both write."""

from __future__ import annotations

import dataclasses
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import DAY, MINUTE, SECOND, format_duration
from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.jobs.defer import defer
from coldread.jobs.job import job_name
from coldread.jobs.kinds import PAYMENTS
from coldread.payments.accounting import budget, refunds, reservations
from coldread.payments.accounting.ledger_entry import Hold, LedgerEntry, ReservationInput
from coldread.payments.accounting.reservations import GRACE
from coldread.payments.methods.method import PaymentRefused
from coldread.payments.states import CLOSED, DELETABLE, PENDING, REFUNDABLE, State, states_before
from coldread.payments.tables import payments

FOLLOW_UP = job_name("payments.follow_up", PAYMENTS)
#: how long a payment can be redeemed, and its answer fetched
REDEEMABLE = DAY
#: how often work is started for one payment
MOST_EXECUTIONS = 3


def find(session: Session, challenge_id: str) -> LedgerEntry | None:
    return _entry(session.row(sa.select(payments).where(payments.c.challenge_id == challenge_id)))


def find_payment(session: Session, tx_hash: str, leg: str) -> LedgerEntry | None:
    """The entry of this payment. An older row without a leg is the entry of all payments of its transaction."""
    of_this_payment = sa.and_(payments.c.tx_hash == tx_hash, payments.c.leg.in_((leg, "")))
    return _entry(session.row(sa.select(payments).where(of_this_payment)))


def open_entry(
    session: Session, entry: LedgerEntry, hold: Hold, reservation: ReservationInput
) -> LedgerEntry:
    """Open an entry and reserve its share of the budget. 409 if another request has already opened it, 503 if the
    budget is spent, 429 at a cap."""
    paid = entry.paid_at is not None
    opened = dataclasses.replace(
        entry,
        state=State.EXECUTING if paid else State.RESERVED,
        executions=1 if paid else 0,
        holder=hold.holder,
        lease_until=session.now + hold.lease,
        budget_day=budget.day_of(session.now),
        created_at=session.now,
    )
    _insert_entry(
        session, opened
    )  # insert first: of two requests with one credential the second ends here and reserves nothing
    if paid:
        budget.count_against_budget(session, opened.amount, opened.budget_day)
    else:
        reservations.reserve_amount(
            session, opened, reservation.client, reservation.allowance, reservation.balance
        )
        follow_up_at(session, opened.challenge_id, (opened.valid_before or session.now) + GRACE)
    return opened


def open_disputed(session: Session, entry: LedgerEntry, why: str) -> None:
    """Open an entry in dispute: the network contradicted itself before we did anything. It has no holder."""
    opened = dataclasses.replace(
        entry,
        state=State.DISPUTED,
        paid_at=None,
        budget_day=budget.day_of(session.now),
        created_at=session.now,
        disputed_at=session.now,
        dispute=why[:200],
    )
    _insert_entry(session, opened)


def _insert_entry(session: Session, opened: LedgerEntry) -> None:
    statement = session.insert(payments).values(**dataclasses.asdict(opened)).on_conflict_do_nothing()
    if session.row(statement.returning(payments.c.challenge_id)) is not None:
        return
    other = find(session, opened.challenge_id)
    if other is None:
        raise PaymentRefused("invalid-challenge", "This payment has already bought another call.")
    raise in_progress(_seconds_left(other, session.now))


def take_over(session: Session, hold: Hold) -> LedgerEntry:
    """Take over an entry without a holder; 409 while somebody holds it."""
    entry = _update_entry(
        session,
        _free_condition(hold.challenge_id, session.now),
        payments.c.state.not_in(CLOSED),
        holder=hold.holder,
        lease_until=session.now + hold.lease,
        tries=payments.c.tries + 1,
    )
    if entry is None:
        raise in_progress(_seconds_left(find(session, hold.challenge_id), session.now))
    return entry


def renew(session: Session, hold: Hold) -> bool:
    return _update_entry(session, _held_condition(hold), lease_until=session.now + hold.lease) is not None


def mark_settling(session: Session, hold: Hold) -> bool:
    """Committed before anything is sent: from here on the money may be moving."""
    return _move_entry(session, _held_condition(hold), State.SETTLING) is not None


def mark_unknown(session: Session, hold: Hold, *, refused: bool = False) -> None:
    """Give up the lease without a result. A refused payment releases its share of the budget for others."""
    if _move_entry(session, _held_condition(hold), State.UNKNOWN, holder=None, lease_until=None) is None:
        _update_entry(
            session, _held_condition(hold), holder=None, lease_until=None
        )  # it was disputed before, and still is
    if refused:
        reservations.release(session, hold.challenge_id)


def mark_disputed(session: Session, hold: Hold, why: str) -> None:
    _dispute_entry(session, _held_condition(hold), why)


def mark_abandoned_as_disputed(session: Session, challenge_id: str, why: str) -> None:
    _dispute_entry(session, _free_condition(challenge_id, session.now), why)


def begin_execution(session: Session, hold: Hold) -> LedgerEntry | None:
    """The payment has arrived: committed before any work is done for it. None if another request took over.

    After three failed tries no work is started again, and the entry comes back as `refund_due`."""
    entry = _update_entry(
        session,
        _held_condition(hold),
        payments.c.paid_at.is_(None),
        payments.c.state.in_(states_before(State.EXECUTING)),
        paid_at=session.now,
    )
    if entry is not None:
        reservations.keep(session, entry)
    started = _move_entry(
        session,
        sa.and_(_held_condition(hold), payments.c.executions < MOST_EXECUTIONS),
        State.EXECUTING,
        executions=payments.c.executions + 1,
    )
    return started or _owe_refund(session, _held_condition(hold), "the work failed three times")


def mark_work_failed(session: Session, hold: Hold) -> LedgerEntry | None:
    """The payer may retry, unless this was the last try: then a refund is due."""
    at_work = sa.and_(_held_condition(hold), payments.c.state == State.EXECUTING)
    last = sa.and_(at_work, payments.c.executions >= MOST_EXECUTIONS)
    return _owe_refund(session, last, "the work failed three times") or _move_entry(
        session, at_work, State.PAID, holder=None, lease_until=None
    )


def owe_held(session: Session, hold: Hold, reason: str) -> None:
    """The payment has arrived, but the work will not be done: a refund is due."""
    _owe_refund(session, sa.and_(_held_condition(hold), payments.c.state == State.EXECUTING), reason)


def mark_delivered(session: Session, hold: Hold, answer: bytes) -> LedgerEntry | None:
    """The answer is stored and can be fetched: this is the delivery."""
    return _move_entry(
        session,
        _held_condition(hold),
        State.DELIVERED,
        answer=answer,
        delivered_at=session.now,
        holder=None,
        lease_until=None,
    )


def release(session: Session, hold: Hold) -> None:
    """Nothing was sent: delete the row and give its share back to the budget."""
    _delete_pending(session, _held_condition(hold))


def release_abandoned(session: Session, challenge_id: str) -> None:
    """The same, for an entry without a holder."""
    _delete_pending(session, _free_condition(challenge_id, session.now))


def void(session: Session, hold: Hold) -> None:
    """The chain says that nothing was charged and nothing can be any more."""
    _void_entry(session, _held_condition(hold))


def void_abandoned_entry(session: Session, challenge_id: str, _why: str = "") -> None:
    _void_entry(session, _free_condition(challenge_id, session.now))


def mark_abandoned_as_paid(session: Session, challenge_id: str, _why: str = "") -> None:
    """The chain says that the payment arrived. A request that works on the row is left alone."""
    unpaid = sa.and_(
        _free_condition(challenge_id, session.now), payments.c.state.in_((*PENDING, State.DISPUTED))
    )
    paid = _move_entry(session, unpaid, State.PAID, paid_at=session.now, holder=None, lease_until=None)
    if paid is not None:
        reservations.keep(session, paid)


def owe_void(session: Session, challenge_id: str) -> bool:
    """The chain included a payment that it had denied: a refund is due, and it is never checked again."""
    void = sa.and_(payments.c.challenge_id == challenge_id, payments.c.state == State.VOID)
    owed = _owe_refund(session, void, "the chain included it after all", paid_at=session.now)
    if owed is not None:
        reservations.keep(session, owed)
    return owed is not None


def release_disputed(session: Session, challenge_id: str) -> bool:
    """Void a disputed entry: every block that could contain its payment has been read, and none does."""
    disputed = sa.and_(_free_condition(challenge_id, session.now), payments.c.state == State.DISPUTED)
    return _move_entry(session, disputed, State.VOID, holder=None, lease_until=None) is not None


def put_unexecuted_on_refund_list(session: Session) -> int:
    """Put payments of more than a day ago that bought nothing on the refund list; returns how many."""
    due = sa.and_(
        payments.c.state.in_(REFUNDABLE),
        payments.c.paid_at <= session.now - REDEEMABLE,
        sa.or_(payments.c.lease_until.is_(None), payments.c.lease_until <= session.now),
    )
    rows = session.rows(
        sa.update(payments)
        .where(due)
        .values(state=State.REFUND_DUE, holder=None, lease_until=None)
        .returning(payments)
    )
    for row in rows:
        refunds.owe(
            session,
            LedgerEntry(**row._mapping),
            f"paid, and not executed within {format_duration(REDEEMABLE)}",
        )
    return len(rows)


def follow_open(session: Session) -> int:
    """Defer a job for each pending entry without a holder; returns how many. Repeated until each is concluded."""
    reservations.end_overdue(session)
    found = session.rows(
        sa.select(payments.c.challenge_id)
        .where(
            payments.c.state.in_((*PENDING, State.DISPUTED)),
            payments.c.created_at <= session.now - MINUTE,
            sa.or_(payments.c.lease_until.is_(None), payments.c.lease_until <= session.now),
        )
        .order_by(payments.c.disputed_at.is_not(None), payments.c.created_at)
        .limit(500)
    )
    return sum(follow_up_at(session, row.challenge_id, session.now) for row in found)


def follow_up_at(session: Session, challenge_id: str, at: int) -> bool:
    return defer(session, FOLLOW_UP, key=f"{FOLLOW_UP}:{challenge_id}", run_at=at, challenge_id=challenge_id)


def forget_answers(session: Session) -> int:
    """Delete answers a day after their delivery, and rows of payments that never cost anything. The other rows stay, for
    bookkeeping."""
    long_ago = session.now - REDEEMABLE
    forgotten = session.run(
        sa.update(payments)
        .where(payments.c.answer.is_not(None), payments.c.delivered_at <= long_ago)
        .values(answer=None)
    ).rowcount
    forgettable = sa.and_(
        payments.c.state == State.VOID,
        payments.c.disputed_at.is_(None),
        payments.c.created_at < long_ago - REDEEMABLE,
    )
    return forgotten + session.run(sa.delete(payments).where(forgettable)).rowcount


def in_progress(seconds: int) -> Problem:
    return Problem(
        "payment-in-progress",
        "Another request with this credential is still in progress. You are charged only once.",
        headers={"Retry-After": str(max(1, seconds))},
    )


def _dispute_entry(session: Session, where: Any, why: str) -> None:
    entry = _move_entry(
        session,
        where,
        State.DISPUTED,
        disputed_at=sa.func.coalesce(payments.c.disputed_at, session.now),
        dispute=sa.func.coalesce(payments.c.dispute, why[:200]),
        holder=None,
        lease_until=None,
    )
    if entry is not None:
        reservations.release(session, entry.challenge_id)


def _owe_refund(session: Session, where: Any, reason: str, **values: Any) -> LedgerEntry | None:
    entry = _move_entry(session, where, State.REFUND_DUE, holder=None, lease_until=None, **values)
    if entry is not None:
        refunds.owe(session, entry, reason)
    return entry


def _delete_pending(session: Session, where: Any) -> None:
    row = session.row(
        sa.delete(payments)
        .where(where, payments.c.state.in_(DELETABLE), payments.c.state.in_(PENDING))
        .returning(payments.c.challenge_id)
    )
    if row is not None:
        reservations.release(session, row.challenge_id)


def _void_entry(session: Session, where: Any) -> None:
    """Void the entry, unless it is disputed: only reading the blocks ends a dispute (`release_disputed`)."""
    undisputed = sa.and_(where, payments.c.state != State.DISPUTED)
    entry = _move_entry(session, undisputed, State.VOID, holder=None, lease_until=None)
    if entry is not None:
        reservations.release(session, entry.challenge_id)


def _move_entry(session: Session, where: Any, to: State, **values: Any) -> LedgerEntry | None:
    """Change the state, if the current state allows it."""
    return _update_entry(session, where, payments.c.state.in_(states_before(to)), state=to, **values)


def _update_entry(session: Session, *where: Any, **values: Any) -> LedgerEntry | None:
    return _entry(session.row(sa.update(payments).where(*where).values(**values).returning(payments)))


def _held_condition(hold: Hold) -> Any:
    """Only while we hold it; another request may have taken over."""
    return sa.and_(payments.c.challenge_id == hold.challenge_id, payments.c.holder == hold.holder)


def _free_condition(challenge_id: str, now: int) -> Any:
    free = sa.or_(payments.c.lease_until.is_(None), payments.c.lease_until <= now)
    return sa.and_(payments.c.challenge_id == challenge_id, free)


def _entry(row: sa.Row[Any] | None) -> LedgerEntry | None:
    return None if row is None else LedgerEntry(**row._mapping)


def _seconds_left(entry: LedgerEntry | None, now: int) -> int:
    if entry is None or entry.lease_until is None:
        return 1
    return -(-(entry.lease_until - now) // SECOND)
