"""A page that could not be visited, with no source to read instead: what is noted, and what the buyer may send.

Nothing is published or mailed. The order keeps its status; the operator gets a flag and a clock; the buyer's page asks
for the source or another address, and the draft is made as soon as one arrives. The fact is a remark: the page counts
as unreachable while the latest remark of these kinds says so."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.jobs.defer import defer
from coldread.orders.acts.audit_notes import BUYER, add_remark
from coldread.orders.acts.change import change
from coldread.orders.acts.place import keep_source
from coldread.orders.letters import write_notice
from coldread.orders.queries import hold_order
from coldread.orders.rules.lifecycle import PREPARE_DRAFT
from coldread.orders.rules.order import Order
from coldread.orders.tables import order_remarks
from coldread.orders.views.stored_view import require_readable
from coldread.orders.views.whose_turn import ADDRESS, SOURCE, UNSEEN, unreachable_since


def note_unreachable(session: Session, settings: Settings, order_id: str, author: str, reason: str) -> None:
    """Note once that there is nothing to judge, and notify the operator; again only after the buyer sends something."""
    order = hold_order(session, order_id)
    if order is None or order_id in unreachable_since(session, [order_id]):
        return
    add_remark(session, order_id, UNSEEN, author, reason)
    change(session, settings, order)
    write_notice(
        session, settings, "page_unseen", order, about=f"{order_id}/unseen-{session.now}", reason=reason
    )


def address_of_page(session: Session, order: Order) -> str:
    """The address to visit: the last one that the buyer sent."""
    named = session.row(
        sa.select(order_remarks.c.note)
        .where(order_remarks.c.order_id == order.id, order_remarks.c.kind == ADDRESS)
        .order_by(order_remarks.c.id.desc())
        .limit(1)
    )
    return str((named.note if named is not None else None) or order.asked["url"])


def send_page(
    session: Session, settings: Settings, order_id: str, *, url: str | None, html: str | None
) -> Order:
    """Accept another address or the source while the page is unreachable, and start the draft from it at once."""
    order = require_readable(hold_order(session, order_id), session.now)
    if order_id not in unreachable_since(session, [order_id]):
        if url and not html and url == address_of_page(session, order):
            return order  # the same message twice counts once
        raise Problem("invalid-input", "The page of this order could be read: nothing more is needed.")
    if url:
        add_remark(session, order_id, ADDRESS, BUYER, url)
    if html:
        keep_source(session, order_id, html, None)
        add_remark(session, order_id, SOURCE, BUYER, f"{len(html)} characters of HTML")
    if url or html:
        defer(session, PREPARE_DRAFT, key=f"{PREPARE_DRAFT}:{order_id}", order_id=order_id)
        change(session, settings, order)
    return order
