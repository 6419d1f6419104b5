"""The refund list: money that came and bought nothing. The operator pays it back and ticks it off."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.payments.ledger import REDEEMABLE, LedgerEntry, State
from coldread.payments.tables import payment_refunds, payments

if TYPE_CHECKING:
    from coldread.services import Services


@dataclasses.dataclass(frozen=True, kw_only=True)
class Refund:
    """One row."""

    tx_hash: str
    challenge_id: str
    route: str
    payer: str | None
    amount: int
    currency: str
    chain_id: int
    reason: str
    noted_at: int
    refunded_at: int | None
    note: str | None


def owe(session: Session, entry: LedgerEntry, reason: str) -> None:
    """Note that the payer gets the money back; once a transaction."""
    values = {
        "tx_hash": entry.tx_hash,
        "challenge_id": entry.challenge_id,
        "route": entry.route,
        "payer": entry.payer,
        "amount": entry.amount,
        "currency": entry.currency,
        "chain_id": entry.chain_id,
        "reason": reason,
        "noted_at": session.now,
    }
    session.run(session.insert(payment_refunds).values(**values).on_conflict_do_nothing())


def open_refunds(session: Session) -> list[Refund]:
    """What is owed, the oldest first."""
    rows = session.rows(
        sa.select(payment_refunds)
        .where(payment_refunds.c.refunded_at.is_(None))
        .order_by(payment_refunds.c.noted_at)
    )
    return [Refund(**row._mapping) for row in rows]


def mark_refunded(session: Session, tx_hash: str, note: str) -> bool:
    """The operator has paid it back; False where nothing is owed for that transaction."""
    mine = sa.and_(payment_refunds.c.tx_hash == tx_hash, payment_refunds.c.refunded_at.is_(None))
    changed = session.run(
        sa.update(payment_refunds).where(mine).values(refunded_at=session.now, note=note[:200])
    )
    return changed.rowcount == 1


def list_undelivered(session: Session, services: Services) -> int:
    """Move what was paid a day ago and never delivered to the refund list; how many."""
    undelivered = (State.PAID, State.EXECUTING, State.EXECUTED)
    rows = session.rows(
        sa.select(payments).where(
            payments.c.state.in_(undelivered),
            payments.c.paid_at <= session.now - REDEEMABLE,
            sa.or_(payments.c.lease_until.is_(None), payments.c.lease_until <= session.now),
        )
    )
    for row in rows:
        entry = LedgerEntry(**row._mapping)
        owe(session, entry, "paid, and not delivered within 24 hours")
        session.run(
            sa.update(payments)
            .where(payments.c.challenge_id == entry.challenge_id)
            .values(state=State.REFUND_DUE, holder=None, lease_until=None)
        )
    return len(rows)
