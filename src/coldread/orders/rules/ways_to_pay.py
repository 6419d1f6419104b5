"""The ways to pay an order, in the order in which the pay page and the letter name them. Pure."""

from __future__ import annotations

from typing import Literal

from coldread.base.settings import Settings
from coldread.orders.rules.order import Order
from coldread.payments.prices import BillingMethod

WayToPay = Literal["swish", "bank", "invoice"]


def ways_to_pay(order: Order, settings: Settings, *, has_waived: bool) -> tuple[WayToPay, ...]:
    """The chosen way first, then the others. `bank` is a private person's; a company pays the invoice from its bank.

    A private person who has not yet asked for the work to begin is shown one way, which asks for that first. Who has
    paid a part goes on as it began: the other price is no longer offered."""
    swish, bank = bool(settings.mobile_payee), bool(settings.bank_account)
    if order.billing_method != BillingMethod.MOBILE_PAYMENT:
        return ("invoice", "swish") if swish and not order.is_part_paid else ("invoice",)
    own: list[WayToPay] = ["swish"] if swish else []
    if bank and (has_waived or not swish):
        own.append("bank")
    return tuple(own) if own and order.is_part_paid else (*own, "invoice")
