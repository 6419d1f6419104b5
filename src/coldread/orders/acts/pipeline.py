"""The progress that an outside pipeline reports for an order. It is stored for the operator and moves nothing."""

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
    """The order, locked; 404 if there is none, 409 before it is paid."""
    order = hold_order(session, order_id)
    if order is None:
        raise not_found()
    if order.paid_at is None:
        raise illegal_move(
            order, None, session.now, "Nothing is taken from the pipeline before the order is paid."
        )
    return order


def note_stage(session: Session, order_id: str, name: str, state: str, detail: str | None) -> Order:
    """Store the state of a stage. Reporting the same state again changes nothing."""
    order = paid_order(session, order_id)
    stages = {stage["name"]: stage for stage in stages_of(session, order_id)}
    stage_fields = {"name": name, "state": state, "detail": detail}
    if name in stages and {key: stages[name][key] for key in stage_fields} == stage_fields:
        return order
    values = {"state": state, "detail": detail, "at": session.now}
    session.run(
        session.insert(pipeline_stages)
        .values(order_id=order_id, name=name, **values)
        .on_conflict_do_update(index_elements=["order_id", "name"], set_=values)
    )
    return order


def stages_of(session: Session, order_id: str) -> list[dict[str, Any]]:
    """The stages for the operator, in the order of their last change."""
    rows = session.rows(
        sa.select(pipeline_stages)
        .where(pipeline_stages.c.order_id == order_id)
        .order_by(pipeline_stages.c.at, pipeline_stages.c.name)
    )
    return [
        {"name": row.name, "state": row.state, "detail": row.detail, "at": rfc3339(row.at)} for row in rows
    ]
