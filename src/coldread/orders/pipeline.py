"""What an outside pipeline brings for an order: its draft, and how far it says that it has come. It moves nothing."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from coldread.base.clock import rfc3339
from coldread.base.db import Session
from coldread.base.problems import not_found
from coldread.orders.advance import illegal
from coldread.orders.deliverable_files import DIFF, DRAFT
from coldread.orders.deliverables import store_file
from coldread.orders.draft_shown import show_draft
from coldread.orders.order import Order
from coldread.orders.queries import artifacts_of, hold_order
from coldread.orders.tables import pipeline_stages
from coldread.services import Services
from coldread.store.contents import key_of


def paid_order(session: Session, order_id: str) -> Order:
    """The order, held; 404 where there is none, 409 before it is paid."""
    order = hold_order(session, order_id)
    if order is None:
        raise not_found()
    if order.paid_at is None:
        raise illegal(
            order, None, session.now, "Nothing is taken from the pipeline before the order is paid."
        )
    return order


def take_stage(session: Session, order_id: str, name: str, state: str, detail: str | None) -> Order:
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


def take_draft(session: Session, services: Services, order_id: str, spec_md: str, diff: str | None) -> Order:
    """Store the draft; it can be read when its time comes. After delivery only what is there already is taken."""
    order = paid_order(session, order_id)
    told = {DRAFT: spec_md} if diff is None else {DRAFT: spec_md, DIFF: diff}
    there = artifacts_of(session, order_id)
    fresh = {
        file: text.encode()
        for file, text in told.items()
        if file not in there or there[file].content_key != key_of(text.encode())
    }
    if fresh and order.delivered_at is not None:
        raise illegal(order, None, session.now, "The order is delivered; its draft does not change any more.")
    for file, content in fresh.items():
        store_file(
            session, services.contents, order_id=order_id, file=file, content=content, author="pipeline"
        )
    if fresh:
        show_draft(session, services, order)
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
