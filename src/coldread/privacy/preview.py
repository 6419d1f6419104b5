"""What an erasure would do to each order and watch of an address: what is lost, what is kept, and until when."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any, Literal

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.orders.operator.workbench import letters_about
from coldread.orders.queries import artifacts_of, find_order, sources_of
from coldread.orders.rules.order import Order
from coldread.orders.tables import order_messages, order_remarks, order_scans
from coldread.orders.views.messages import SAID
from coldread.privacy.forget import BOOKS
from coldread.privacy.retention import BOOKS_KEPT
from coldread.privacy.watches import watches_of_person
from coldread.watches.queries import runs_of

#: `gone`: nothing of the person stays; `books`: what the books need stays; `in_work`, `owed`: not erased yet
Outcome = Literal["gone", "books", "in_work", "owed"]


@dataclasses.dataclass(frozen=True, kw_only=True)
class ErasedOrder:
    """One order, before the erasure."""

    order: Order
    outcome: Outcome
    #: how many of each kind are deleted, where there are any: files, sources, letters, messages, reports
    lost: dict[str, int]
    #: the billing fields that the books keep
    books: tuple[str, ...]
    #: until then; None: nothing of the person is kept
    kept_until: int | None

    @property
    def page(self) -> str:
        return str(self.order.asked.get("url") or "–")


@dataclasses.dataclass(frozen=True, kw_only=True)
class ErasedWatch:
    """One watch, before the erasure: nothing of it stays."""

    url: str
    state: str
    runs: int


def outcome_of(order: Order) -> Outcome:
    """What an erasure does to the order. Pure."""
    if order.state.in_work and not order.is_refunded:
        return "in_work"
    if order.to_return or order.is_part_paid:
        return "owed"
    return "books" if order.paid_at is not None else "gone"


def orders_before(session: Session, order_ids: Sequence[str]) -> list[ErasedOrder]:
    """These orders of a person, as an erasure would find them."""
    found = [find_order(session, order_id) for order_id in order_ids]
    return [_before(session, order) for order in found if order is not None]


def watches_to_erase(session: Session, email: str) -> list[ErasedWatch]:
    return [
        ErasedWatch(url=row.url, state=row.state, runs=len(runs_of(session, row.id, None)))
        for row in watches_of_person(session, email)
    ]


def _before(session: Session, order: Order) -> ErasedOrder:
    outcome = outcome_of(order)
    billing = order.asked.get("billing") or {}
    books = tuple(name for name in BOOKS if billing.get(name)) if outcome == "books" else ()
    return ErasedOrder(
        order=order,
        outcome=outcome,
        lost={name: number for name, number in _lost(session, order.id).items() if number},
        books=books,
        kept_until=order.paid_at + BOOKS_KEPT if outcome == "books" and order.paid_at is not None else None,
    )


def _lost(session: Session, order_id: str) -> dict[str, int]:
    said = sa.and_(order_remarks.c.kind == SAID, order_remarks.c.order_id == order_id)
    return {
        "files": len(artifacts_of(session, order_id)),
        "sources": len(sources_of(session, order_id)),
        "letters": len(letters_about(session, order_id)),
        "messages": _count(session, order_messages, order_messages.c.order_id == order_id)
        + _count(session, order_remarks, said),
        "reports": _count(session, order_scans, order_scans.c.order_id == order_id),
    }


def _count(session: Session, table: sa.Table, where: sa.ColumnElement[bool]) -> int:
    row: Any = session.row(sa.select(sa.func.count().label("number")).select_from(table).where(where))
    return int(row.number)
