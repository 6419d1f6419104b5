"""The buyer's wish to withdraw: noted for the operator, never moving the order."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.orders.queries import hold_order
from coldread.orders.rules.lifecycle import CLOSED, PAID_FOR, Status
from coldread.orders.shown.views import require_readable
from coldread.orders.tables import order_withdrawals


def ask_withdrawal(session: Session, order_id: str) -> bool:
    """Whether the wish was noted: only while nothing is paid and the order is open. Asking again changes nothing."""
    order = require_readable(hold_order(session, order_id), session.now)
    if Status(order.status) in PAID_FOR | CLOSED:
        return False
    session.run(
        session.insert(order_withdrawals)
        .values(order_id=order_id, asked_at=session.now)
        .on_conflict_do_nothing(index_elements=["order_id"])
    )
    return True


def withdrawal_asked_at(session: Session, order_id: str) -> int | None:
    row = session.row(sa.select(order_withdrawals.c.asked_at).where(order_withdrawals.c.order_id == order_id))
    return row.asked_at if row else None
