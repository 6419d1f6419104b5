"""A draft by an outside pipeline: stored like any other; the same draft sent twice is stored once. It does not move the order."""

from __future__ import annotations

from coldread.base.db import Session
from coldread.drafts import versions
from coldread.orders.acts.advance import illegal_move
from coldread.orders.acts.pipeline import paid_order
from coldread.orders.files.deliverable_files import PIPELINE
from coldread.orders.rules.order import Order
from coldread.services import Services


def take_draft(session: Session, services: Services, order_id: str, spec_md: str, diff: str | None) -> Order:
    """Store the draft; it can be read when its time comes. After delivery only a repetition of what is stored is accepted."""
    order = paid_order(session, order_id)
    there = versions.current_draft(session, services, order_id)
    if there is not None and there.spec_md == spec_md and diff in (None, there.diff):
        return order
    if order.delivered_at is not None:
        raise illegal_move(
            order, None, session.now, "The order is delivered; its draft does not change any more."
        )
    versions.save_draft(session, services, order_id, spec_md, diff, PIPELINE)
    return order
