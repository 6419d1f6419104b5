"""The dates of an order, each with a name. The buyer's page, the pay page and the console read them here. Pure."""

from __future__ import annotations

import dataclasses

from coldread.base.settings import Settings
from coldread.base.texts.inline_text import InlineText
from coldread.orders.rules import expiry
from coldread.orders.rules.invoice import pay_by
from coldread.orders.rules.order import Order
from coldread.orders.rules.requests import Source


@dataclasses.dataclass(frozen=True, kw_only=True)
class NamedDate:
    """One date, with its name in the operator's list."""

    name: InlineText
    at: int


def ends_unpaid(order: Order, settings: Settings) -> int:
    """When an unpaid order ends: its page goes, and it can no longer be paid."""
    return order.page_ends(settings) or order.expires_at


def rescan_until(order: Order) -> int | None:
    return expiry.rescan_ends(order.delivered_at) if order.delivered_at is not None else None


def dates_of(order: Order, settings: Settings, invoiced_at: int | None = None) -> tuple[NamedDate, ...]:
    """The dates that matter in the order's status, nearest first."""
    if order.contact_email is None:  # erased: neither its page nor its files are there
        return ()
    unpaid, delivered = order.state.is_unpaid, order.delivered_at
    named = (
        (
            InlineText(
                en="last day to pay, as the buyer reads it", sv="sista dag att betala, som köparen läser den"
            ),
            pay_by(order, invoiced_at) if unpaid else None,
        ),
        (
            InlineText(en="closes if nothing has come in", sv="stängs om inget har kommit in"),
            ends_unpaid(order, settings) if unpaid else None,
        ),
        (InlineText(en="rescan until", sv="omskanning till och med"), rescan_until(order)),
        (
            InlineText(en="buyer’s page until", sv="köparens sida till och med"),
            None if unpaid else order.page_ends(settings),
        ),
        (
            InlineText(en="the API answers an agent until", sv="API:et svarar en agent till och med"),
            order.expires_at if order.source == Source.AGENT else None,
        ),
        (
            InlineText(en="files until", sv="filerna till och med"),
            expiry.deliverables_end(settings, delivered) if delivered is not None else None,
        ),
    )
    return tuple(
        sorted(
            (NamedDate(name=name, at=at) for name, at in named if at is not None), key=lambda date: date.at
        )
    )
