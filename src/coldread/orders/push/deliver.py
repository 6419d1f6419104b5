"""Sending what was noted: at least once, in order, one sender a receiver; what fails waits longer each time, then for a person.

A sender holds its receiver by a lease. One that dies is followed, after the lease, by the job that was put off to its end;
what it may have sent is sent again under the same id.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa

from coldread.base import ids, log
from coldread.base.clock import DAY, HOUR, SECOND
from coldread.base.db import Session
from coldread.base.version import AGENT
from coldread.egress.budget import Budget, Caps
from coldread.egress.client import Client
from coldread.egress.connector import Connector
from coldread.egress.errors import EgressError
from coldread.egress.names import Names
from coldread.orders.push.bodies import ANSWER_WITHIN_S, Form, Kind, body_of, headers_of
from coldread.orders.push.outcomes import Outcome, outcome_of, outcome_of_error
from coldread.orders.push.register import policy_of, push_later
from coldread.orders.queries import find_order
from coldread.orders.tables import order_webhooks, webhook_events, webhook_hosts
from coldread.orders.views.order_state import a2a_state, turn_fields
from coldread.orders.views.whose_turn import whose_turn
from coldread.services import Services

CAPS = Caps(bytes=100_000, requests=1, seconds=float(ANSWER_WITHIN_S), silence=float(ANSWER_WITHIN_S))
LEASE = 2 * ANSWER_WITHIN_S * SECOND
#: rests after each failure of one event; after the last it is given up: 16 hours in all
RESTS = tuple(s * SECOND for s in (10, 60, 300, 900, 1800, 3600, 7200, 14400, 28800))
VERIFY_EVERY, VERIFIED_FOR = HOUR, 30 * DAY


@dataclasses.dataclass(frozen=True, kw_only=True)
class Sending:
    """One event on its way."""

    webhook_id: str
    holder: str
    event: int
    event_id: str
    host: str
    #: the host is asked whether it wants to be told at all
    verifies: bool
    url: str
    body: bytes
    headers: dict[str, str]


async def deliver(services: Services, webhook_id: str) -> None:
    """Send what is due to this receiver, the oldest first, until nothing is or one fails."""
    holder = ids.new_secret_id()
    while (sending := await services.db.write(next_sending, webhook_id, holder)) is not None:
        outcome, fault = await _send(services, sending)
        await services.db.write(note_outcome, sending, outcome, fault)
        if outcome != Outcome.ARRIVED:
            return


def next_sending(session: Session, webhook_id: str, holder: str) -> Sending | None:
    """The next event to send, with the receiver held for it; None where there is none, or it is not the time."""
    hook = session.row(sa.select(order_webhooks).where(order_webhooks.c.id == webhook_id).with_for_update())
    if hook is None:
        return None
    held_until = hook.busy_until if hook.holder != holder else 0
    if max(held_until, hook.retry_at) > session.now:
        push_later(session, webhook_id, hook.url, max(held_until, hook.retry_at))
        return None
    event = session.row(
        sa.select(webhook_events)
        .where(_unsent(webhook_id), webhook_events.c.due_at <= session.now)
        .order_by(webhook_events.c.due_at, webhook_events.c.id)
        .limit(1)
    )
    if event is None:
        _set(session, webhook_id, busy_until=0)
        return None
    host = urlsplit(hook.url).netloc.lower()
    verifies, wait_until = _verification(session, host)
    if wait_until:
        _set(session, webhook_id, busy_until=0, retry_at=wait_until)
        push_later(session, webhook_id, hook.url, wait_until)
        return None
    _set(session, webhook_id, holder=holder, busy_until=session.now + LEASE)
    form, kind = Form(hook.form), Kind.VERIFY if verifies else Kind(event.kind)
    state = None if form == Form.STANDARD else _state_now(session, event)
    body = body_of(form, kind, event.order_id, event.status, event.at, state)
    event_id = f"{event.event_id}_verify" if verifies else event.event_id
    headers = headers_of(event_id, body, session.now, hook.secret, form)
    if hook.authorization:
        headers["Authorization"] = hook.authorization
    return Sending(
        webhook_id=webhook_id,
        holder=holder,
        event=event.id,
        event_id=event_id,
        host=host,
        verifies=verifies,
        url=hook.url,
        body=body,
        headers=headers,
    )


def note_outcome(session: Session, sending: Sending, outcome: Outcome, fault: str | None) -> None:
    """What became of it. After a failure the receiver rests; an event that failed too often is given up."""
    event = session.row(sa.select(webhook_events).where(webhook_events.c.id == sending.event))
    if event is None:
        return  # the receiver was taken back meanwhile
    if outcome == Outcome.ARRIVED and sending.verifies:
        session.run(
            sa.update(webhook_hosts)
            .where(webhook_hosts.c.host == sending.host)
            .values(verified_at=session.now)
        )
        return
    if sending.verifies:
        session.run(
            sa.update(webhook_hosts).where(webhook_hosts.c.host == sending.host).values(tried_at=session.now)
        )
    tries = event.tries + 1
    tried = {"tries": tries, "tried_at": session.now, "outcome": outcome.value, "error": fault}
    if outcome == Outcome.ARRIVED:
        _mark(session, sending.event, sent_at=session.now, **tried)
        return
    given_up = outcome == Outcome.GONE or tries > len(RESTS)
    _mark(session, sending.event, given_up_at=session.now if given_up else None, **tried)
    rest = VERIFY_EVERY if sending.verifies else RESTS[min(tries, len(RESTS)) - 1]
    until = session.now + (SECOND if given_up and not sending.verifies else rest)
    _set(session, sending.webhook_id, busy_until=0, retry_at=until)
    push_later(session, sending.webhook_id, sending.url, until)


def deliver_again(session: Session, event: int) -> bool:
    """Try an event once more from the start; False where there is none."""
    row = session.row(
        sa.select(webhook_events.c.webhook_id, order_webhooks.c.url)
        .join(order_webhooks, order_webhooks.c.id == webhook_events.c.webhook_id)
        .where(webhook_events.c.id == event)
    )
    if row is None:
        return False
    _mark(session, event, sent_at=None, given_up_at=None, tries=0, error=None, tried_at=None, outcome=None)
    _set(session, row.webhook_id, retry_at=0)
    push_later(session, row.webhook_id, row.url, session.now)
    return True


def troubled_events(session: Session, most: int = 50) -> Sequence[sa.Row[Any]]:
    """What was given up or failed so far, the latest first, with where it was to go."""
    return session.rows(
        sa.select(webhook_events, order_webhooks.c.url)
        .join(order_webhooks, order_webhooks.c.id == webhook_events.c.webhook_id)
        .where(webhook_events.c.sent_at.is_(None), webhook_events.c.tries > 0)
        .order_by(webhook_events.c.id.desc())
        .limit(most)
    )


def events_about(session: Session, order_id: str) -> Sequence[sa.Row[Any]]:
    """Everything that receivers of the order are told, the latest first."""
    return session.rows(
        sa.select(webhook_events, order_webhooks.c.url)
        .join(order_webhooks, order_webhooks.c.id == webhook_events.c.webhook_id)
        .where(webhook_events.c.order_id == order_id)
        .order_by(webhook_events.c.id.desc())
        .limit(50)
    )


async def _send(services: Services, sending: Sending) -> tuple[Outcome, str | None]:
    """What came of it, and in the operator's words why it did not arrive."""
    headers = {"User-Agent": AGENT, **sending.headers}
    door = Connector(policy=policy_of(services.settings), names=Names(), budget=Budget(CAPS))
    try:
        async with Client(door) as client:
            status = await client.post(sending.url, sending.body, headers)
    except EgressError as error:
        return outcome_of_error(error), log.masked(f"{error.reason}: {error}")[:300]
    outcome = outcome_of(status)
    return outcome, None if outcome == Outcome.ARRIVED else f"it answered {status}"


def _verification(session: Session, host: str) -> tuple[bool, int]:
    """Whether the host must be asked first, and until when nobody may ask it: at most once an hour."""
    known = session.row(sa.select(webhook_hosts).where(webhook_hosts.c.host == host))
    if known is not None and known.verified_at and known.verified_at > session.now - VERIFIED_FOR:
        return False, 0
    if known is not None and known.tried_at > session.now - VERIFY_EVERY:
        return False, known.tried_at + VERIFY_EVERY
    # The hour begins with an answer: whoever dies while asking, or asks beside another, waits for the lease alone.
    fresh = {"tried_at": session.now - VERIFY_EVERY + LEASE, "verified_at": None}
    statement = session.insert(webhook_hosts).values(host=host, **fresh)
    session.run(statement.on_conflict_do_update(index_elements=["host"], set_=fresh))
    return True, 0


def _state_now(session: Session, event: sa.Row[Any]) -> str | None:
    """A2A's word for an order that is where the event says; None once it is elsewhere, so that the event's status decides."""
    order = find_order(session, event.order_id)
    if order is None or order.status != event.status:
        return None
    return a2a_state(turn_fields(order, whose_turn(session, [order])[order.id]))


def _unsent(webhook_id: str) -> sa.ColumnElement[bool]:
    events = webhook_events.c
    return sa.and_(events.webhook_id == webhook_id, events.sent_at.is_(None), events.given_up_at.is_(None))


def _set(session: Session, webhook_id: str, **values: Any) -> None:
    session.run(sa.update(order_webhooks).where(order_webhooks.c.id == webhook_id).values(**values))


def _mark(session: Session, event: int, **values: Any) -> None:
    session.run(sa.update(webhook_events).where(webhook_events.c.id == event).values(**values))
