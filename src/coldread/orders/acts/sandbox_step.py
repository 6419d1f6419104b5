"""One step of a sandbox order, through the same function as every other move."""

from __future__ import annotations

from coldread.base.clock import SECOND
from coldread.base.db import Session
from coldread.base.links import address
from coldread.base.texts.texts import room
from coldread.orders.acts.advance import Move, advance
from coldread.orders.acts.sandbox import (
    ACTOR,
    DIFF_TEXT,
    PATIENCE,
    defer_next_step,
    next_status,
)
from coldread.orders.files.deliverable_files import DIFF
from coldread.orders.files.deliverables import store_file
from coldread.orders.queries import events_of, hold_order, messages_of
from coldread.orders.rules.lifecycle import Status
from coldread.orders.rules.order import Order
from coldread.payments.prices import BillingMethod
from coldread.services import Services

say = room("coldread.orders")


def take_sandbox_step(session: Session, services: Services, order_id: str, status: str) -> None:
    """Move the order on from `status`. Does nothing if the order has another status by now, or has lapsed."""
    order = hold_order(session, order_id)
    if order is None or not order.sandbox or order.status != status or order.has_lapsed(session.now):
        return
    events = events_of(session, order_id)
    to_status = next_status(
        Status(status), was_asked=any(row.to_status == Status.NEEDS_INFO for row in events)
    )
    if to_status is None:
        return
    if order.state.asks == "answer" and not _answered_or_waited(session, services, order, events[-1].at):
        defer_next_step(session, services.settings, order)
        return
    if to_status == Status.DELIVERED:
        store_file(
            session,
            services.contents,
            order_id=order_id,
            file=DIFF,
            content=DIFF_TEXT.encode(),
            author=ACTOR,
        )
    moved = advance(session, services, order_id, _move(services, order, to_status))
    defer_next_step(session, services.settings, moved)


def _answered_or_waited(session: Session, services: Services, order: Order, asked_at: int) -> bool:
    patience = PATIENCE * services.settings.sandbox_step_s * SECOND
    return bool(messages_of(session, order.id)) or session.now >= asked_at + patience


def _move(services: Services, order: Order, to_status: Status) -> Move:
    patch: dict[str, str] = {}
    if to_status == Status.PAID:
        method = order.asked.get("billing_method_preference") or BillingMethod.UMBRELLA_INVOICE.value
        patch = {"billing_method_final": method, "external_reference": "SANDBOX"}
    elif to_status == Status.IN_PROGRESS:
        # Set the address as well as storing the file: then a sandbox order's draft is live at once, not an
        # hour after payment.
        where = address(services.settings.base_url, "draft_result", order.id)
        patch = {"spec_md": say(order.language, "sandbox.draft"), "draft_url": where}
    elif to_status == Status.DELIVERED:
        patch = {"spec_md": say(order.language, "sandbox.final")}
    question = say(order.language, "sandbox.question") if to_status == Status.NEEDS_INFO else None
    return Move(to_status=to_status, actor=ACTOR, question=question, patch=patch)
