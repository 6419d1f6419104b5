"""The free rescan after delivery: who may have it."""

from __future__ import annotations

from coldread.base.db import Session
from coldread.base.problems import Problem, not_found
from coldread.orders import expiry
from coldread.orders.lifecycle import Status
from coldread.orders.order import Order
from coldread.orders.queries import find_order
from coldread.orders.views import readable


def rescannable(session: Session, order_id: str) -> Order:
    """The order if its rescan can be used now. A delivered order's right outlives the order's seven days."""
    order = find_order(session, order_id)
    if order is None:
        raise not_found()
    if order.status != Status.DELIVERED or order.delivered_at is None:
        readable(order, session.now)
        raise Problem(
            "rescan-not-available", "The rescan comes with the delivery; the order is not delivered."
        )
    if session.now >= expiry.rescan_ends(order.delivered_at):
        raise not_found()
    if order.rescan_used:
        raise Problem("rescan-used", "The rescan of this order has been used.")
    return order
