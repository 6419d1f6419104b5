"""Several moves of the lifecycle in one step: for example from submitted to the bill with one form."""

from __future__ import annotations

import json

from coldread.base.db import Session
from coldread.orders.acts.advance import Move, advance
from coldread.orders.acts.audit_notes import hold_unchanged
from coldread.orders.queries import events_of
from coldread.orders.rules.lifecycle import STATE, Status
from coldread.orders.rules.order import Order
from coldread.services import Services

#: statuses that may be passed through without a separate form: they ask nobody for anything
PASSED = (Status.REVIEWING, Status.ACCEPTED)


def ways_from(moves: tuple[Status, ...]) -> dict[Status, tuple[Status, ...]]:
    """The statuses that an order can reach now, and the steps to each; `moves` are the legal single steps. Pure."""
    found: dict[Status, tuple[Status, ...]] = {to: (to,) for to in moves}
    waiting = list(moves)
    while waiting:
        at = waiting.pop(0)
        if at not in PASSED:
            continue
        for to in STATE[at].to:
            if to not in found:
                found[to] = (*found[at], to)
                waiting.append(to)
    return found


def apply_moves(
    session: Session, services: Services, order_id: str, seen: int, steps: tuple[Move, ...]
) -> Order:
    """All of the steps, or none; each has its own line in the audit trail."""
    order = hold_unchanged(session, order_id, seen)
    for step in steps:
        order = advance(session, services, order_id, step)
    return order


def were_applied(session: Session, order_id: str, seen: int, last: Move) -> bool:
    """Whether the same operator has just done the same from the same page: a double click."""
    since = [event for event in events_of(session, order_id) if event.at > seen]
    if not since or any(event.actor != last.actor for event in since):
        return False
    done = since[-1]
    return (done.to_status, done.substatus, done.note, json.loads(done.patch or "{}")) == (
        last.to_status,
        last.substatus,
        last.note,
        last.patch,
    )
