"""What must hold after every fault: each invariant is a function that gives its violations, as sentences."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable

import httpx
import sqlalchemy as sa

from coldread.base.db import Session
from coldread.guard.tables import idempotency_keys
from coldread.mail.tables import letters
from coldread.orders.lifecycle import STATE, Status
from coldread.orders.tables import artifacts, order_events, order_scans, order_views, orders
from tests.faults.history import Told

Rule = Callable[[Session, list[Told]], Iterable[str]]


def one_key_one_order(_: Session, history: list[Told]) -> Iterable[str]:
    for told in history:
        if len(told.ids) > 1 or len(told.bodies) > 1:
            yield f"the key {told.key} gave {sorted(told.ids)}"


def what_was_acknowledged_is_there(session: Session, history: list[Told]) -> Iterable[str]:
    there = {row.id for row in session.rows(sa.select(orders.c.id))}
    for told in history:
        for order_id in told.ids - there:
            yield f"{order_id} was acknowledged and is gone"


def nothing_is_there_that_nobody_asked_for(session: Session, history: list[Told]) -> Iterable[str]:
    asked = {told.key for told in history}
    rows = session.rows(sa.select(idempotency_keys.c.key))
    placed = session.run(sa.select(sa.func.count()).select_from(orders)).scalar_one()
    if placed != len(rows):
        yield f"{placed} orders for {len(rows)} keys"
    for row in rows:
        if row.key not in asked:
            yield f"the key {row.key} was never sent"


def every_way_is_a_way_of_the_table(session: Session, _: list[Told]) -> Iterable[str]:
    stands: dict[str, str] = {}
    for event in session.rows(sa.select(order_events).order_by(order_events.c.id)):
        before = stands.get(event.order_id)
        if event.from_status != before:
            yield f"{event.order_id} left {event.from_status} while it stood in {before}"
        elif before is not None and Status(event.to_status) not in STATE[Status(before)].to:
            yield f"{event.order_id} went from {before} to {event.to_status}"
        stands[event.order_id] = event.to_status


def every_acknowledged_move_has_one_row(session: Session, history: list[Told]) -> Iterable[str]:
    made = Counter((event.order_id, event.to_status) for event in session.rows(sa.select(order_events)))
    for told in history:
        for order_id in told.ids:
            for status in told.moved:
                if made[order_id, status] != 1:
                    yield f"{order_id}: {made[order_id, status]} rows for the move to {status}"


def row_audit_and_stored_answer_agree(session: Session, _: list[Told]) -> Iterable[str]:
    last = {
        event.order_id: event.to_status
        for event in session.rows(sa.select(order_events).order_by(order_events.c.id))
    }
    views = {row.order_id: row.body for row in session.rows(sa.select(order_views))}
    for order in session.rows(sa.select(orders)):
        if last.get(order.id) != order.status:
            yield f"{order.id} stands in {order.status}, its trail ends in {last.get(order.id)}"
        elif order.id not in views:
            yield f"{order.id} has no stored answer"
        elif json.loads(bytes(views[order.id]))["status"] != order.status:
            yield f"the stored answer of {order.id} tells another status than {order.status}"


def patch_and_move_are_one(session: Session, _: list[Told]) -> Iterable[str]:
    finals = {
        row.order_id for row in session.rows(sa.select(artifacts).where(artifacts.c.file == "spec_final.md"))
    }
    delivered = {row.id for row in session.rows(sa.select(orders.c.id).where(orders.c.status == "delivered"))}
    for order_id in finals ^ delivered:
        yield f"{order_id} is half delivered"


def one_letter_of_a_kind(session: Session, _: list[Told]) -> Iterable[str]:
    written = Counter((row.about, row.kind) for row in session.rows(sa.select(letters)))
    for (about, kind), number in written.items():
        if number > 1:
            yield f"{number} letters {kind} about {about}"
    delivered = {row.id for row in session.rows(sa.select(orders.c.id).where(orders.c.status == "delivered"))}
    for order_id in delivered:
        if written[order_id, "final_delivered"] != 1:
            yield f"{order_id} was delivered without its letter"


def one_rescan_an_order(session: Session, _: list[Told]) -> Iterable[str]:
    made = Counter(
        row.order_id for row in session.rows(sa.select(order_scans).where(order_scans.c.kind == "rescan"))
    )
    for order_id, number in made.items():
        if number > 1:
            yield f"{order_id} was rescanned {number} times"


def reads_never_go_back(_: Session, history: list[Told]) -> Iterable[str]:
    for told in history:
        if told.seen != sorted(told.seen):
            yield f"{told.ids} was read as {told.seen}"
        yield from told.oddities


INVARIANTS: tuple[Rule, ...] = (
    one_key_one_order,
    what_was_acknowledged_is_there,
    nothing_is_there_that_nobody_asked_for,
    every_way_is_a_way_of_the_table,
    every_acknowledged_move_has_one_row,
    row_audit_and_stored_answer_agree,
    patch_and_move_are_one,
    one_letter_of_a_kind,
    one_rescan_an_order,
    reads_never_go_back,
)


def violations(session: Session, history: list[Told]) -> list[str]:
    return [f"{rule.__name__}: {found}" for rule in INVARIANTS for found in rule(session, history)]


def all_readable(url: str, history: list[Told]) -> list[str]:
    """Every acknowledged order, asked for over HTTP."""
    with httpx.Client(base_url=url, timeout=30, trust_env=False) as http:
        return [
            order_id
            for told in history
            for order_id in told.ids
            if http.get(f"/v1/orders/{order_id}").status_code != 200
        ]
