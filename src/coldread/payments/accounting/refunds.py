"""The refund list: payments that bought nothing. The operator pays them back and marks them."""

from __future__ import annotations

import dataclasses
from typing import Protocol

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.payments.tables import payment_refunds


@dataclasses.dataclass(frozen=True, kw_only=True)
class Refund:
    """One row."""

    tx_hash: str
    leg: str
    challenge_id: str
    route: str
    #: the row of `accepted.METHODS` by which it was paid, and is paid back
    method: str
    payer: str | None
    amount: int
    currency: str
    chain_id: int
    reason: str
    noted_at: int
    refunded_at: int | None = None
    note: str | None = None


class Owed(Protocol):
    """A payment that is owed back: a row of the ledger, or an unclaimed transfer."""

    @property
    def tx_hash(self) -> str: ...
    @property
    def leg(self) -> str: ...
    @property
    def challenge_id(self) -> str: ...
    @property
    def route(self) -> str: ...
    @property
    def method(self) -> str: ...
    @property
    def payer(self) -> str | None: ...
    @property
    def amount(self) -> int: ...
    @property
    def currency(self) -> str: ...
    @property
    def chain_id(self) -> int: ...


def owe(session: Session, owed: Owed, reason: str) -> bool:
    """Put a payment on the list, once. False if it is there already."""
    refund = Refund(
        tx_hash=owed.tx_hash,
        leg=owed.leg,
        challenge_id=owed.challenge_id,
        route=owed.route,
        method=owed.method,
        payer=owed.payer,
        amount=owed.amount,
        currency=owed.currency,
        chain_id=owed.chain_id,
        reason=reason,
        noted_at=session.now,
    )
    statement = session.insert(payment_refunds).values(**dataclasses.asdict(refund)).on_conflict_do_nothing()
    return session.run(statement).rowcount == 1


def refund_due(
    why: str = "This payment bought nothing and is on the refund list, or was paid back already.",
) -> Problem:
    """403: no challenge, so that no client pays again by itself."""
    return Problem("payment-refund-due", why)


def is_owed(session: Session, leg: str) -> bool:
    """Whether a payment of this leg was ever put on the list."""
    row = session.row(sa.select(payment_refunds.c.tx_hash).where(payment_refunds.c.leg == leg).limit(1))
    return bool(leg) and row is not None


def open_refunds(session: Session) -> list[Refund]:
    """The open refunds, oldest first."""
    rows = session.rows(
        sa.select(payment_refunds)
        .where(payment_refunds.c.refunded_at.is_(None))
        .order_by(payment_refunds.c.noted_at)
    )
    return [Refund(**row._mapping) for row in rows]


def mark_refunded(session: Session, tx_hash: str, note: str) -> bool:
    """Mark the refund of a transaction as paid; False if none is open."""
    open_of_transaction = sa.and_(
        payment_refunds.c.tx_hash == tx_hash, payment_refunds.c.refunded_at.is_(None)
    )
    changed = session.run(
        sa.update(payment_refunds).where(open_of_transaction).values(refunded_at=session.now, note=note[:200])
    )
    return changed.rowcount > 0
