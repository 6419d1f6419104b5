"""The operator's reply to one message of the buyer: stored, shown on the order's page below the message, and mailed to
buyers who get letters. It moves nothing, and marks the message as read."""

from __future__ import annotations

import dataclasses

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.problems import not_found
from coldread.base.settings import Settings
from coldread.orders.acts.audit_notes import ChangedMeanwhile, remarks_of
from coldread.orders.acts.buyer_message import may_write
from coldread.orders.acts.send_letter import send_reply_letter
from coldread.orders.queries import hold_order, messages_of
from coldread.orders.rules.order import Order
from coldread.orders.tables import order_remarks
from coldread.orders.views.messages import REPLIED, SAID


@dataclasses.dataclass(frozen=True, kw_only=True)
class ReplyNote:
    """What the operator's form says."""

    words: str
    #: the id of the remark that holds the message; 0: the answer to a question that the status asked
    to: int
    #: when the message came
    said_at: int


def may_reply(order: Order, settings: Settings, now: int) -> bool:
    """Whether the buyer would read a reply: as long as the buyer may write, and is not erased. Pure."""
    return order.contact_email is not None and may_write(order, settings, now)


def reply_to_buyer(session: Session, settings: Settings, order_id: str, actor: str, note: ReplyNote) -> None:
    """Store the reply once, even if the form comes twice. Refuse if the message is not the one that the page showed."""
    order = hold_order(session, order_id)
    if order is None:
        raise not_found()
    message = _message(session, order_id, note)
    if message is None or not may_reply(order, settings, session.now):
        raise ChangedMeanwhile
    remarks = remarks_of(session, order_id)
    if any((row.kind, row.read_up_to, row.note) == (REPLIED, note.to, note.words) for row in remarks):
        return
    values = {
        "order_id": order_id,
        "at": session.now,
        "actor": actor,
        "kind": REPLIED,
        "note": note.words,
        "read_up_to": note.to,
    }
    session.run(sa.insert(order_remarks), values)
    send_reply_letter(session, settings, order, message=message, reply=note.words)


def _message(session: Session, order_id: str, note: ReplyNote) -> str | None:
    """The words of the message; None if it is not there. Of the answers in a wait, only the last can be replied to."""
    if note.to:
        said = (row for row in remarks_of(session, order_id) if row.id == note.to and row.kind == SAID)
        return next((row.note for row in said), None)
    latest = max(messages_of(session, order_id), key=lambda row: row.received_at, default=None)
    return latest.message if latest is not None and latest.received_at == note.said_at else None
