"""Placing an order: the one function that creates one, for V2, V1, the pages and the protocols."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base import ids
from coldread.base.clock import rfc3339
from coldread.base.database.prepared import Prepared, SparseInsert, param
from coldread.base.db import Session
from coldread.base.links import address, order_link
from coldread.base.settings import Settings
from coldread.base.shapes import checked_body
from coldread.base.texts.shared_texts import say
from coldread.orders.acts.sandbox import defer_next_step
from coldread.orders.letters import write_notice
from coldread.orders.push.register import Receiver, add_receiver, note_move
from coldread.orders.rules import expiry
from coldread.orders.rules.lifecycle import STATE, BillingStatus, DeliveryStatus, Status, end_after
from coldread.orders.rules.order import Dossier, Order, StatusEntry
from coldread.orders.rules.requests import NewOrder
from coldread.orders.tables import order_events, order_sources, orders
from coldread.orders.views.order_state import turn_fields, wait_when_placed, words_of
from coldread.orders.views.retention_words import end_of_reads
from coldread.orders.views.shapes import OrderRequestResponse
from coldread.orders.views.stored_view import store_view
from coldread.payments.prices import COLD_READ_NET, CURRENCY

_INSERT_ORDER = SparseInsert(orders)
_INSERT_EVENT = SparseInsert(order_events)
_TAKEN = Prepared(lambda _: sa.select(orders.c.id).where(orders.c.id == param("id")))


def place(
    session: Session,
    settings: Settings,
    new_order: NewOrder,
    *,
    begin: Status = Status.SUBMITTED,
    note: str | None = None,
) -> Order:
    """Store the order with its first audit row, the buyer's source and the answer for polls."""
    order = _new_order(session, settings, new_order, begin)
    _INSERT_ORDER.put(session, **order.row())
    _INSERT_EVENT.put(
        session,
        order_id=order.id,
        at=session.now,
        actor="api",
        to_status=order.status,
        note=note,
    )
    keep_source(session, order.id, new_order.html, new_order.jsx)
    store_view(
        session,
        settings,
        Dossier(order=order, entries=(StatusEntry(status=order.status, at=session.now),), files=frozenset()),
        wait_when_placed(order),
    )
    write_notice(session, settings, "new_order", order, about=order.id, goal=order.asked.get("goal"))
    if new_order.webhook_url:
        receiver = Receiver(url=new_order.webhook_url, secret=new_order.webhook_secret)
        add_receiver(session, order.id, receiver)
        note_move(session, settings, order)
    if order.sandbox:
        defer_next_step(session, settings, order)
    return order


def keep_source(session: Session, order_id: str, html: str | None, jsx: str | None) -> None:
    rows = [
        {"order_id": order_id, "kind": kind, "content": content, "received_at": session.now}
        for kind, content in (("html", html), ("jsx", jsx))
        if content
    ]
    if rows:
        session.run(sa.insert(order_sources), rows)


def placed_answer(order: Order, settings: Settings, ignored: Sequence[str] = ()) -> dict[str, Any]:
    """The 201 body of V2. It never has `pay_url`: nothing is to be paid yet. `ignored`: fields that are not known."""
    turn = turn_fields(order, wait_when_placed(order))
    return checked_body(
        OrderRequestResponse,
        {
            "order_id": order.id,
            "service": "cold_read",
            **turn,
            "billing_status": order.billing_status,
            "delivery_status": order.delivery_status,
            "human_handoff": True,
            "message": " ".join(
                filter(
                    None,
                    (
                        words_of(order, turn),
                        say(order.language, "order.placed"),
                        end_of_reads(order, settings),
                    ),
                )
            ),
            "amount": COLD_READ_NET,
            "currency": CURRENCY,
            "price": order.price.as_json(),
            "poll_interval_sec": order.poll_s(settings.sandbox_step_s),
            "created_at": rfc3339(order.created_at),
            "expires_at": rfc3339(order.expires_at),
            **({"sandbox": True} if order.sandbox else {}),
            **({"ignored": list(ignored)} if ignored else {}),
            "status_url": address(settings.base_url, "self", order.id),
            "_links": {
                name: order_link(settings.base_url, name, order.id) for name in ("self", "status_page")
            },
        },
    )


def _new_order(session: Session, settings: Settings, new_order: NewOrder, begin: Status) -> Order:
    row = STATE[begin]
    moments: dict[str, Any] = {"created_at": session.now, row.timestamp or "created_at": session.now}
    return Order(
        id=_free_id(session),
        status=begin.value,
        source=new_order.source.value,
        language=new_order.language.value,
        contact_email=new_order.contact_email,
        request=new_order.stored(),
        billing_status=(row.billing_status or BillingStatus.NOT_STARTED).value,
        delivery_status=(row.delivery_status or DeliveryStatus.NOT_STARTED).value,
        updated_at=session.now,
        expires_at=end_after(settings, row, session.now, session.now + expiry.LIFETIME),
        sandbox=new_order.sandbox,
        by_form=new_order.by_form,
        **moments,
    )


def _free_id(session: Session) -> str:
    """An order id. PostgreSQL does not check it first: the INSERT refuses a used id, and `order_once` tries another."""
    if session.pipeline is not None:
        return ids.new_order_id()
    while True:
        order_id = ids.new_order_id()
        if _TAKEN.run(session, id=order_id) is None:
            return order_id
