"""How far the invoice of an order has come: its number says that there is one, and from when its days run. Pure."""

from __future__ import annotations

from typing import Literal

from coldread.base.clock import DAY
from coldread.orders.rules.billing_details import billing_gaps
from coldread.orders.rules.expiry import INVOICE_SHOWN
from coldread.orders.rules.order import Order
from coldread.payments.prices import RAIL, BillingMethod

#: `details`: the buyer must say to whom it goes; `to_write`: we write it; `written`: it has a number; `none`: none is asked for
Stage = Literal["details", "to_write", "written", "none"]


def invoice_stage(order: Order) -> Stage:
    """Of an order that waits for its payment."""
    if order.state.asks != "payment" or order.billing_method != BillingMethod.UMBRELLA_INVOICE:
        return "none"
    if order.external_reference:
        return "written"
    return "details" if billing_gaps(order.billing_method, order.asked.get("billing") or {}) else "to_write"


#: an order that was asked to be paid waits so long; then it ends
UNPAID_DAYS = INVOICE_SHOWN // DAY


def days_to_pay(method: BillingMethod) -> int:
    """How long a buyer has, wherever it is told: an invoice's own terms, else until the order ends."""
    return RAIL[method].terms_days or UNPAID_DAYS


def pay_by(order: Order, invoiced_at: int | None) -> int | None:
    """The last day of an invoice; None before it is written, and where payment is at once.

    `invoiced_at`: when its number was noted, where that was after the order was billed.
    """
    since, days = invoiced_at or order.billing_pending_at, order.price.terms_days
    return since + days * DAY if since is not None and days and order.external_reference else None
