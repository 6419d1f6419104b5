"""Changing an order's row, together with its moment of change and the stored answer for polls."""

from __future__ import annotations

import dataclasses
from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.orders.queries import dossier_of
from coldread.orders.rules.order import Dossier, Order
from coldread.orders.tables import orders
from coldread.orders.views.stored_view import store_view


def change(session: Session, settings: Settings, order: Order, **columns: Any) -> Dossier:
    """Change these columns of the locked order, store it and its answer. Without columns the order is only touched."""
    # strictly increasing, even if the clock jumps back
    columns["updated_at"] = max(session.now, order.updated_at + 1)
    session.run(sa.update(orders).where(orders.c.id == order.id).values(**columns))
    dossier = dossier_of(session, dataclasses.replace(order, **columns))
    store_view(session, settings, dossier)
    return dossier
