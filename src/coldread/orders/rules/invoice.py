"""The stage of an order's invoice. It exists once it has a number, and its days to pay start then. Pure."""

from __future__ import annotations

from typing import Literal

from coldread.base.clock import DAY
from coldread.orders.rules.billing_details import billing_gaps
from coldread.orders.rules.expiry import INVOICE_SHOWN
from coldread.orders.rules.order import Order
from coldread.payments.prices import RAIL, BillingMethod

#: `details`: the buyer must say whom to invoice; `to_write`: we write it; `written`: it has a number; `none`:
#: no invoice is needed
Stage = Literal["details", "to_write", "written", "none"]


def invoice_stage(order: Order) -> Stage:
    """The stage of the invoice, for an order that waits for its payment."""
    if order.state.asks != "payment" or order.billing_method != BillingMethod.UMBRELLA_INVOICE:
        return "none"
    if order.external_reference:
        return "written"
    return "details" if billing_gaps(order.billing_method, order.asked.get("billing") or {}) else "to_write"


#: an order that waits for payment ends after this
UNPAID_DAYS = INVOICE_SHOWN // DAY


def days_to_pay(method: BillingMethod) -> int:
    """The buyer's days to pay: an invoice's own terms, else until the order ends. Every text uses this."""
    return RAIL[method].terms_days or UNPAID_DAYS


def pay_by(order: Order, invoiced_at: int | None) -> int | None:
    """The last day to pay; None before the bill, and before an invoice is written.

    Without an invoice it is the day on which the unpaid order closes. `invoiced_at`: when the invoice's number was
    noted, if that was after the order was billed."""
    if order.billing_pending_at is None:
        return None
    if order.billing_method == BillingMethod.MOBILE_PAYMENT:
        return order.billing_pending_at + INVOICE_SHOWN
    since, days = invoiced_at or order.billing_pending_at, order.price.terms_days
    return since + days * DAY if order.external_reference else None
