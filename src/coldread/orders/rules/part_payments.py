"""Sums that came in for an order: one row for each, with the way it was paid; and how much must be returned. Pure."""

from __future__ import annotations

import dataclasses
import datetime as dt

from coldread.base.clock import SECOND, moment
from coldread.base.dates import STOCKHOLM
from coldread.base.texts.inline_text import InlineText
from coldread.orders.rules.order import Order

#: how a sum came in, as buyer and operator read it
WAYS: dict[str, InlineText] = {
    "bank": InlineText(en="bank transfer", sv="banköverföring"),
    "swish": InlineText(en="Swish", sv="Swish"),
    "other": InlineText(en="another way", sv="annat sätt"),
}


@dataclasses.dataclass(frozen=True, kw_only=True)
class MoneyIn:
    """What an operator notes about a sum that came in."""

    #: whole kronor
    amount: int
    #: a moment of the day on which it came in
    received_at: int
    #: a name in `WAYS`
    way: str | None = None
    #: what the payer wrote
    reference: str | None = None


@dataclasses.dataclass(frozen=True, kw_only=True)
class Part:
    """One stored sum."""

    id: int
    at: int
    amount: int
    received_at: int
    way: str | None
    reference: str | None

    def way_name(self, lang: str) -> str:
        """How it was paid, in words; empty if nobody noted it."""
        return WAYS[self.way](lang) if self.way in WAYS else ""


def received_at(typed: str, now: int) -> int | None:
    """Noon in Stockholm of the day that was typed, such as 2026-11-19; now if that is today or nothing was typed. None
    if it is no day of the last year."""
    today = dt.datetime.fromtimestamp(now / SECOND, STOCKHOLM).date()
    try:
        on = dt.date.fromisoformat(typed) if typed else today
    except ValueError:
        return None
    if not today - dt.timedelta(days=366) <= on <= today:
        return None
    return now if on == today else moment(dt.datetime.combine(on, dt.time(12), STOCKHOLM))


def usual_way(order: Order, *, swish: bool) -> str:
    """The most likely way in which this order was paid, which a form preselects."""
    return "swish" if swish and order.billing_method == "mobile_payment" else "bank"


def more_than_price(order: Order) -> int:
    """How much more than the price has come in for a paid order."""
    return max(0, order.received - order.price.total) if order.paid_at is not None else 0


def may_note_money(order: Order) -> bool:
    """Whether a sum can be noted: after the bill, until the payment is complete; also late, of an order that has
    ended: it must go back."""
    return order.billing_pending_at is not None and order.paid_at is None and not order.sandbox
