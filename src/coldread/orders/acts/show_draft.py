"""A draft that was stored: the order knows when it can be read, and polls and the letter follow from that."""

from __future__ import annotations

from coldread.base.db import Session
from coldread.orders.acts.change import change
from coldread.orders.letters import write_draft_letter
from coldread.orders.rules.expiry import draft_live_at
from coldread.orders.rules.order import Order
from coldread.orders.shown.turns import waits
from coldread.services import Services


def show_draft(session: Session, services: Services, order: Order) -> None:
    """For a held order whose draft is stored; one that has its moment already keeps it."""
    live = draft_live_at(services.settings, live=order.draft_live_at, paid_at=order.paid_at, now=session.now)
    dossier = change(session, services.settings, order, draft_live_at=live)
    wait = waits(session, [dossier.order])[order.id]
    write_draft_letter(session, services.settings, dossier, wait)
