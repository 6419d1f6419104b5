"""An operator marks the buyer's messages as read: those that the operator's page showed, and no newer one."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.problems import not_found
from coldread.orders.acts.audit_notes import remarks_of
from coldread.orders.queries import hold_order
from coldread.orders.tables import order_remarks
from coldread.orders.views.messages import READ, SAID, last_read


def mark_read(session: Session, order_id: str, actor: str, shown: int) -> bool:
    """Mark the messages up to the remark `shown` as read, once. Whether all of the buyer's messages are read now."""
    if hold_order(session, order_id) is None:
        raise not_found()
    remarks = remarks_of(session, order_id)
    messages = [row.id for row in remarks if row.kind == SAID]
    up_to = max((message for message in messages if message <= shown), default=0)
    before = last_read(remarks)
    if up_to > before:
        values = {"order_id": order_id, "at": session.now, "actor": actor, "kind": READ, "read_up_to": up_to}
        session.run(sa.insert(order_remarks), values)
    return all(message <= max(up_to, before) for message in messages)
