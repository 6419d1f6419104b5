"""The table of retention times, and the sweep that applies it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.base.texts.inline_text import InlineText
from coldread.orders.queries import hold_order
from coldread.orders.rules.lifecycle import DECLINED, IN_WORK, BillingStatus
from coldread.orders.rules.order import Order
from coldread.orders.tables import order_sources, orders
from coldread.privacy.forget import drop_sources, forget_order
from coldread.services import Services

#: after the payment; covers a financial year of any twelve months
BOOKS_KEPT = 9 * 366 * DAY
AT_ONCE = 100  # a sweep may hold the writer for tens of milliseconds, no longer


@dataclasses.dataclass(frozen=True, kw_only=True)
class Rule:
    """One row: what is deleted, how long after which event, and why it was stored."""

    what: InlineText
    after: Callable[[Settings], int]
    since: InlineText
    why: InlineText
    #: the orders that are due, for a moment before which `since` must be
    due: Callable[[int], sa.ColumnElement[bool]]
    #: their order: that of the partial index, so that the database reads nothing else
    by: tuple[sa.Column[Any], ...]
    forget: Callable[[Session, Services, Order], object]


def _days(number: int) -> Callable[[Settings], int]:
    return lambda _: number * DAY


_HAS_SOURCE = orders.c.id.in_(sa.select(order_sources.c.order_id))
_HAS_BOOKS: sa.ColumnElement[Any] = orders.c.request.contains('"billing"')

RULES: tuple[Rule, ...] = (
    Rule(
        what=InlineText(
            en="the page's source (html, jsx)",
            sv="sidans källkod (html, jsx)",
        ),
        after=_days(30),
        since=InlineText(
            en="delivery",
            sv="leveransen",
        ),
        why=InlineText(
            en="questions about the diff",
            sv="frågor om diffen",
        ),
        due=lambda before: sa.and_(orders.c.delivered_at <= before, _HAS_SOURCE),
        by=(orders.c.delivered_at,),
        forget=lambda session, _, order: drop_sources(session, order.id),
    ),
    Rule(
        what=InlineText(
            en="everything of an order that was declined or ran out",
            sv="allt om en beställning som nekades eller förföll",
        ),
        after=_days(30),
        since=InlineText(
            en="its end",
            sv="dess slut",
        ),
        why=InlineText(
            en="the buyer may ask why",
            sv="köparen kan undra varför",
        ),
        due=lambda before: sa.and_(
            orders.c.status.in_(DECLINED),
            orders.c.to_return == 0,  # the money goes back first
            orders.c.updated_at <= before,
            orders.c.contact_email.is_not(None),
        ),
        by=(orders.c.status, orders.c.updated_at),
        forget=lambda session, services, order: forget_order(session, services, order, books=False),
    ),
    Rule(
        what=InlineText(
            en="everything of a delivered order but its invoice",
            sv="allt om en levererad beställning utom dess faktura",
        ),
        after=lambda settings: settings.retention_days * DAY,
        since=InlineText(
            en="delivery",
            sv="leveransen",
        ),
        why=InlineText(
            en="the deliverables can be read that long",
            sv="det levererade går att läsa så länge",
        ),
        due=lambda before: sa.and_(orders.c.delivered_at <= before, orders.c.contact_email.is_not(None)),
        by=(orders.c.delivered_at,),
        forget=lambda session, services, order: forget_order(session, services, order, books=True),
    ),
    Rule(
        what=InlineText(
            en="everything of an order whose money went back before its delivery, but its invoice",
            sv="allt om en beställning vars pengar betalades tillbaka före leveransen, utom dess faktura",
        ),
        after=lambda settings: settings.retention_days * DAY,
        since=InlineText(
            en="the refund",
            sv="återbetalningen",
        ),
        why=InlineText(
            en="the buyer may ask about the money",
            sv="köparen kan fråga om pengarna",
        ),
        due=lambda before: sa.and_(
            orders.c.status.in_(IN_WORK),
            orders.c.updated_at <= before,
            orders.c.contact_email.is_not(None),
            orders.c.billing_status == BillingStatus.WAIVED.value,
        ),
        by=(orders.c.status, orders.c.updated_at),
        forget=lambda session, services, order: forget_order(session, services, order, books=True),
    ),
    Rule(
        what=InlineText(
            en="the invoice's details",
            sv="fakturans uppgifter",
        ),
        after=lambda _: BOOKS_KEPT,
        since=InlineText(
            en="payment",
            sv="betalningen",
        ),
        why=InlineText(
            en="bookkeeping: seven years after the year in which the financial year ended (Bokföringslagen 7 kap. 2 §)",
            sv="bokföring: sju år efter det år då räkenskapsåret tog slut (bokföringslagen 7 kap. 2 §)",
        ),
        due=lambda before: sa.and_(
            orders.c.paid_at <= before,
            sa.or_(orders.c.delivered_at <= before, orders.c.billing_status == BillingStatus.WAIVED.value),
            _HAS_BOOKS,
        ),
        by=(orders.c.paid_at,),
        forget=lambda session, services, order: forget_order(session, services, order, books=False),
    ),
)


def forget_outdated(session: Session, services: Services) -> int:
    """Apply every rule; returns how many orders changed."""
    return sum(_apply_rule(session, services, rule) for rule in RULES)


def _apply_rule(session: Session, services: Services, rule: Rule) -> int:
    before = session.now - rule.after(services.settings)
    found = session.rows(sa.select(orders.c.id).where(rule.due(before)).order_by(*rule.by).limit(AT_ONCE))
    for row in found:
        order = hold_order(session, row.id)
        assert order is not None
        rule.forget(session, services, order)
    return len(found)
