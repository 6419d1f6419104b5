"""The audit trail of actions that do not move the order: questions asked, refunds, edited texts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import SECOND
from coldread.base.db import Session
from coldread.base.problems import not_found
from coldread.base.texts.inline_text import InlineText
from coldread.orders.queries import events_of, hold_order
from coldread.orders.rules.lifecycle import STATE, Status
from coldread.orders.rules.order import Order
from coldread.orders.tables import order_remarks

#: the kind, and its words in the audit trail
KINDS: dict[str, InlineText] = {
    "asked": InlineText(en="mailed the buyer the question", sv="mejlade frågan till köparen"),
    "asked_by_mail": InlineText(en="asked the buyer by e-mail", sv="frågade köparen med e-post"),
    "answered_by_mail": InlineText(
        en="noted that the answer came by e-mail", sv="antecknade att svaret kom med e-post"
    ),
    "said": InlineText(en="wrote to the reviewer", sv="skrev till granskaren"),
    "read": InlineText(en="read what the buyer wrote", sv="läste det som köparen skrev"),
    "asked_source": InlineText(en="asked the buyer for the source", sv="bad köparen om källkoden"),
    "told_yes": InlineText(
        en="mailed the buyer that the order is accepted", sv="mejlade köparen att beställningen är antagen"
    ),
    "billed": InlineText(en="mailed the buyer how to pay", sv="mejlade köparen hur man betalar"),
    "reminded": InlineText(en="reminded the buyer of the payment", sv="påminde köparen om betalningen"),
    "acknowledged": InlineText(
        en="acknowledged the withdrawal by e-mail", sv="bekräftade ångeranmälan med e-post"
    ),
    "went_on": InlineText(
        en="went on with the order after the withdrawal", sv="gick vidare med beställningen efter ångern"
    ),
    "refunded": InlineText(en="gave money back", sv="betalade tillbaka pengar"),
    "part_paid": InlineText(en="noted a part of the payment", sv="antecknade en del av betalningen"),
    "part_corrected": InlineText(
        en="corrected a noted part of the payment", sv="rättade en antecknad del av betalningen"
    ),
    "told_part": InlineText(
        en="mailed the buyer what has come in and what remains",
        sv="mejlade köparen vad som har kommit in och vad som återstår",
    ),
    "told_refusal": InlineText(en="mailed the buyer the refusal", sv="mejlade köparen att vi säger nej"),
    "replied": InlineText(en="replied to the buyer", sv="svarade köparen"),
    "told_reply": InlineText(en="mailed the buyer the reply", sv="mejlade svaret till köparen"),
    "told_refund": InlineText(
        en="mailed the buyer that the money went back", sv="mejlade köparen att pengarna är betalade tillbaka"
    ),
    "edited": InlineText(en="saved the specification", sv="sparade specifikationen"),
    "diff": InlineText(en="saved the diff", sv="sparade diffen"),
    "published": InlineText(en="published the draft early", sv="publicerade utkastet i förtid"),
    "note": InlineText(en="wrote a note", sv="skrev en anteckning"),
    "billing": InlineText(en="completed the billing details", sv="fyllde i fakturauppgifterna"),
    "waiver": InlineText(
        en="asked as a private person for the work to begin before the right of withdrawal ends",
        sv="bad som privatperson om att arbetet ska börja innan ångerfristen är slut",
    ),
    "invoiced": InlineText(en="noted the number of the invoice", sv="antecknade fakturans nummer"),
    "reference": InlineText(en="changed the reference", sv="ändrade referensen"),
    "withdrawal": InlineText(en="withdrew from the order", sv="ångrade beställningen"),
    "erased": InlineText(en="erased the buyer's data", sv="raderade köparens uppgifter"),
    "unseen": InlineText(
        en="could look at nothing: neither the page nor a source could be read",
        sv="kunde inte läsa något: varken sidan eller någon källkod gick att läsa",
    ),
    "address": InlineText(en="named another address of the page", sv="angav en annan adress till sidan"),
    "source": InlineText(en="sent the page's source", sv="skickade sidans källkod"),
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
MAILED_ABOUT = {
    "asked_by_mail": ("asked",),
    "refunded": ("told_refund",),
    "replied": ("told_reply",),
    "part_paid": ("told_part",),
}
#: a part of the price came in
PART_PAID = "part_paid"
#: marks when the invoice got its number
INVOICED = "invoiced"


#: remarks that tick something off, and the remark that begins the next of its kind
BEGUN_BY = {
    "asked": "asked_by_mail",
    "answered_by_mail": "asked_by_mail",
    "told_refund": "refunded",
    "told_part": PART_PAID,
    "told_reply": "replied",
    "acknowledged": "withdrawal",
}


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


def tick_off(session: Session, order_id: str, kind: str, actor: str, *, seen: int, shown: int) -> None:
    """Note that something is done that the operator's page showed: a mail sent, an answer received.

    Refuse if the next of its kind has begun since: after a move (`seen` is the `updated_at` of the page), or by a
    remark (`shown` is the id of the last one on the page)."""
    begun = any(row.kind == BEGUN_BY.get(kind) and row.id > shown for row in remarks_of(session, order_id))
    asks = {asked for asked, telling in TELLS.items() if kind in telling}
    moved = any(
        row.at > seen and STATE[Status(row.to_status)].asks in asks for row in events_of(session, order_id)
    )
    if begun or moved:
        raise ChangedMeanwhile
    add_remark_once(session, order_id, kind, actor)


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
