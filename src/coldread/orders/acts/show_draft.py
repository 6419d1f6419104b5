"""A draft that was stored: the order knows when it can be read, and polls and the letter follow from that."""

from __future__ import annotations

import dataclasses
from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.orders.letters import write_draft_letter
from coldread.orders.queries import dossier_of
from coldread.orders.rules.expiry import draft_due
from coldread.orders.rules.order import Order
from coldread.orders.shown.views import store_view
from coldread.orders.tables import orders
from coldread.services import Services


def show_draft(session: Session, services: Services, order: Order) -> None:
    """For a held order whose draft is stored; one that has its moment already keeps it."""
    live = order.draft_live_at
    if live is None and order.paid_at is not None:
        live = draft_due(services.settings, order.paid_at, session.now)
    changes: dict[str, Any] = {
        "draft_live_at": live,
        "updated_at": max(session.now, order.updated_at + 1),
    }
    session.run(sa.update(orders).where(orders.c.id == order.id).values(**changes))
    dossier = dossier_of(session, dataclasses.replace(order, **changes))
    store_view(session, services.settings, dossier)
    write_draft_letter(session, services.settings, dossier)
