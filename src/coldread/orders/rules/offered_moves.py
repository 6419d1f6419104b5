"""Which moves an operator is offered: those of the lifecycle, except moves that would skip a decision. Pure."""

from __future__ import annotations

from coldread.orders.rules.lifecycle import STATE, Status, allowed_moves
from coldread.orders.rules.order import Order
from coldread.orders.rules.whose_turn import Wait


def offered_moves(order: Order, wait: Wait, *, lapsed: bool) -> tuple[Status, ...]:
    """No move after a refund. While a withdrawal is open, only moves that close the order."""
    if order.is_refunded:
        return ()
    legal = allowed_moves(Status(order.status), lapsed=lapsed)
    if wait.name == "withdrawal":
        return tuple(to for to in legal if STATE[to].is_declined)
    return legal
