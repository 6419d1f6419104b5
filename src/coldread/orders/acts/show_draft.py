"""Publishing a stored draft: set when it becomes readable; polls and the letter follow from that.

A buyer who has withdrawn or was refunded sees no draft that was not readable before."""

from __future__ import annotations

from coldread.base.db import Session
from coldread.orders.acts.change import change
from coldread.orders.letters import hold_draft_letter, write_draft_letter
from coldread.orders.rules.expiry import draft_live_at
from coldread.orders.rules.order import Order
from coldread.orders.views.whose_turn import whose_turn
from coldread.services import Services


def show_draft(session: Session, services: Services, order: Order) -> None:
    """Publish the stored draft of a locked order. A moment that is already set stays."""
    wait = whose_turn(session, [order])[order.id]
    live = draft_live_at(services.settings, live=order.draft_live_at, paid_at=order.paid_at, now=session.now)
    if wait.ends_promises and order.draft_live_at is None:
        live = None
    dossier = change(session, services.settings, order, draft_live_at=live)
    write_draft_letter(session, services.settings, dossier, wait)


def hold_draft(session: Session, order: Order) -> dict[str, None]:
    """The columns that keep an unpublished draft hidden; its letter is not sent."""
    hold_draft_letter(session, order.id)
    return {} if order.draft_is_live(session.now) else {"draft_live_at": None}
