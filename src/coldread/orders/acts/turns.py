"""Whose turn it is, asked of the database: the queue, the clocks, the order's page, letters and A2A read it here."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.orders.acts.unseen import unseen_since
from coldread.orders.acts.withdrawal import withdrawals
from coldread.orders.queries import find_order
from coldread.orders.rules.order import Order
from coldread.orders.rules.waits import Wait, WaitFacts, wait_of
from coldread.orders.tables import order_events, order_messages, orders


def waits(session: Session, found: list[Order]) -> dict[str, Wait]:
    """Whose turn it is, by order."""
    names = [order.id for order in found]
    entered = _latest(session, order_events.c.at, names, orders.c.status == order_events.c.to_status)
    answered = _latest(session, order_messages.c.received_at, names)
    withdrawn = withdrawals(session, names)
    unseen = unseen_since(session, names)
    return {
        order.id: wait_of(
            WaitFacts(
                order=order,
                entered_at=entered.get(order.id, order.created_at),
                answered_at=answered.get(order.id),
                withdrawn_at=withdrawn[order.id].asked_at if order.id in withdrawn else None,
                unseen_since=unseen.get(order.id),
            )
        )
        for order in found
    }


def turn_of(session: Session, order_id: str) -> Wait | None:
    """Of one order; None where there is no such order."""
    order = find_order(session, order_id)
    return waits(session, [order])[order_id] if order else None


def _latest(
    session: Session, moment: sa.Column[int], names: list[str], where: sa.ColumnElement[bool] | None = None
) -> dict[str, int]:
    """The last moment of a table's rows, by order."""
    order_id = moment.table.c.order_id
    statement = sa.select(order_id, sa.func.max(moment).label("at")).where(order_id.in_(names))
    if where is not None:
        statement = statement.join(orders, orders.c.id == order_id).where(where)
    return {row.order_id: row.at for row in session.rows(statement.group_by(order_id))}
