"""Every date that people are told of an order, by its name: the buyer's page, the pay page and the console read it here. Pure."""

from __future__ import annotations

import dataclasses

from coldread.base.settings import Settings
from coldread.orders.rules import expiry
from coldread.orders.rules.invoice import pay_by
from coldread.orders.rules.order import Order


@dataclasses.dataclass(frozen=True, kw_only=True)
class NamedDate:
    """One date, as the operator's list calls it."""

    name: str
    at: int


def ends_unpaid(order: Order, settings: Settings) -> int:
    """When an order that nobody pays for is over: its page goes, and no payment is taken any more."""
    return order.page_ends(settings) or order.expires_at


def rescan_until(order: Order) -> int | None:
    return expiry.rescan_ends(order.delivered_at) if order.delivered_at is not None else None


def dates_of(order: Order, settings: Settings, invoiced_at: int | None = None) -> tuple[NamedDate, ...]:
    """Those that matter where the order stands, the nearest first."""
    unpaid, delivered = order.state.is_unpaid, order.delivered_at
    named = (
        ("pay by, the buyer is told", pay_by(order, invoiced_at) if unpaid else None),
        ("ends if nobody pays", ends_unpaid(order, settings) if unpaid else None),
        ("rescan until", rescan_until(order)),
        ("buyer’s page until", None if unpaid else order.page_ends(settings)),
        ("agents can read it until", order.expires_at),
        ("files until", expiry.deliverables_end(settings, delivered) if delivered is not None else None),
    )
    return tuple(
        sorted((NamedDate(name=name, at=at) for name, at in named if at is not None), key=lambda one: one.at)
    )
