"""A draft that was stored: the order knows when it can be read, and polls and the letter follow from that.

Who has withdrawn, or has the money back, is shown no draft that could not be read before.
"""

from __future__ import annotations

from coldread.base.db import Session
from coldread.orders.acts.change import change
from coldread.orders.letters import hold_draft_letter, write_draft_letter
from coldread.orders.rules.expiry import draft_live_at
from coldread.orders.rules.order import Order
from coldread.orders.views.whose_turn import whose_turn
from coldread.services import Services


def show_draft(session: Session, services: Services, order: Order) -> None:
    """For a held order whose draft is stored; one that has its moment already keeps it."""
    wait = whose_turn(session, [order])[order.id]
    live = draft_live_at(services.settings, live=order.draft_live_at, paid_at=order.paid_at, now=session.now)
    if wait.ends_promises and order.draft_live_at is None:
        live = None
    dossier = change(session, services.settings, order, draft_live_at=live)
    write_draft_letter(session, services.settings, dossier, wait)


def hold_draft(session: Session, order: Order) -> dict[str, None]:
    """A draft that nobody can read yet stays unread, its letter unsent; the columns that change with it."""
    hold_draft_letter(session, order.id)
    return {} if order.draft_is_live(session.now) else {"draft_live_at": None}
