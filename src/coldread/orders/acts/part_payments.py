"""Noting sums that came in: a part of the price, its correction, and the last part, which completes the payment."""

from __future__ import annotations

import dataclasses
from typing import Any

import sqlalchemy as sa

from coldread.base.dates import day
from coldread.base.db import Session
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.base.texts.inline_text import InlineText
from coldread.orders.acts.audit_notes import PART_PAID, add_remark, hold_unchanged
from coldread.orders.acts.change import change
from coldread.orders.acts.send_letter import send_part_letter
from coldread.orders.letters import write_notice
from coldread.orders.rules.order import Order
from coldread.orders.rules.part_payments import MoneyIn, Part, may_note_money
from coldread.orders.tables import order_payments
from coldread.orders.views.whose_turn import whose_turn


def parts_of(session: Session, order_id: str) -> tuple[Part, ...]:
    """The sums that came in for an order, oldest first."""
    columns = [order_payments.c[field.name] for field in dataclasses.fields(Part)]
    rows = session.rows(
        sa.select(*columns)
        .where(order_payments.c.order_id == order_id)
        .order_by(order_payments.c.received_at, order_payments.c.id)
    )
    return tuple(Part(**row._mapping) for row in rows)


def note_part(
    session: Session, settings: Settings, order_id: str, seen: int, actor: str, money: MoneyIn
) -> Order:
    """Note a part of the price. The order keeps its status, and the buyer learns what remains.

    Money for an order that has ended, or that its buyer has withdrawn from, must be returned."""
    order = hold_unchanged(session, order_id, seen)
    _refuse_complete(order)
    goes_back = _must_go_back(session, order)
    if not goes_back and money.amount >= order.remaining:
        raise Problem(
            "invalid-input",
            InlineText(
                en="That is all that remains, or more: use “mark as paid”.",
                sv="Det är allt som återstår, eller mer: använd ”Markera som betald”.",
            ),
        )
    _store(session, order_id, money)
    add_remark(session, order_id, PART_PAID, actor, _words(money))
    return _changed(session, settings, order, money.amount, goes_back=goes_back, part=money)


def correct_part(
    session: Session,
    settings: Settings,
    order_id: str,
    seen: int,
    actor: str,
    part_id: int,
    money: MoneyIn | None,
) -> Order:
    """Replace a noted part, or with None undo it: it was noted by mistake. Not once the payment is complete."""
    order = hold_unchanged(session, order_id, seen)
    _refuse_complete(order)
    part = next((each for each in parts_of(session, order_id) if each.id == part_id), None)
    goes_back = _must_go_back(session, order)
    limit = order.received if part is None else order.received - part.amount
    if part is None or limit < 0:
        raise Problem(
            "invalid-input",
            InlineText(en="This sum is not noted here.", sv="Den summan är inte antecknad här."),
        )
    if money is not None and not goes_back and limit + money.amount >= order.price.total:
        raise Problem(
            "invalid-input",
            InlineText(
                en="With that the whole price has come in: undo the part, and use “mark as paid”.",
                sv="Med det har hela priset kommit in: ta bort delen och använd ”Markera som betald”.",
            ),
        )
    session.run(sa.delete(order_payments).where(order_payments.c.id == part_id))
    if money is not None:
        _store(session, order_id, money)
    before = _words(MoneyIn(amount=part.amount, received_at=part.received_at, way=part.way))
    add_remark(session, order_id, "part_corrected", actor, f"{before} → {_words(money) if money else '–'}")
    difference = (money.amount if money else 0) - part.amount
    return _changed(
        session, settings, order, difference, goes_back=goes_back, part=money, corrected=bool(difference)
    )


def complete_payment(session: Session, order: Order, money: MoneyIn | None) -> dict[str, Any]:
    """The columns that a confirmed payment sets, with its last part stored. `order` has the method of the move."""
    if order.sandbox or (money is None and not order.received):
        return {}
    last = money or MoneyIn(amount=order.remaining, received_at=session.now)
    if last.amount:
        _store(session, order.id, last)
    received = order.received + last.amount
    return {"received": received, "to_return": max(0, received - order.price.total)}


def end_unpaid(session: Session, settings: Settings, order: Order) -> dict[str, Any]:
    """The columns of an order that ends unpaid, or that its buyer withdraws from: what was paid must be returned. The
    operator is notified."""
    if not order.is_part_paid or order.to_return == order.received:
        return {}
    write_notice(
        session,
        settings,
        "money_to_return",
        order,
        about=f"{order.id}/to-return",
        amount=order.received,
    )
    return {"to_return": order.received}


def _changed(
    session: Session,
    settings: Settings,
    order: Order,
    difference: int,
    *,
    goes_back: bool,
    part: MoneyIn | None,
    corrected: bool = False,
) -> Order:
    """The order with its new sum, and the letter about it."""
    received = order.received + difference
    changed = change(
        session, settings, order, received=received, to_return=received if goes_back else 0
    ).order
    if not goes_back and (corrected or (part is not None and difference == part.amount)):
        send_part_letter(session, settings, changed, part, corrected=corrected)
    return changed


def _must_go_back(session: Session, order: Order) -> bool:
    return order.state.is_declined or whose_turn(session, [order])[order.id].ends_promises


def _refuse_complete(order: Order) -> None:
    if not may_note_money(order):
        raise Problem(
            "invalid-input",
            InlineText(
                en="The payment is complete, or nobody has been billed: no part can be noted or changed.",
                sv="Betalningen är klar, eller ingen har fått betala än: ingen del kan antecknas eller ändras.",
            ),
        )


def _store(session: Session, order_id: str, money: MoneyIn) -> None:
    session.run(
        sa.insert(order_payments),
        {"order_id": order_id, "at": session.now, **dataclasses.asdict(money)},
    )


def _words(money: MoneyIn) -> str:
    """A sum as the audit trail writes it, independent of a language."""
    said = (f"{money.amount} SEK", day(money.received_at, "en"), money.way, money.reference)
    return ", ".join(each for each in said if each)
