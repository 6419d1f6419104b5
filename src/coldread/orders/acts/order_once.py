"""Placing an order at most once for a key, within the limit. Every surface that takes orders calls this."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from pydantic_core import to_json

from coldread.base.db import Session
from coldread.guard import rate
from coldread.guard.idempotency import Once, StoredAnswer, answer_once
from coldread.guard.limits import CREATE, UsageUnlessOff
from coldread.orders.acts.place import place
from coldread.orders.rules.lifecycle import Status
from coldread.orders.rules.order import Order
from coldread.orders.rules.requests import NewOrder
from coldread.services import Services


@dataclasses.dataclass(frozen=True, kw_only=True)
class Placement:
    """A new order and everything that decides how the request is answered."""

    new_order: NewOrder
    #: None if the caller sent no key: then every request is a new order
    once: Once | None
    #: the name under which the caller's uses are counted
    client: str
    #: makes the answer's body
    body: Callable[[Order], dict[str, Any]]
    #: address of the new order
    location: Callable[[Order], str]
    begin: Status = Status.SUBMITTED
    note: str | None = None
    #: runs in the transaction of the order, for a new order only
    then: Callable[[Session, Order], None] | None = None


async def order_once(services: Services, placing: Placement) -> tuple[StoredAnswer, UsageUnlessOff]:
    """The answer, new or replayed, with the usage of the creation limit."""
    with services.in_flight.hold(placing.once):
        if services.settings.is_sqlite:  # SQLite can ask without a network round trip
            return await services.db.write(_place_or_replay, services, placing)
        try:
            return await services.db.write(_place_or_replay, services, placing, is_new=True)
        except Exception as error:
            if not _is_taken(error):
                raise
            return await services.db.write(_place_or_replay, services, placing)


def _is_taken(error: Exception) -> bool:
    """PostgreSQL's refusal of a used key, or of a used order id (one in a hundred million, with a million orders)."""
    constraint = getattr(getattr(error, "diag", None), "constraint_name", None)
    return constraint in {"pk_orders", "pk_idempotency_keys"}


def _place_or_replay(
    session: Session, services: Services, placing: Placement, *, is_new: bool = False
) -> tuple[StoredAnswer, UsageUnlessOff]:
    answer = answer_once(session, placing.once, lambda: _place_new(session, services, placing), is_new=is_new)
    most = CREATE.most(services.settings)
    # Count last: on PostgreSQL, other clients behind the same address wait for this row's lock.
    count = rate.usage_of if answer.replayed else rate.count_use
    return answer, count(session, CREATE, placing.client, most)


def _place_new(session: Session, services: Services, placing: Placement) -> StoredAnswer:
    order = place(session, services.settings, placing.new_order, begin=placing.begin, note=placing.note)
    if placing.then is not None:
        placing.then(session, order)
    return StoredAnswer(status=201, body=to_json(placing.body(order)), location=placing.location(order))
