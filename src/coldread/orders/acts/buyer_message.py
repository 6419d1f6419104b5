"""A message from the buyer to the reviewer on the order's page: the answer to an open question, else a note.
It moves nothing."""

from __future__ import annotations

from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.orders.acts.advance import illegal_move
from coldread.orders.acts.audit_notes import BUYER, add_remark, remarks_of
from coldread.orders.acts.buyer_answer import InfoAnswer, store_answer
from coldread.orders.acts.change import change
from coldread.orders.letters import write_notice
from coldread.orders.queries import events_of, hold_order
from coldread.orders.rules import expiry
from coldread.orders.rules.order import Order
from coldread.orders.views.messages import ASKED_BY_MAIL, SAID, last_read, thread
from coldread.orders.views.stored_view import require_on_buyer_page
from coldread.orders.views.whose_turn import whose_turn

#: messages that one order accepts
MOST = 20


def may_write(order: Order, settings: Settings, now: int) -> bool:
    """Whether the buyer may write: in every status while the page exists, and after delivery until the rescan
    expires. Pure."""
    if order.delivered_at is not None and now >= expiry.rescan_ends(order.delivered_at):
        return False
    return order.is_shown(settings, now)


def add_buyer_message(session: Session, settings: Settings, order_id: str, words: str) -> None:
    """Store the message and notify the operator. This touches the order, so an operator with an older page is
    asked to reload."""
    order = require_on_buyer_page(hold_order(session, order_id), settings, session.now)
    if order.state.asks == "answer" and not whose_turn(session, [order])[order_id].ends_promises:
        store_answer(session, settings, order_id, InfoAnswer(message=words))
        return
    if not may_write(order, settings, session.now):
        raise illegal_move(
            order,
            None,
            session.now,
            "The order was delivered more than 30 days ago: please e-mail us instead.",
        )
    remarks = remarks_of(session, order_id)
    earlier = [row for row in remarks if row.kind == SAID]
    if earlier and earlier[-1].note == words:
        is_read = last_read(remarks) >= earlier[-1].id
        asked_since = any(row.kind == ASKED_BY_MAIL and row.id > earlier[-1].id for row in remarks)
        if not is_read and not asked_since:  # a double click, or the page sent again
            return
    if len(earlier) >= MOST:
        raise Problem("rate-limited", f"An order takes {MOST} messages.", limit=MOST)
    asked = [each.question for each in thread(events_of(session, order_id), (), remarks) if each.is_open]
    add_remark(session, order_id, SAID, BUYER, words)
    write_notice(
        session,
        settings,
        "info_answered",
        order,
        about=f"{order_id}/{session.now}",
        question=asked[-1] if asked else None,
        message=words,
    )
    change(session, settings, order)
