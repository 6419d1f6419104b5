"""How far an outside pipeline says that it has come with an order: kept for the operator, it moves nothing."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from coldread.base.clock import rfc3339
from coldread.base.db import Session
from coldread.base.problems import not_found
from coldread.orders.acts.advance import illegal_move
from coldread.orders.queries import hold_order
from coldread.orders.rules.order import Order
from coldread.orders.tables import pipeline_stages


def paid_order(session: Session, order_id: str) -> Order:
    """The order, held; 404 where there is none, 409 before it is paid."""
    order = hold_order(session, order_id)
    if order is None:
        raise not_found()
    if order.paid_at is None:
        raise illegal_move(
            order, None, session.now, "Nothing is taken from the pipeline before the order is paid."
        )
    return order


def note_stage(session: Session, order_id: str, name: str, state: str, detail: str | None) -> Order:
    """Note how a stage stands; told again, nothing changes."""
    order = paid_order(session, order_id)
    known = {stage["name"]: stage for stage in stages_of(session, order_id)}
    told = {"name": name, "state": state, "detail": detail}
    if name in known and {key: known[name][key] for key in told} == told:
        return order
    values = {"state": state, "detail": detail, "at": session.now}
    session.run(
        session.insert(pipeline_stages)
        .values(order_id=order_id, name=name, **values)
        .on_conflict_do_update(index_elements=["order_id", "name"], set_=values)
    )
    return order


def stages_of(session: Session, order_id: str) -> list[dict[str, Any]]:
    """For the operator, in the order in which they last changed."""
    rows = session.rows(
        sa.select(pipeline_stages)
        .where(pipeline_stages.c.order_id == order_id)
        .order_by(pipeline_stages.c.at, pipeline_stages.c.name)
    )
    return [
        {"name": row.name, "state": row.state, "detail": row.detail, "at": rfc3339(row.at)} for row in rows
    ]
