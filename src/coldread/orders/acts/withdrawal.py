"""The buyer's wish to withdraw: noted once, sent to the operator, shown on every view of the order. It moves nothing.

It is possible until the work is delivered, paid or not (the terms, "Right of withdrawal")."""

from __future__ import annotations

import dataclasses

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.base.texts.inline_text import InlineText
from coldread.jobs.defer import defer
from coldread.orders.acts.audit_notes import BUYER, add_remark, hold_unchanged
from coldread.orders.acts.change import change
from coldread.orders.acts.part_payments import end_unpaid
from coldread.orders.acts.send_letter import send_withdrawal_letter
from coldread.orders.acts.show_draft import hold_draft, show_draft
from coldread.orders.acts.withdrawals import Asker, Withdrawal, withdrawals
from coldread.orders.files.deliverable_files import DRAFT
from coldread.orders.letters import notice_language, write_notice
from coldread.orders.queries import artifacts_of, hold_order
from coldread.orders.rules.lifecycle import PREPARE_DRAFT
from coldread.orders.rules.order import Order
from coldread.orders.tables import order_withdrawals
from coldread.orders.views.stored_view import require_on_buyer_page, require_readable
from coldread.services import Services


def may_withdraw(order: Order) -> bool:
    return order.state.is_open


def withdraw(
    session: Session, settings: Settings, order_id: str, asked_by: Asker, name: str | None = None
) -> Withdrawal | None:
    """Note the withdrawal; None if it is too late. A repeated one counts once, unless the order was continued in between."""
    held = hold_order(session, order_id)
    if asked_by == "person":
        order = require_on_buyer_page(held, settings, session.now)
    else:
        order = require_readable(held, session.now)
    if not may_withdraw(order):
        return None
    earlier = withdrawals(session, [order_id]).get(order_id)
    if earlier and earlier.stands:
        return earlier
    asked = Withdrawal(order_id=order_id, asked_at=session.now, asked_by=asked_by, name=name)
    session.run(
        session.insert(order_withdrawals)
        .values(**dataclasses.asdict(asked))
        .on_conflict_do_update(index_elements=["order_id"], set_=dataclasses.asdict(asked))
    )
    unpublished = hold_draft(session, order)
    add_remark(session, order_id, "withdrawal", BUYER if asked_by == "person" else "agent", name)
    # changes `updated_at`: polls see the withdrawal, and an operator cannot move the order from an older page
    touched = change(session, settings, order, **unpublished, **end_unpaid(session, settings, order)).order
    write_notice(
        session,
        settings,
        "withdrawal_asked",
        touched,
        about=_letter_key(asked, earlier),
        who=asked.who(notice_language(settings)),
    )
    send_withdrawal_letter(session, settings, touched, _letter_key(asked, earlier))
    return asked


def _letter_key(asked: Withdrawal, earlier: Withdrawal | None) -> str:
    """A key for the letters about this wish: each wish has its own."""
    return f"{asked.order_id}/withdrawal" + (f"/{asked.asked_at}" if earlier else "")


def go_on(session: Session, services: Services, order_id: str, seen: int, actor: str, because: str) -> Order:
    """Continue the order despite a withdrawal (of a company that has paid, or of a buyer who changed their mind)."""
    if not because:
        raise Problem(
            "invalid-input",
            InlineText(
                en="Say why the order goes on: the buyer reads it.",
                sv="Säg varför beställningen går vidare: köparen läser det.",
            ),
        )
    order = hold_unchanged(session, order_id, seen)
    asked = withdrawals(session, [order_id]).get(order_id)
    if asked is None or not asked.stands:
        raise Problem(
            "invalid-input",
            InlineText(en="No withdrawal waits for a decision.", sv="Det finns ingen ånger att avgöra."),
        )
    session.run(
        sa.update(order_withdrawals)
        .where(order_withdrawals.c.order_id == order_id)
        .values(settled_at=session.now, settled_because=because)
    )
    add_remark(session, order_id, "went_on", actor, because)
    held = {"to_return": 0} if order.is_part_paid else {}  # it is a part of the price again
    went = change(session, services.settings, order, **held).order
    if went.state.in_work and DRAFT in artifacts_of(session, order_id):
        show_draft(session, services, went)
    elif went.state.in_work:
        defer(session, PREPARE_DRAFT, key=f"{PREPARE_DRAFT}:{order_id}", order_id=order_id)
    return went
