"""The ledger: who paid for what and whether it was delivered, shared by all processes. `states` draws its states.

A row that a request works on has a holder and a lease. A holder that dies stops renewing it, and the next request with
the same credential takes over where it stopped. Every change is one statement that names the states it may come from:
two processes cannot both read and then both write.
"""

from __future__ import annotations

import dataclasses
from typing import Any

import sqlalchemy as sa

from coldread.base import money
from coldread.base.clock import DAY, MINUTE, SECOND, spoken
from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.jobs.defer import defer
from coldread.jobs.job import job_name
from coldread.payments import budget, refunds
from coldread.payments.methods.method import PaymentRefused
from coldread.payments.states import CLOSED, DELETABLE, PENDING, REFUNDABLE, State, before
from coldread.payments.tables import payments

FOLLOW_UP = job_name("payments.follow_up")
#: how long a payment can be redeemed, and its answer fetched
REDEEMABLE = DAY
#: after a transaction's own end the chain can be believed to have said all that it will say
GRACE = 20 * SECOND
#: how often work is begun for one payment
MOST_EXECUTIONS = 3
#: what accounts that are only named, and not proven, may hold of the budget together
MOST_UNPROVEN = 10**money.USDC_DECIMALS


@dataclasses.dataclass(frozen=True, kw_only=True)
class LedgerEntry:
    """One row."""

    challenge_id: str
    credential_hash: str
    body_digest: str
    route: str
    method: str
    kind: str
    tx_hash: str
    leg: str
    valid_before: int | None
    payer: str | None
    payer_proven: bool
    amount: int
    currency: str
    chain_id: int
    state: str = State.RESERVED
    holder: str | None = None
    lease_until: int | None = None
    budget_day: int = 0
    answer: bytes | None = None
    tries: int = 1
    executions: int = 0
    created_at: int = 0
    paid_at: int | None = None
    delivered_at: int | None = None

    def is_held(self, now: int) -> bool:
        """A request works on it, and is believed to be alive."""
        return self.lease_until is not None and self.lease_until > now


@dataclasses.dataclass(frozen=True, kw_only=True)
class Hold:
    """The holder of a ledger row's lease, and the lease's length."""

    challenge_id: str
    holder: str
    lease: int


@dataclasses.dataclass(frozen=True, kw_only=True)
class Allowance:
    """What may be reserved; None is no bound: the money is here already."""

    #: of the day's budget
    most: int | None
    #: what the payer's account holds: promises together are no larger
    balance: int | None


def find(session: Session, challenge_id: str) -> LedgerEntry | None:
    return _entry(session.row(sa.select(payments).where(payments.c.challenge_id == challenge_id)))


def find_payment(session: Session, tx_hash: str, leg: str) -> LedgerEntry | None:
    """A row that knows no leg was written before there were any: its transaction paid once."""
    mine = sa.and_(payments.c.tx_hash == tx_hash, payments.c.leg.in_((leg, "")))
    return _entry(session.row(sa.select(payments).where(mine)))


def open_entry(session: Session, entry: LedgerEntry, hold: Hold, allowance: Allowance) -> LedgerEntry:
    """Reserve the budget and begin; 503 where it is spent, 409 where another request has begun."""
    # First of all: the day's row is locked by it, so that what is summed below cannot grow meanwhile.
    budget.reserve(session, entry.amount, allowance.most)
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
    if not paid:
        _require_room(session, opened, allowance.balance)
    statement = session.insert(payments).values(**dataclasses.asdict(opened)).on_conflict_do_nothing()
    if session.row(statement.returning(payments.c.challenge_id)) is None:
        other = find(session, entry.challenge_id)
        if other is None:
            raise PaymentRefused("invalid-challenge", "This payment has already bought another call.")
        raise in_progress(_seconds_left(other, session.now))
    if not paid:
        follow_up_at(session, opened.challenge_id, (opened.valid_before or session.now) + GRACE)
    return opened


def take_over(session: Session, hold: Hold) -> LedgerEntry:
    """Work on a row that nobody works on; 409 while somebody does."""
    entry = _changed(
        session,
        _free(hold.challenge_id, session.now),
        payments.c.state.not_in(CLOSED),
        holder=hold.holder,
        lease_until=session.now + hold.lease,
        tries=payments.c.tries + 1,
    )
    if entry is None:
        raise in_progress(_seconds_left(find(session, hold.challenge_id), session.now))
    return entry


def renew(session: Session, hold: Hold) -> bool:
    return _changed(session, _held(hold), lease_until=session.now + hold.lease) is not None


def mark_settling(session: Session, hold: Hold) -> bool:
    """Committed before anything is sent: from here on the money may be on its way."""
    return _moved(session, _held(hold), State.SETTLING) is not None


def mark_unknown(session: Session, hold: Hold) -> None:
    _moved(session, _held(hold), State.UNKNOWN, holder=None, lease_until=None)


def begin_execution(session: Session, hold: Hold) -> LedgerEntry | None:
    """The money is here: committed before any work is done for it. None where another request took over.

    Work that was begun three times is not begun again: what comes back is then `refund_due`.
    """
    begun = _moved(
        session,
        sa.and_(_held(hold), payments.c.executions < MOST_EXECUTIONS),
        State.EXECUTING,
        paid_at=sa.func.coalesce(payments.c.paid_at, session.now),
        executions=payments.c.executions + 1,
    )
    return begun or _owed(session, _held(hold), "the work failed three times")


def mark_work_failed(session: Session, hold: Hold) -> LedgerEntry | None:
    """The payer may come back for it, unless that was the last time: then it is owed."""
    at_work = sa.and_(_held(hold), payments.c.state == State.EXECUTING)
    last = sa.and_(at_work, payments.c.executions >= MOST_EXECUTIONS)
    return _owed(session, last, "the work failed three times") or _moved(
        session, at_work, State.PAID, holder=None, lease_until=None
    )


def mark_delivered(session: Session, hold: Hold, answer: bytes) -> LedgerEntry | None:
    """The answer is stored, and can be fetched: that is the delivery."""
    return _moved(
        session,
        _held(hold),
        State.DELIVERED,
        answer=answer,
        delivered_at=session.now,
        holder=None,
        lease_until=None,
    )


def release(session: Session, hold: Hold) -> None:
    """Nothing was sent: the row goes, and the budget gets its share back."""
    _deleted(session, _held(hold))


def release_abandoned(session: Session, challenge_id: str) -> None:
    """The same, by whoever finds that nobody works on it."""
    _deleted(session, _free(challenge_id, session.now))


def void(session: Session, hold: Hold) -> None:
    """The chain's word: nothing was charged, and nothing can be any more."""
    _voided(session, _held(hold))


def void_abandoned(session: Session, challenge_id: str) -> None:
    _voided(session, _free(challenge_id, session.now))


def mark_paid_abandoned(session: Session, challenge_id: str) -> None:
    """The chain's word: the money came. A request that works on the row is left alone."""
    unpaid = sa.and_(_free(challenge_id, session.now), payments.c.state.in_(PENDING))
    _moved(session, unpaid, State.PAID, paid_at=session.now, holder=None, lease_until=None)


def list_unexecuted(session: Session) -> int:
    """Put what was paid a day ago and never executed on the refund list; how many."""
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
            session, LedgerEntry(**row._mapping), f"paid, and not executed within {spoken(REDEEMABLE)}"
        )
    return len(rows)


def follow_open(session: Session) -> int:
    """Have a worker ask the chain about what nobody works on; how many. Done again and again until each is concluded."""
    found = session.rows(
        sa.select(payments.c.challenge_id)
        .where(
            payments.c.state.in_(PENDING),
            payments.c.created_at <= session.now - MINUTE,
            sa.or_(payments.c.lease_until.is_(None), payments.c.lease_until <= session.now),
        )
        .order_by(payments.c.created_at)
        .limit(500)
    )
    return sum(follow_up_at(session, row.challenge_id, session.now) for row in found)


def follow_up_at(session: Session, challenge_id: str, at: int) -> bool:
    return defer(session, FOLLOW_UP, key=f"{FOLLOW_UP}:{challenge_id}", run_at=at, challenge_id=challenge_id)


def forget_answers(session: Session) -> int:
    """Remove answers whose day is over, and rows that never cost anything; the others stay, as bookkeeping."""
    long_ago = session.now - REDEEMABLE
    forgotten = session.run(
        sa.update(payments)
        .where(payments.c.answer.is_not(None), payments.c.delivered_at <= long_ago)
        .values(answer=None)
    ).rowcount
    gone = sa.and_(payments.c.state == State.VOID, payments.c.created_at < long_ago - REDEEMABLE)
    return forgotten + session.run(sa.delete(payments).where(gone)).rowcount


def in_progress(seconds: int) -> Problem:
    return Problem(
        "payment-in-progress",
        "Another request with this credential is being worked on. It is charged once.",
        headers={"Retry-After": str(max(1, seconds))},
    )


def _require_room(session: Session, entry: LedgerEntry, balance: int | None) -> None:
    """Promises of one account are no larger than what it holds; those of accounts that are only named, one dollar."""
    if balance is not None and _promised(session, payments.c.payer == entry.payer) + entry.amount > balance:
        raise PaymentRefused(
            "payment-insufficient", "The account holds less than the price and what it has signed before."
        )
    unproven = payments.c.payer_proven.is_(False)
    if not entry.payer_proven and _promised(session, unproven) + entry.amount > MOST_UNPROVEN:
        raise budget.exhausted(
            session.now,
            "Signatures that only the chain can check share a small budget, and it is used up for now. "
            "Nothing was charged. A secp256k1 signature needs none of it.",
            seconds=60,
        )


def _promised(session: Session, whose: Any) -> int:
    row = session.row(
        sa.select(sa.func.coalesce(sa.func.sum(payments.c.amount), 0)).where(
            payments.c.state.in_(PENDING), whose
        )
    )
    return 0 if row is None else int(row[0])


def _owed(session: Session, where: Any, reason: str) -> LedgerEntry | None:
    entry = _moved(session, where, State.REFUND_DUE, holder=None, lease_until=None)
    if entry is not None:
        refunds.owe(session, entry, reason)
    return entry


def _deleted(session: Session, where: Any) -> None:
    row = session.row(
        sa.delete(payments)
        .where(where, payments.c.state.in_(DELETABLE), payments.c.state.in_(PENDING))
        .returning(payments.c.amount, payments.c.budget_day)
    )
    if row is not None:
        budget.give_back(session, row.amount, row.budget_day)


def _voided(session: Session, where: Any) -> None:
    entry = _moved(session, where, State.VOID, holder=None, lease_until=None)
    if entry is not None:
        budget.give_back(session, entry.amount, entry.budget_day)


def _moved(session: Session, where: Any, to: State, **values: Any) -> LedgerEntry | None:
    """Change the state, from one that leads there."""
    return _changed(session, where, payments.c.state.in_(before(to)), state=to, **values)


def _changed(session: Session, *where: Any, **values: Any) -> LedgerEntry | None:
    return _entry(session.row(sa.update(payments).where(*where).values(**values).returning(payments)))


def _held(hold: Hold) -> Any:
    """Still ours; another request may have taken over."""
    return sa.and_(payments.c.challenge_id == hold.challenge_id, payments.c.holder == hold.holder)


def _free(challenge_id: str, now: int) -> Any:
    free = sa.or_(payments.c.lease_until.is_(None), payments.c.lease_until <= now)
    return sa.and_(payments.c.challenge_id == challenge_id, free)


def _entry(row: sa.Row[Any] | None) -> LedgerEntry | None:
    return None if row is None else LedgerEntry(**row._mapping)


def _seconds_left(entry: LedgerEntry | None, now: int) -> int:
    if entry is None or entry.lease_until is None:
        return 1
    return -(-(entry.lease_until - now) // SECOND)
