"""A consumer's request that the work begins before the right of withdrawal ends, made on the form or on the pay page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.orders.acts.audit_notes import BUYER, add_remark, remarks_of
from coldread.orders.acts.change import change
from coldread.orders.queries import hold_order
from coldread.orders.views.stored_view import require_on_buyer_page

#: what the audit trail records of the form's checkboxes, for companies and for consumers
CONSENT = {
    False: "The terms were accepted on the form.",
    True: "The terms were accepted on the form; as a private person: begin before the right of withdrawal ends.",
}
WAIVER = "waiver"


def has_waived(events: Sequence[sa.Row[Any]], remarks: Sequence[sa.Row[Any]]) -> bool:
    """Whether an early start was requested. Pure."""
    on_form = bool(events) and events[0].note == CONSENT[True]
    return on_form or any(row.kind == WAIVER for row in remarks)


def ask_early_start(session: Session, settings: Settings, order_id: str) -> None:
    """Note the request once, while the order is unpaid."""
    order = require_on_buyer_page(hold_order(session, order_id), settings, session.now)
    if not order.state.is_unpaid:
        raise Problem("invalid-input", "The order is paid or closed: nothing is to be agreed on any more.")
    if not has_waived((), remarks_of(session, order_id)):
        add_remark(session, order_id, WAIVER, BUYER)
        change(session, settings, order)
