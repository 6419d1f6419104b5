"""Sending events: at least once, in order, one sender for each receiver. A failure is retried with increasing
delays, then given up and left to a person.

A sender holds its receiver by a lease. If it dies, a job that is due when the lease ends takes over. An event
that may have been sent is sent again under the same id."""

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
from coldread.egress.policy import Policy
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
#: pauses after each failure of one event; after the last it is given up: 16 hours in all
RESTS = tuple(s * SECOND for s in (10, 60, 300, 900, 1800, 3600, 7200, 14400, 28800))
#: how long a host that did not accept events is left alone; a host that the operator allows by name is asked again soon
VERIFY_EVERY, VERIFY_ALLOWED_EVERY, VERIFIED_FOR = HOUR, 10 * SECOND, 30 * DAY


@dataclasses.dataclass(frozen=True, kw_only=True)
class Sending:
    """One event that is being sent."""

    webhook_id: str
    holder: str
    event: int
    event_id: str
    host: str
    #: a verification: the host is asked whether it accepts events
    verifies: bool
    #: how long the host is left alone after a failed verification
    verify_every: int
    url: str
    body: bytes
    headers: dict[str, str]


async def deliver(services: Services, webhook_id: str) -> None:
    """Send what is due to this receiver, oldest first, until nothing is due or one fails."""
    holder = ids.new_secret_id()
    policy = policy_of(services.settings)
    while (sending := await services.db.write(next_sending, webhook_id, holder, policy)) is not None:
        outcome, fault = await _send(services, sending)
        await services.db.write(note_outcome, sending, outcome, fault)
        if outcome != Outcome.ARRIVED:
            return


def next_sending(session: Session, webhook_id: str, holder: str, policy: Policy) -> Sending | None:
    """The next event to send, with its receiver locked; None if nothing is due."""
    hook = session.row(sa.select(order_webhooks).where(order_webhooks.c.id == webhook_id).with_for_update())
    if hook is None:
        return None
    held_until = hook.busy_until if hook.holder != holder else 0
    if max(held_until, hook.retry_at) > session.now:
        push_later(session, webhook_id, hook.url, max(held_until, hook.retry_at))
        return None
    event = session.row(
        sa.select(webhook_events)
        .where(_unsent_events_condition(webhook_id), webhook_events.c.due_at <= session.now)
        .order_by(webhook_events.c.due_at, webhook_events.c.id)
        .limit(1)
    )
    if event is None:
        _update_webhook(session, webhook_id, busy_until=0)
        return None
    split = urlsplit(hook.url)
    host, port = split.netloc.lower(), split.port or (443 if split.scheme == "https" else 80)
    allowed = policy.allows(split.hostname or "", port)
    verify_every = VERIFY_ALLOWED_EVERY if allowed else VERIFY_EVERY
    verifies, wait_until = _whether_to_verify(session, host, verify_every)
    if wait_until:
        _update_webhook(session, webhook_id, busy_until=0, retry_at=wait_until)
        push_later(session, webhook_id, hook.url, wait_until)
        return None
    _update_webhook(session, webhook_id, holder=holder, busy_until=session.now + LEASE)
    form = Form(hook.form)
    body = _body(session, event, form, verifies=verifies)
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
        verify_every=verify_every,
        url=hook.url,
        body=body,
        headers=headers,
    )


def note_outcome(session: Session, sending: Sending, outcome: Outcome, fault: str | None) -> None:
    """Store the outcome. After a failure the receiver pauses; an event that failed too often is given up."""
    event = session.row(sa.select(webhook_events).where(webhook_events.c.id == sending.event))
    if event is None:
        return  # the receiver was removed in the meantime
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
        _update_event(session, sending.event, sent_at=session.now, **tried)
        return
    given_up = outcome == Outcome.GONE or tries > len(RESTS)
    _update_event(session, sending.event, given_up_at=session.now if given_up else None, **tried)
    rest = sending.verify_every if sending.verifies else RESTS[min(tries, len(RESTS)) - 1]
    until = session.now + (SECOND if given_up and not sending.verifies else rest)
    _update_webhook(session, sending.webhook_id, busy_until=0, retry_at=until)
    push_later(session, sending.webhook_id, sending.url, until)


def deliver_again(session: Session, event: int) -> bool:
    """Start an event's retries again; False if there is no such event."""
    row = session.row(
        sa.select(webhook_events.c.webhook_id, order_webhooks.c.url)
        .join(order_webhooks, order_webhooks.c.id == webhook_events.c.webhook_id)
        .where(webhook_events.c.id == event)
    )
    if row is None:
        return False
    _update_event(
        session, event, sent_at=None, given_up_at=None, tries=0, error=None, tried_at=None, outcome=None
    )
    _update_webhook(session, row.webhook_id, retry_at=0)
    push_later(session, row.webhook_id, row.url, session.now)
    return True


def troubled_events(session: Session, most: int = 50) -> Sequence[sa.Row[Any]]:
    """Events that failed or were given up, newest first, with their addresses."""
    return session.rows(
        sa.select(webhook_events, order_webhooks.c.url)
        .join(order_webhooks, order_webhooks.c.id == webhook_events.c.webhook_id)
        .where(webhook_events.c.sent_at.is_(None), webhook_events.c.tries > 0)
        .order_by(webhook_events.c.id.desc())
        .limit(most)
    )


def events_about(session: Session, order_id: str) -> Sequence[sa.Row[Any]]:
    """All events that receivers of the order get, newest first."""
    return session.rows(
        sa.select(webhook_events, order_webhooks.c.url)
        .join(order_webhooks, order_webhooks.c.id == webhook_events.c.webhook_id)
        .where(webhook_events.c.order_id == order_id)
        .order_by(webhook_events.c.id.desc())
        .limit(50)
    )


async def _send(services: Services, sending: Sending) -> tuple[Outcome, str | None]:
    """The outcome, and the reason of a failure for the operator."""
    headers = {"User-Agent": AGENT, **sending.headers}
    door = Connector(policy=policy_of(services.settings), names=Names(), budget=Budget(CAPS))
    try:
        async with Client(door) as client:
            status = await client.post(sending.url, sending.body, headers)
    except EgressError as error:
        return outcome_of_error(error), log.masked_text(f"{error.reason}: {error}")[:300]
    outcome = outcome_of(status)
    return outcome, None if outcome == Outcome.ARRIVED else f"it answered {status}"


def _whether_to_verify(session: Session, host: str, every: int) -> tuple[bool, int]:
    """Whether the host must be verified first, and the time until which nobody may ask it again."""
    tried_host = session.row(sa.select(webhook_hosts).where(webhook_hosts.c.host == host))
    if (
        tried_host is not None
        and tried_host.verified_at
        and tried_host.verified_at > session.now - VERIFIED_FOR
    ):
        return False, 0
    if tried_host is not None and tried_host.tried_at > session.now - every:
        return False, tried_host.tried_at + every
    # The pause begins with an answer. A sender that dies while asking, or a concurrent one, waits only for the lease.
    fresh = {"tried_at": session.now - every + LEASE, "verified_at": None}
    statement = session.insert(webhook_hosts).values(host=host, **fresh)
    session.run(statement.on_conflict_do_update(index_elements=["host"], set_=fresh))
    return True, 0


def _body(session: Session, event: sa.Row[Any], form: Form, *, verifies: bool) -> bytes:
    """What is sent: an event that is not about an order brings its body."""
    if event.body is not None and not verifies:
        return str(event.body).encode()
    kind = Kind.VERIFY if verifies else Kind(event.kind)
    state = None if form == Form.STANDARD else _state_now(session, event)
    return body_of(form, kind, event.order_id, event.status, event.at, state)


def _state_now(session: Session, event: sa.Row[Any]) -> str | None:
    """A2A's word for the order, if it still has the event's status. Otherwise None, and the event's status decides."""
    order = find_order(session, event.order_id)
    if order is None or order.status != event.status:
        return None
    return a2a_state(turn_fields(order, whose_turn(session, [order])[order.id]))


def _unsent_events_condition(webhook_id: str) -> sa.ColumnElement[bool]:
    events = webhook_events.c
    return sa.and_(events.webhook_id == webhook_id, events.sent_at.is_(None), events.given_up_at.is_(None))


def _update_webhook(session: Session, webhook_id: str, **values: Any) -> None:
    session.run(sa.update(order_webhooks).where(order_webhooks.c.id == webhook_id).values(**values))


def _update_event(session: Session, event: int, **values: Any) -> None:
    session.run(sa.update(webhook_events).where(webhook_events.c.id == event).values(**values))
