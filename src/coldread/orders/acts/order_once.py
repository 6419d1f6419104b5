"""Placing an order at most once for a key, within the limit: what every surface that takes orders calls."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from pydantic_core import to_json

from coldread.base.db import Session
from coldread.guard import rate
from coldread.guard.idempotency import Once, StoredAnswer, answer_once
from coldread.guard.limits import CREATE, Usage
from coldread.orders.acts.place import place
from coldread.orders.rules.lifecycle import Status
from coldread.orders.rules.order import Order
from coldread.orders.rules.requests import NewOrder
from coldread.services import Services


@dataclasses.dataclass(frozen=True, kw_only=True)
class Placement:
    """A wish with all that decides how it is answered."""

    new_order: NewOrder
    #: None where the caller sent no key: every request is then a new order
    once: Once | None
    #: the name under which the caller is counted
    client: str
    #: makes the answer's body
    body: Callable[[Order], dict[str, Any]]
    #: address of the new order
    location: Callable[[Order], str]
    begin: Status = Status.SUBMITTED
    note: str | None = None
    #: written in the transaction of the order, for a new one only
    then: Callable[[Session, Order], None] | None = None


async def order_once(services: Services, placing: Placement) -> tuple[StoredAnswer, Usage | None]:
    """The answer, new or replayed, and how the creation limit stands."""
    with services.in_flight.hold(placing.once):
        if services.settings.is_sqlite:  # which asks without a journey
            return await services.db.write(_placed, services, placing)
        try:
            return await services.db.write(_placed, services, placing, is_new=True)
        except Exception as error:
            if not _is_taken(error):
                raise
            return await services.db.write(_placed, services, placing)


def _is_taken(error: Exception) -> bool:
    """PostgreSQL's refusal of a key that was used before, or of an id (one in a hundred million, with a million orders)."""
    constraint = getattr(getattr(error, "diag", None), "constraint_name", None)
    return constraint in {"pk_orders", "pk_idempotency_keys"}


def _placed(
    session: Session, services: Services, placing: Placement, *, is_new: bool = False
) -> tuple[StoredAnswer, Usage | None]:
    answer = answer_once(session, placing.once, lambda: _new(session, services, placing), is_new=is_new)
    most = CREATE.most(services.settings)
    # Last of all: on PostgreSQL this row is what clients behind one address would wait for.
    count = rate.usage_of if answer.replayed else rate.count_use
    return answer, count(session, CREATE, placing.client, most)


def _new(session: Session, services: Services, placing: Placement) -> StoredAnswer:
    order = place(session, services.settings, placing.new_order, begin=placing.begin, note=placing.note)
    if placing.then is not None:
        placing.then(session, order)
    return StoredAnswer(status=201, body=to_json(placing.body(order)), location=placing.location(order))
