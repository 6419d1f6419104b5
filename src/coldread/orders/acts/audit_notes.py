"""The audit trail of actions that do not move the order: questions asked, refunds, edited texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import SECOND
from coldread.base.db import Session
from coldread.base.problems import not_found
from coldread.orders.queries import hold_order
from coldread.orders.rules.order import Order
from coldread.orders.tables import order_remarks

#: the kind, and its words in the audit trail
KINDS = {
    "asked": "mailed the buyer the question",
    "asked_by_mail": "asked the buyer by e-mail",
    "answered_by_mail": "noted that the answer came by e-mail",
    "said": "wrote to the reviewer",
    "read": "read what the buyer wrote",
    "asked_source": "asked the buyer for the source",
    "told_yes": "mailed the buyer that the order is accepted",
    "billed": "mailed the buyer how to pay",
    "reminded": "reminded the buyer of the payment",
    "acknowledged": "acknowledged the withdrawal by e-mail",
    "went_on": "went on with the order after the withdrawal",
    "refunded": "gave money back",
    "told_refusal": "mailed the buyer the refusal",
    "told_refund": "mailed the buyer that the money went back",
    "edited": "saved the specification",
    "diff": "saved the diff",
    "published": "published the draft early",
    "note": "wrote a note",
    "billing": "completed the billing details",
    "waiver": "asked as a private person for the work to begin before the right of withdrawal ends",
    "invoiced": "noted the number of the invoice",
    "reference": "changed the reference",
    "withdrawal": "withdrew from the order",
    "erased": "erased the buyer's data",
    "unseen": "could look at nothing: neither the page nor a source could be read",
    "address": "named another address of the page",
    "source": "sent the page's source",
}
#: the actor of everything done on the order's own page
BUYER = "buyer"
#: the actor of what the service does by itself
SYSTEM = "system"
#: two submits of one person within this time count as one double click
DOUBLE_CLICK = 10 * SECOND
#: after one of these, the clock no longer waits for the source
SETTLES_SOURCE = ("asked_source",)
#: what a status asks of the buyer, and the remarks that show that the buyer knows it
TELLS = {"answer": ("asked",), "payment": ("billed", "reminded")}
#: remarks that the buyer gets a letter about in any status, and the remarks that show that the letter was sent
MAILED_ABOUT = {"asked_by_mail": ("asked",), "refunded": ("told_refund",)}
#: everything that the buyer wrote before this remark counts as read
READ = "read"
#: marks when the invoice got its number
INVOICED = "invoiced"


class ChangedMeanwhile(Exception):
    """Another operator or the buyer changed the order after the operator's page was rendered."""


def hold_unchanged(session: Session, order_id: str, seen: int) -> Order:
    """Lock the order, and refuse if it changed since the operator saw it (`seen` is the `updated_at` of the page)."""
    order = hold_order(session, order_id)
    if order is None:
        raise not_found()
    if order.updated_at != seen:
        raise ChangedMeanwhile
    return order


def add_remark(session: Session, order_id: str, kind: str, actor: str, note: str | None = None) -> None:
    """Add one line to the audit trail."""
    if kind not in KINDS:
        raise ValueError(f"no remark is called {kind}")
    session.run(
        sa.insert(order_remarks),
        {"order_id": order_id, "at": session.now, "actor": actor, "kind": kind, "note": note or None},
    )


def add_remark_once(session: Session, order_id: str, kind: str, actor: str, note: str | None = None) -> None:
    """Add one line, unless the same actor wrote the same line a moment ago: a double click is one line."""
    last = next(reversed(remarks_of(session, order_id)), None)
    remark = (kind, actor, note or None)
    if last and (last.kind, last.actor, last.note) == remark and session.now - last.at < DOUBLE_CLICK:
        return
    add_remark(session, order_id, kind, actor, note)


def invoiced_at(remarks: Sequence[sa.Row[Any]]) -> int | None:
    """When the invoice's number was noted, if it did not come with the bill. Pure."""
    return max((row.at for row in remarks if row.kind == INVOICED), default=None)


def remarks_of(session: Session, order_id: str) -> Sequence[sa.Row[Any]]:
    return session.rows(
        sa.select(order_remarks).where(order_remarks.c.order_id == order_id).order_by(order_remarks.c.id)
    )
