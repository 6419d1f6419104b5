"""What the buyer says to the reviewer on the order's page: the answer to a question that stands, else a note. It moves nothing."""

from __future__ import annotations

from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.orders.acts.advance import illegal_move
from coldread.orders.acts.change import change
from coldread.orders.acts.info import InfoAnswer, store_answer
from coldread.orders.acts.remarks import BUYER, add_remark, remarks_of
from coldread.orders.letters import write_notice
from coldread.orders.queries import events_of, hold_order
from coldread.orders.rules import expiry
from coldread.orders.rules.order import Order
from coldread.orders.shown.thread import SAID, thread
from coldread.orders.shown.turns import waits
from coldread.orders.shown.views import require_shown

#: how often an order may be written to
MOST = 20


def may_say(order: Order, settings: Settings, now: int) -> bool:
    """At every stage while its page is there, and until the end of the rescan's days once it is delivered. Pure."""
    if order.delivered_at is not None and now >= expiry.rescan_ends(order.delivered_at):
        return False
    return order.is_shown(settings, now)


def say(session: Session, settings: Settings, order_id: str, words: str) -> None:
    """Keep it, and tell the operator. The order is touched: who acts on an older page of it is told to look again."""
    order = require_shown(hold_order(session, order_id), settings, session.now)
    if order.state.asks == "answer" and not waits(session, [order])[order_id].ends_promises:
        store_answer(session, settings, order_id, InfoAnswer(message=words))
        return
    if not may_say(order, settings, session.now):
        raise illegal_move(
            order,
            None,
            session.now,
            "The order was delivered more than 30 days ago: please e-mail us instead.",
        )
    remarks = remarks_of(session, order_id)
    earlier = [row.note for row in remarks if row.kind == SAID]
    if words in earlier[-1:]:  # a double click, or the page sent again
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
