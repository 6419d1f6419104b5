"""The audit trail of what is done to an order beside moving it: questions asked, money given back, texts edited."""

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

#: kind, and how the audit trail words it
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
#: who acts on the order's own page
BUYER = "buyer"
#: the service itself
SYSTEM = "system"
#: as long as two clicks of one hand can lie apart
DOUBLE_CLICK = 10 * SECOND
#: from then on nobody waits for the source any more
SETTLES_SOURCE = ("asked_source",)
#: by what a status asks of the buyer: the remarks after which the buyer knows of it
TELLS = {"answer": ("asked",), "payment": ("billed", "reminded")}
#: remarks that the buyer is mailed about, whatever the status, and the remarks after which the buyer knows
MAILED_ABOUT = {"asked_by_mail": ("asked",), "refunded": ("told_refund",)}
#: from then on nothing that the buyer wrote before is new
READ = "read"
#: an invoice has its number since then
INVOICED = "invoiced"


class ChangedMeanwhile(Exception):
    """Somebody else, or the buyer, changed the order after the operator's page was made."""


def hold_unchanged(session: Session, order_id: str, seen: int) -> Order:
    """The order, held, if it is still as the operator saw it (`seen` is the `updated_at` of the page)."""
    order = hold_order(session, order_id)
    if order is None:
        raise not_found()
    if order.updated_at != seen:
        raise ChangedMeanwhile
    return order


def add_remark(session: Session, order_id: str, kind: str, actor: str, note: str | None = None) -> None:
    """One line of the audit trail."""
    if kind not in KINDS:
        raise ValueError(f"no remark is called {kind}")
    session.run(
        sa.insert(order_remarks),
        {"order_id": order_id, "at": session.now, "actor": actor, "kind": kind, "note": note or None},
    )


def add_remark_once(session: Session, order_id: str, kind: str, actor: str, note: str | None = None) -> None:
    """The same, except where the same hand has just written it: a double click is one line."""
    last = next(reversed(remarks_of(session, order_id)), None)
    said = (kind, actor, note or None)
    if last and (last.kind, last.actor, last.note) == said and session.now - last.at < DOUBLE_CLICK:
        return
    add_remark(session, order_id, kind, actor, note)


def invoiced_at(remarks: Sequence[sa.Row[Any]]) -> int | None:
    """When the invoice's number was noted, where it did not come with the bill. Pure."""
    return max((row.at for row in remarks if row.kind == INVOICED), default=None)


def remarks_of(session: Session, order_id: str) -> Sequence[sa.Row[Any]]:
    return session.rows(
        sa.select(order_remarks).where(order_remarks.c.order_id == order_id).order_by(order_remarks.c.id)
    )
