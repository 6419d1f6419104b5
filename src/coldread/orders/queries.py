"""Queries on the tables of orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.db import PointRead, Session
from coldread.orders.rules.lifecycle import Status
from coldread.orders.rules.order import Dossier, Order, StatusEntry
from coldread.orders.tables import (
    artifacts,
    order_events,
    order_messages,
    order_sources,
    order_views,
    orders,
)

#: the polled read: what `api/polled` needs to answer, and nothing else
VIEW = PointRead(
    sql="SELECT etag, build, fresh_until, body FROM order_views WHERE order_id = ?",
    many="SELECT order_id, etag, build, fresh_until, body FROM order_views WHERE order_id = ANY(?)",
)


def marks_of(session: Session, order_ids: Sequence[str]) -> dict[str, str]:
    """A mark for each order that changes when its answer changes: its ETag, or `stale` once it has expired."""
    marks: dict[str, str] = {}
    # a statement takes at most so many parameters on every database
    for start in range(0, len(order_ids), 500):
        some = order_ids[start : start + 500]
        rows = session.rows(
            sa.select(order_views.c.order_id, order_views.c.etag, order_views.c.fresh_until).where(
                order_views.c.order_id.in_(some)
            )
        )
        marks |= {row.order_id: row.etag if session.now < row.fresh_until else "stale" for row in rows}
    return marks


def find_order(session: Session, order_id: str) -> Order | None:
    row = session.row(sa.select(orders).where(orders.c.id == order_id))
    return Order(**row._mapping) if row else None


def hold_order(session: Session, order_id: str) -> Order | None:
    """The order, locked against other moves until the transaction ends (SQLite has one writer anyway)."""
    row = session.row(sa.select(orders).where(orders.c.id == order_id).with_for_update())
    return Order(**row._mapping) if row else None


def dossier_of(session: Session, order: Order) -> Dossier:
    return Dossier(
        order=order,
        entries=tuple(
            StatusEntry(status=event.to_status, at=event.at) for event in events_of(session, order.id)
        ),
        files=frozenset(artifacts_of(session, order.id)),
    )


def events_of(session: Session, order_id: str) -> Sequence[sa.Row[Any]]:
    return session.rows(
        sa.select(order_events).where(order_events.c.order_id == order_id).order_by(order_events.c.id)
    )


def artifacts_of(session: Session, order_id: str) -> dict[str, sa.Row[Any]]:
    rows = session.rows(sa.select(artifacts).where(artifacts.c.order_id == order_id))
    return {row.file: row for row in rows}


def messages_of(session: Session, order_id: str) -> Sequence[sa.Row[Any]]:
    return session.rows(
        sa.select(order_messages)
        .where(order_messages.c.order_id == order_id)
        .order_by(order_messages.c.received_at)
    )


def sources_of(session: Session, order_id: str) -> Sequence[sa.Row[Any]]:
    return session.rows(
        sa.select(order_sources).where(order_sources.c.order_id == order_id).order_by(order_sources.c.id)
    )


def newest_orders(
    session: Session, status: Status | None, most: int, *, sandbox: bool = False
) -> list[Order]:
    """The orders that changed last. `sandbox`: only sandbox orders, or none of them."""
    statement = sa.select(orders).where(orders.c.sandbox.is_(sandbox))
    statement = statement.order_by(orders.c.updated_at.desc()).limit(most)
    if status is not None:
        statement = statement.where(orders.c.status == status)
    return [Order(**row._mapping) for row in session.rows(statement)]
