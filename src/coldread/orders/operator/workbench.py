"""One order with everything that an operator works with, read at once."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.mail.tables import letters
from coldread.orders.acts.remarks import KINDS, remarks_of
from coldread.orders.acts.withdrawal import Withdrawal, withdrawals
from coldread.orders.operator.queue import QueueLine, with_clocks
from coldread.orders.push.deliver import events_about
from coldread.orders.queries import dossier_of, events_of, find_order, messages_of, sources_of
from coldread.orders.rules.lifecycle import Status, allowed
from coldread.orders.rules.order import Order
from coldread.orders.shown.projection import Addresses, addresses
from coldread.orders.shown.thread import Exchange, thread
from coldread.orders.tables import artifacts, order_scans


@dataclasses.dataclass(frozen=True, kw_only=True)
class TrailEntry:
    """One line of the audit trail."""

    at: int
    actor: str
    did: str
    note: str | None
    substatus: str | None = None
    question: str | None = None
    #: what was changed with it, as name and value
    patch: tuple[tuple[str, str], ...] = ()


@dataclasses.dataclass(frozen=True, kw_only=True)
class Workbench:
    order: Order
    line: QueueLine
    where: Addresses
    #: legal moves, from the lifecycle; none once the money has gone back: the buyer reads that the work has ended
    moves: tuple[Status, ...]
    lapsed: bool
    trail: tuple[TrailEntry, ...]
    sources: Sequence[sa.Row[Any]]
    #: what the buyer was asked, with the answers; the oldest first
    thread: tuple[Exchange, ...]
    withdrawal: Withdrawal | None
    letters: Sequence[sa.Row[Any]]
    files: Sequence[sa.Row[Any]]
    scans: Sequence[sa.Row[Any]]
    #: what receivers of the order are told
    events: Sequence[sa.Row[Any]]


def workbench(session: Session, settings: Settings, order_id: str) -> Workbench | None:
    order = find_order(session, order_id)
    if order is None:
        return None
    lapsed = order.has_lapsed(session.now)
    return Workbench(
        order=order,
        line=with_clocks(session, settings, [order])[0],
        where=addresses(dossier_of(session, order), session.now, settings),
        moves=() if order.is_refunded else allowed(Status(order.status), lapsed=lapsed),
        lapsed=lapsed,
        trail=trail(session, order_id),
        sources=sources_of(session, order_id),
        thread=thread(events_of(session, order_id), messages_of(session, order_id)),
        withdrawal=withdrawals(session, [order_id]).get(order_id),
        letters=letters_about(session, order_id),
        files=session.rows(sa.select(artifacts).where(artifacts.c.order_id == order_id)),
        events=events_about(session, order_id),
        scans=session.rows(sa.select(order_scans).where(order_scans.c.order_id == order_id)),
    )


def trail(session: Session, order_id: str) -> tuple[TrailEntry, ...]:
    """Moves and remarks together, the latest first."""
    entries = [
        TrailEntry(
            at=row.at,
            actor=row.actor,
            did=f"moved it from {row.from_status} to {row.to_status}" if row.from_status else "placed it",
            note=row.note,
            substatus=row.substatus,
            question=row.question,
            patch=_patch(row.patch),
        )
        for row in events_of(session, order_id)
    ]
    entries += [
        TrailEntry(at=row.at, actor=row.actor, did=KINDS.get(row.kind, row.kind), note=row.note)
        for row in remarks_of(session, order_id)
    ]
    return tuple(sorted(entries, key=lambda entry: entry.at)[::-1])


def letters_about(session: Session, order_id: str) -> Sequence[sa.Row[Any]]:
    """Letters to the buyer and notices to the operator."""
    about = letters.c.about
    return session.rows(
        sa.select(letters)
        .where(sa.or_(about == order_id, sa.and_(about > f"{order_id}/", about < f"{order_id}0")))
        .order_by(letters.c.id)
    )


def _patch(stored: str | None) -> tuple[tuple[str, str], ...]:
    """Names and values for people; a document shows its size, a key its last four."""
    if not stored:
        return ()
    return tuple((name, _worded(value)) for name, value in json.loads(stored).items())


def _worded(value: Any) -> str:
    if isinstance(value, dict) and "bytes" in value:
        return f"{value['bytes']} bytes, SHA-256 {value['sha256'][:12]}…"
    if isinstance(value, dict):
        return f"…{value.get('last4') or ''}"
    return str(value)
