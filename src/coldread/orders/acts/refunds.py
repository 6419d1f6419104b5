"""Refunds, in one sum or several: how much and why. A person has sent the money; this notes it and informs the buyer."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.base.texts.inline_text import InlineText
from coldread.orders.acts.audit_notes import add_remark, hold_unchanged
from coldread.orders.acts.change import change
from coldread.orders.acts.send_letter import send_refund_letter
from coldread.orders.acts.show_draft import hold_draft
from coldread.orders.rules.lifecycle import BillingStatus
from coldread.orders.rules.order import Order
from coldread.orders.tables import order_refunds
from coldread.services import Services


@dataclasses.dataclass(frozen=True, kw_only=True)
class Refund:
    """One refunded sum."""

    at: int
    #: whole kronor
    amount: int
    #: the reason that the buyer reads; None after erasure
    reason: str | None


@dataclasses.dataclass(frozen=True, kw_only=True)
class RefundNote:
    """What the operator enters about a refund."""

    amount: int
    #: the reason, for the buyer
    reason: str
    #: how the money was sent back, for the audit trail
    how: str
    #: the order goes on: this is a partial refund, as compensation or by agreement
    work_goes_on: bool = False


def note_refund(
    session: Session, services: Services, order_id: str, seen: int, actor: str, note: RefundNote
) -> Order:
    """Note a refund. The order keeps its status; billing becomes `waived` unless the work goes on."""
    order = hold_unchanged(session, order_id, seen)
    if not may_refund(order, refunds_of(session, order_id)):
        raise Problem(
            "invalid-input",
            InlineText(
                en="There is no payment that could be given back.",
                sv="Det finns ingen betalning att betala tillbaka.",
            ),
        )
    session.run(
        sa.insert(order_refunds),
        {"order_id": order_id, "at": session.now, "amount": note.amount, "reason": note.reason},
    )
    add_remark(session, order_id, "refunded", actor, f"{note.amount} SEK. {note.reason}\n{note.how}".strip())
    back = total_refunded(refunds_of(session, order_id))
    send_refund_letter(
        session, services.settings, order, amount=note.amount, all_in_all=back, reason=note.reason
    )
    columns: dict[str, Any] = {"to_return": max(0, order.to_return - note.amount)}
    if order.paid_at is None:
        columns["received"] = max(0, order.received - note.amount)
    elif not (note.work_goes_on or order.is_refunded or _only_the_excess(order, note)):
        columns |= {"billing_status": BillingStatus.WAIVED.value, **hold_draft(session, order)}
    return change(session, services.settings, order, **columns).order


def _only_the_excess(order: Order, note: RefundNote) -> bool:
    """Nothing of the price goes back: only what came in above it."""
    return 0 < note.amount <= order.to_return


def refunds_of(session: Session, order_id: str) -> tuple[Refund, ...]:
    """The refunds of an order, oldest first."""
    rows = session.rows(
        sa.select(order_refunds.c.at, order_refunds.c.amount, order_refunds.c.reason)
        .where(order_refunds.c.order_id == order_id)
        .order_by(order_refunds.c.id)
    )
    return tuple(Refund(**row._mapping) for row in rows)


def left_to_refund(order: Order, refunds: Sequence[Refund]) -> int:
    """The paid sum less its refunds; of an unpaid order, what came in and must go back. An order from before sums were noted was refunded in full. Pure."""
    if order.paid_at is None:
        return order.to_return
    if order.is_refunded and not refunds:
        return 0
    return max(0, order.money_in - total_refunded([each for each in refunds if each.at >= order.paid_at]))


def may_refund(order: Order, refunds: Sequence[Refund]) -> bool:
    """Whether a refund can be noted: while something is left, and before the work has ended also above the
    price, if more was paid. Pure."""
    return left_to_refund(order, refunds) > 0 or (order.paid_at is not None and not order.is_refunded)


def total_refunded(refunds: Sequence[Refund]) -> int:
    """The sum of all refunds. Pure."""
    return sum(each.amount for each in refunds)
