"""A question to the buyer that does not change the status: stored, shown on the order's page, and mailed to
buyers who get letters."""

from __future__ import annotations

from coldread.base.db import Session
from coldread.base.problems import not_found
from coldread.base.settings import Settings
from coldread.orders.acts.audit_notes import add_remark_once, remarks_of
from coldread.orders.acts.send_letter import send_question_letter
from coldread.orders.queries import hold_order
from coldread.orders.views.messages import ASKED_BY_MAIL


def ask_outside_wait(session: Session, settings: Settings, order_id: str, actor: str, question: str) -> None:
    """Ask once, even if the same operator sends the form twice."""
    order = hold_order(session, order_id)
    if order is None:
        raise not_found()
    before = len(remarks_of(session, order_id))
    add_remark_once(session, order_id, ASKED_BY_MAIL, actor, question)
    if len(remarks_of(session, order_id)) > before:
        send_question_letter(session, settings, order, question)
