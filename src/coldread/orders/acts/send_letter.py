"""Letters to the buyer about a step. A remark records each letter, so that the console does not ask the
operator to send it."""

from __future__ import annotations

from collections.abc import Sequence

from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.orders.acts.audit_notes import SYSTEM, add_remark, remarks_of
from coldread.orders.acts.early_start import has_waived
from coldread.orders.acts.withdrawals import withdrawals
from coldread.orders.letters import (
    write_accepted_letter,
    write_paid_letter,
    write_part_letter,
    write_question_letter,
    write_refund_letter,
    write_rejected_letter,
    write_reply_letter,
    write_withdrawal_letter,
)
from coldread.orders.queries import events_of
from coldread.orders.rules.lifecycle import Status
from coldread.orders.rules.order import Order
from coldread.orders.rules.part_payments import MoneyIn, Part


def send_move_letter(session: Session, settings: Settings, order: Order, parts: Sequence[Part] = ()) -> None:
    """Write the letter for the order's current status. The draft and the final have their own functions."""
    if order.state.asks == "answer":
        send_question_letter(session, settings, order, order.question)
    elif order.state.asks == "payment":
        if write_accepted_letter(session, settings, order, waived=_waived(session, order)):
            add_remark(session, order.id, "billed", SYSTEM)
    elif order.status == Status.PAID:
        write_paid_letter(session, settings, order, parts)
    elif order.status == Status.REJECTED:
        asked = withdrawals(session, [order.id]).get(order.id)
        # a buyer who has withdrawn already got a letter that the order is closed
        if not (asked and asked.stands) and write_rejected_letter(session, settings, order):
            add_remark(session, order.id, "told_refusal", SYSTEM)


def _waived(session: Session, order: Order) -> bool:
    return has_waived(events_of(session, order.id), remarks_of(session, order.id))


def send_question_letter(session: Session, settings: Settings, order: Order, question: str | None) -> None:
    """Mail a question, asked by a status or without one. A question without text is mailed by the operator instead."""
    if question and write_question_letter(session, settings, order, question):
        add_remark(session, order.id, "asked", SYSTEM)


def send_reply_letter(
    session: Session, settings: Settings, order: Order, *, message: str, reply: str
) -> None:
    """Mail the reply to a message. If the buyer gets no letters, the operator mails it."""
    if write_reply_letter(session, settings, order, message=message, reply=reply):
        add_remark(session, order.id, "told_reply", SYSTEM)


def send_invoice_letter(session: Session, settings: Settings, order: Order) -> None:
    """Write that the invoice has its number, if the number came after the bill."""
    if order.state.asks == "payment" and write_accepted_letter(
        session, settings, order, waived=_waived(session, order), invoiced_at=session.now
    ):
        add_remark(session, order.id, "billed", SYSTEM)


def send_part_letter(
    session: Session, settings: Settings, order: Order, part: MoneyIn | None, *, corrected: bool
) -> None:
    if write_part_letter(session, settings, order, part, corrected=corrected):
        add_remark(session, order.id, "told_part", SYSTEM)


def send_withdrawal_letter(session: Session, settings: Settings, order: Order, about: str) -> None:
    if write_withdrawal_letter(session, settings, order, about):
        add_remark(session, order.id, "acknowledged", SYSTEM)


def send_refund_letter(
    session: Session, settings: Settings, order: Order, *, amount: int, all_in_all: int, reason: str
) -> None:
    if write_refund_letter(session, settings, order, amount=amount, all_in_all=all_in_all, reason=reason):
        add_remark(session, order.id, "told_refund", SYSTEM)
