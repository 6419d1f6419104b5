"""Changing an order's row: with it go its moment of change and the answer that polls get, always together."""

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
    """The held order with these columns changed, as it is stored and shown from now on; without any, it is touched."""
    columns["updated_at"] = max(session.now, order.updated_at + 1)  # the clock may jump back; this never does
    session.run(sa.update(orders).where(orders.c.id == order.id).values(**columns))
    dossier = dossier_of(session, dataclasses.replace(order, **columns))
    store_view(session, settings, dossier)
    return dossier
