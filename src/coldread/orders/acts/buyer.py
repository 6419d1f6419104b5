"""What a buyer may do to an order beside answering: complete the billing details, and withdraw."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.orders.acts.remarks import add_remark
from coldread.orders.letters import write_notice
from coldread.orders.queries import dossier_of, hold_order
from coldread.orders.rules.lifecycle import CLOSED, Status
from coldread.orders.rules.order import Order
from coldread.orders.shown.views import require_readable, store_view
from coldread.orders.tables import order_remarks, orders

BUYER = "buyer"
#: while these last, an invoice can still be made out to somebody else
OPEN_BILLING = (
    Status.SUBMITTED,
    Status.REVIEWING,
    Status.NEEDS_INFO,
    Status.ACCEPTED,
    Status.BILLING_PENDING,
)


def complete_billing(
    session: Session, settings: Settings, order_id: str, details: Mapping[str, str]
) -> Order:
    """Add to whom the invoice goes; what was known and is not sent again stays."""
    order = require_readable(hold_order(session, order_id), session.now)
    if order.status not in OPEN_BILLING:
        raise Problem("invalid-input", "The order is paid or closed: its billing details stay as they are.")
    before = order.asked.get("billing") or {}
    billing = {**before, **details}
    if billing == before:
        return order
    asked = {**order.asked, "billing": billing}
    changed: dict[str, Any] = {
        "request": json.dumps(asked, ensure_ascii=False, separators=(",", ":")),
        "updated_at": max(session.now, order.updated_at + 1),
    }
    session.run(sa.update(orders).where(orders.c.id == order_id).values(**changed))
    note = "; ".join(f"{name}: {value}" for name, value in details.items() if before.get(name) != value)
    add_remark(session, order_id, "billing", BUYER, note)
    completed = dataclasses.replace(order, **changed)
    store_view(session, settings, dossier_of(session, completed))
    write_notice(
        session, settings, "info_answered", completed, about=f"{order_id}/{session.now}", message=note
    )
    return completed


def withdraw(session: Session, settings: Settings, order_id: str, name: str) -> Order:
    """Note that the buyer withdraws; the operator answers and moves the order. Saying it twice is saying it once."""
    order = require_readable(hold_order(session, order_id), session.now)
    if not withdrawals(session, order_id):
        add_remark(session, order_id, "withdrawal", BUYER, name)
        about = f"{order_id}/withdrawal"
        write_notice(session, settings, "info_answered", order, about=about, message=f"{name} withdraws.")
    return order


def withdrawals(session: Session, order_id: str) -> Sequence[sa.Row[Any]]:
    """When the buyer withdrew, if at all."""
    return session.rows(
        sa.select(order_remarks.c.at).where(
            order_remarks.c.order_id == order_id, order_remarks.c.kind == "withdrawal"
        )
    )


def may_withdraw(order: Order) -> bool:
    """Until the work is delivered; what the law says about a company's order is for the terms."""
    return Status(order.status) not in CLOSED
