"""Closing orders that nobody paid for: the one move that no operator makes."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.orders.acts.advance import Move, apply_move
from coldread.orders.queries import hold_order
from coldread.orders.rules.expiry import INVOICE_SHOWN
from coldread.orders.rules.lifecycle import UNPAID, Status, statuses
from coldread.orders.tables import orders
from coldread.services import Services

AT_ONCE = 200  # a sweep may hold the writer for tens of milliseconds, no longer


def close_expired(session: Session, services: Services) -> int:
    """Write `expired` on lapsed orders that nobody paid for; returns how many. Reads of them answer 404 already."""
    due = (
        sa.select(orders.c.id)
        .where(
            orders.c.status.in_(UNPAID),
            orders.c.expires_at <= session.now,
            sa.or_(
                orders.c.status.not_in(statuses(lambda row: row.asks == "payment")),
                orders.c.billing_pending_at <= session.now - INVOICE_SHOWN,
            ),
        )
        .order_by(orders.c.expires_at)
        .limit(AT_ONCE)
    )
    closed = 0
    for row in session.rows(due):
        order = hold_order(session, row.id)
        if order is not None and order.state.is_unpaid and order.has_lapsed(session.now):
            apply_move(
                session,
                services,
                order,
                Move(to_status=Status.EXPIRED, actor="system", note="Nobody acted in time."),
            )
            closed += 1
    return closed
