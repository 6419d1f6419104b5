"""Registering receivers of an order's changes, and writing events for them in the transaction of the change."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa

from coldread.base import ids
from coldread.base.db import Session
from coldread.base.problems import Fault, InvalidInput
from coldread.base.settings import Settings
from coldread.egress.address_rules import check_named
from coldread.egress.errors import EgressRefused
from coldread.egress.policy import Policy, parse_allowed
from coldread.jobs.defer import defer
from coldread.jobs.job import job_name
from coldread.jobs.kinds import EVENTS
from coldread.orders.push.bodies import Form, Kind
from coldread.orders.rules.order import Order
from coldread.orders.tables import order_webhooks, webhook_events

PUSH = job_name("orders.push", EVENTS)
#: receivers that one order may have
MOST = 5
#: name of the receiver that was sent with the order
OWN = "order"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Receiver:
    """A receiver of events, and the form that it wants."""

    url: str
    #: signs what is sent; chosen by the caller, never shown again
    secret: str | None
    name: str = OWN
    form: Form = Form.STANDARD
    #: a complete Authorization header that the receiver wants
    authorization: str | None = None


def policy_of(settings: Settings) -> Policy:
    """The addresses that we may call: those that scans may visit, and never our own."""
    return Policy(allow=parse_allowed(settings.scan_allow_hosts), own_hosts=frozenset((settings.host_name,)))


def refuse_address(url: str, settings: Settings, pointer: str) -> None:
    """400 for an address that would never be called: not https, or a port or literal address that the policy refuses."""
    policy = policy_of(settings)
    try:
        target = check_named(url, policy)
    except EgressRefused as no:
        raise _invalid_field(pointer, f"it would never be called: {no}", no.reason) from None
    if target.scheme != "https" and not policy.allows(target.host, target.port):
        raise _invalid_field(pointer, "must be an https address", "https")


def _invalid_field(pointer: str, detail: str, code: str) -> InvalidInput:
    return InvalidInput([Fault(pointer=pointer, detail=f"{pointer}: {detail}", code=code)])


def add_receiver(session: Session, order_id: str, receiver: Receiver) -> None:
    """Add a receiver. One of the same name is replaced, and its unsent events go to the new address."""
    receivers = receivers_of(session, order_id)
    values = {
        "form": receiver.form.value,
        "url": receiver.url,
        "secret": receiver.secret,
        "authorization": receiver.authorization,
        "retry_at": 0,
    }
    if same := next((row for row in receivers if row.name == receiver.name), None):
        session.run(sa.update(order_webhooks).where(order_webhooks.c.id == same.id).values(**values))
        push_later(session, same.id, receiver.url, session.now)
        return
    if len(receivers) >= MOST:
        detail = f"An order has at most {MOST} receivers."
        raise InvalidInput([Fault(pointer="#/url", detail=detail, code="too_many")])
    session.run(
        sa.insert(order_webhooks),
        {
            "id": ids.new_secret_id(),
            "order_id": order_id,
            "name": receiver.name,
            "created_at": session.now,
            "holder": "",
            "busy_until": 0,
            **values,
        },
    )


def add_subject_receiver(session: Session, subject: str, receiver: Receiver) -> None:
    """Add a receiver of events about something that is no order."""
    session.run(
        sa.insert(order_webhooks),
        {
            "id": ids.new_secret_id(),
            "subject": subject,
            "name": receiver.name,
            "form": receiver.form.value,
            "url": receiver.url,
            "secret": receiver.secret,
            "created_at": session.now,
            "holder": "",
            "busy_until": 0,
            "retry_at": 0,
        },
    )


def move_subject_receivers(session: Session, old: str, new: str) -> None:
    """Give the receivers of one subject to another, which has at most so many; of two at one address, the moved one
    stays."""
    moved = session.rows(sa.select(order_webhooks).where(order_webhooks.c.subject == old))
    urls = {row.url for row in moved}
    own = session.rows(
        sa.select(order_webhooks)
        .where(order_webhooks.c.subject == new)
        .order_by(order_webhooks.c.created_at.desc(), order_webhooks.c.id)
    )
    kept = [row.id for row in own if row.url not in urls][: max(0, MOST - len(moved))]
    _delete_webhooks(session, [row.id for row in own if row.id not in kept])
    session.run(sa.update(order_webhooks).where(order_webhooks.c.subject == old).values(subject=new))


def note_about(session: Session, settings: Settings, subject: str, kind: str, body: str) -> None:
    """Write an event that brings its body, for every receiver of this subject."""
    if not settings.webhooks:
        return
    for row in session.rows(sa.select(order_webhooks).where(order_webhooks.c.subject == subject)):
        _write_event(session, row.id, order_id="", kind=kind, status="", due_at=session.now, body=body)
        push_later(session, row.id, row.url, session.now, because=f":{kind}")


def drop_subject_receivers(session: Session, subject: str) -> None:
    """Remove the receivers of this subject, with their events."""
    mine = sa.select(order_webhooks.c.id).where(order_webhooks.c.subject == subject)
    session.run(sa.delete(webhook_events).where(webhook_events.c.webhook_id.in_(mine)))
    session.run(sa.delete(order_webhooks).where(order_webhooks.c.subject == subject))


def receivers_of(session: Session, order_id: str) -> Sequence[sa.Row[Any]]:
    return session.rows(
        sa.select(order_webhooks)
        .where(order_webhooks.c.order_id == order_id)
        .order_by(order_webhooks.c.created_at, order_webhooks.c.id)
    )


def drop_receiver(session: Session, order_id: str, name: str | None = None) -> int:
    """Remove one receiver, or all of them, with their events. Returns how many receivers."""
    webhook_ids = [row.id for row in receivers_of(session, order_id) if name in (None, row.name)]
    _delete_webhooks(session, webhook_ids)
    return len(webhook_ids)


def _delete_webhooks(session: Session, webhook_ids: Sequence[str]) -> None:
    session.run(sa.delete(webhook_events).where(webhook_events.c.webhook_id.in_(webhook_ids)))
    session.run(sa.delete(order_webhooks).where(order_webhooks.c.id.in_(webhook_ids)))


def note_move(session: Session, settings: Settings, order: Order) -> None:
    """Write an event of the order's status for every receiver."""
    if settings.webhooks:
        _renew_draft_event(session, order)
        for row in receivers_of(session, order.id):
            _note_event(session, row, order, Kind.STATUS, session.now)


def _renew_draft_event(session: Session, order: Order) -> None:
    """The event of a draft that is published later: with the new status, and deleted once the final is there."""
    events = webhook_events.c
    later = sa.and_(events.order_id == order.id, events.kind == Kind.DRAFT.value, events.due_at > session.now)
    if order.delivered_at is not None:
        session.run(sa.delete(webhook_events).where(later, events.sent_at.is_(None)))
    else:
        session.run(sa.update(webhook_events).where(later).values(status=order.status))


def note_draft(session: Session, settings: Settings, order: Order) -> None:
    """Write an event of the draft's publication for every receiver: once for each order, and not after the final."""
    if not settings.webhooks or order.draft_live_at is None or order.delivered_at is not None:
        return
    for row in receivers_of(session, order.id):
        event = session.row(
            sa.select(webhook_events).where(
                webhook_events.c.webhook_id == row.id, webhook_events.c.kind == Kind.DRAFT.value
            )
        )
        if event is not None and event.sent_at is None and event.due_at > order.draft_live_at:
            session.run(sa.delete(webhook_events).where(webhook_events.c.id == event.id))
            event = None
        if event is None:
            _note_event(session, row, order, Kind.DRAFT, max(session.now, order.draft_live_at))


def _note_event(session: Session, receiver: sa.Row[Any], order: Order, kind: Kind, due_at: int) -> None:
    _write_event(
        session, receiver.id, order_id=order.id, kind=kind, status=order.status, due_at=due_at, body=None
    )
    push_later(session, receiver.id, receiver.url, due_at, because=f":{order.updated_at}")


def _write_event(
    session: Session, webhook_id: str, *, order_id: str, kind: str, status: str, due_at: int, body: str | None
) -> None:
    session.run(
        sa.insert(webhook_events),
        {
            "event_id": f"evt_{ids.new_secret_id()}",
            "webhook_id": webhook_id,
            "order_id": order_id,
            "kind": str(kind),
            "status": status,
            "body": body,
            "at": due_at,
            "due_at": due_at,
            "tries": 0,
        },
    )


def push_later(session: Session, webhook_id: str, url: str, at: int, because: str = "") -> None:
    """Defer a delivery. A host that hangs blocks only the slots of its own kind."""
    host = urlsplit(url).netloc.lower()
    key = f"push:{webhook_id}:{at}{because}"
    defer(session, PUSH, key=key, run_at=at, holder=host, webhook_id=webhook_id)
