"""Whose turn it is, from the database. Answers, the queue, the clocks, the order's page and letters read it here."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.orders.files.deliverable_files import DRAFT
from coldread.orders.rules.lifecycle import IN_WORK
from coldread.orders.rules.order import Order
from coldread.orders.rules.whose_turn import Wait, WaitFacts, wait_of
from coldread.orders.tables import (
    artifacts,
    order_events,
    order_messages,
    order_remarks,
    order_sources,
    order_withdrawals,
    orders,
)

#: kinds of remarks: nothing could be read; the buyer sent another address, or a source
UNSEEN, ADDRESS, SOURCE = "unseen", "address", "source"


def whose_turn(session: Session, found: Sequence[Order]) -> dict[str, Wait]:
    """Whose turn it is, by order."""
    facts = {
        row.id: row for row in session.rows(_FACTS.where(orders.c.id.in_([order.id for order in found])))
    }
    unseen = unreachable_since(session, [order.id for order in found if order.state.in_work])
    return {
        order.id: wait_of(
            WaitFacts(
                order=order,
                entered_at=facts[order.id].entered_at or order.created_at,
                buyer_wrote_at=facts[order.id].buyer_wrote_at,
                withdrawn_at=facts[order.id].withdrawn_at,
                unseen_since=unseen.get(order.id),
            )
        )
        for order in found
    }


def unreachable_since(session: Session, order_ids: Iterable[str]) -> dict[str, int]:
    """Which of these orders in work have no readable page, and since when."""
    names = list(order_ids)
    if not names:
        return {}
    remarks = session.rows(
        sa.select(order_remarks.c.order_id, order_remarks.c.kind, order_remarks.c.at)
        .join(orders, orders.c.id == order_remarks.c.order_id)
        .where(
            order_remarks.c.order_id.in_(names),
            order_remarks.c.kind.in_((UNSEEN, ADDRESS, SOURCE)),
            orders.c.status.in_(IN_WORK),
            orders.c.draft_url.is_(None),
            ~sa.exists().where(artifacts.c.order_id == orders.c.id, artifacts.c.file == DRAFT),
        )
        .order_by(order_remarks.c.id)
    )
    latest_remark = {row.order_id: row for row in remarks}
    if not latest_remark:
        return {}
    sources = session.rows(
        sa.select(order_sources.c.order_id, sa.func.max(order_sources.c.received_at).label("at"))
        .where(order_sources.c.order_id.in_(list(latest_remark)), order_sources.c.kind == "html")
        .group_by(order_sources.c.order_id)
    )
    latest_source = {row.order_id: row.at for row in sources}
    return {
        name: row.at
        for name, row in latest_remark.items()
        if row.kind == UNSEEN and latest_source.get(name, 0) <= row.at
    }


def _latest_moment_where(
    moment: sa.Column[int], *where: sa.ColumnElement[bool]
) -> sa.ScalarSelect[int | None]:
    """The latest moment of a table's rows about the order."""
    return (
        sa.select(sa.func.max(moment))
        .where(moment.table.c.order_id == orders.c.id, *where)
        .correlate(orders)
        .scalar_subquery()
    )


_FACTS = sa.select(
    orders.c.id,
    _latest_moment_where(order_events.c.at, order_events.c.to_status == orders.c.status).label("entered_at"),
    _latest_moment_where(order_messages.c.received_at).label("buyer_wrote_at"),
    _latest_moment_where(order_withdrawals.c.asked_at, order_withdrawals.c.settled_at.is_(None)).label(
        "withdrawn_at"
    ),
)
