"""Which moves an operator is offered: the lifecycle's, less those that would pass over a decision. Pure."""

from __future__ import annotations

from coldread.orders.rules.lifecycle import STATE, Status, allowed
from coldread.orders.rules.order import Order
from coldread.orders.rules.whose_turn import Wait


def offered_moves(order: Order, wait: Wait, *, lapsed: bool) -> tuple[Status, ...]:
    """None once the money has gone back. After a withdrawal only those that close the order, until it is decided."""
    if order.is_refunded:
        return ()
    legal = allowed(Status(order.status), lapsed=lapsed)
    if wait.name == "withdrawal":
        return tuple(to for to in legal if STATE[to].is_declined)
    return legal
