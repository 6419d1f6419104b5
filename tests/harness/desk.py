"""What only the operator sees, for tests that must look behind the public answers."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.orders.acts.refunds import RefundNote, note_refund
from coldread.orders.operator.order_json import order_json
from coldread.orders.queries import find_order
from coldread.orders.tables import orders
from tests.harness.service import Service


def desk(service: Service, order_id: str) -> dict[str, Any]:
    """Everything that is known of an order."""
    seen: dict[str, Any] | None = service.read(order_json, service.settings, order_id)
    assert seen is not None, f"no order {order_id}"
    return seen


def audit(service: Service, order_id: str) -> list[dict[str, Any]]:
    trail: list[dict[str, Any]] = desk(service, order_id)["audit"]
    return trail


def refund(service: Service, order_id: str, amount: int | None = None, *, work_goes_on: bool = False) -> None:
    """The operator notes that money went back: all of it, unless an amount is named."""

    def note(session: Session) -> None:
        order = find_order(session, order_id)
        assert order is not None
        told = RefundNote(
            amount=order.price.total if amount is None else amount,
            reason="As you asked",
            how="By bank",
            work_goes_on=work_goes_on,
        )
        note_refund(session, service.services, order_id, order.updated_at, "berit", told)

    service.write(note)


def orders_stored(service: Service) -> int:
    number: int = service.read(_count)
    return number


def _count(session: Session) -> int:
    row = session.row(sa.select(sa.func.count().label("number")).select_from(orders))
    assert row is not None
    number: int = row.number
    return number
