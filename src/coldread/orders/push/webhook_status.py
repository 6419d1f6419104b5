"""The state of an order's webhooks, for the person who ordered: never a secret, and only the host of an address."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any
from urllib.parse import urlsplit

import sqlalchemy as sa
from pydantic import Field

from coldread.base.clock import rfc3339, rfc3339_or_none
from coldread.base.db import Session
from coldread.base.shapes import DateTime, Shape, checked_body
from coldread.orders.push.outcomes import MEANING, Outcome
from coldread.orders.push.register import receivers_of
from coldread.orders.tables import webhook_events

#: the verification failed, for whichever order it was sent
HOST_PAUSES = "The host did not accept `webhook.verification`. It is asked again at `next_attempt_at`, and then gets everything."


class Fate(StrEnum):
    """The state of a receiver."""

    #: nothing to send
    IDLE = "idle"
    #: something to send, not tried yet
    WAITING = "waiting"
    #: the last try failed; another follows
    RETRYING = "retrying"
    #: something was given up: only the operator can send it again
    GIVEN_UP = "given_up"


class WebhookSeen(Shape):
    """One receiver with the state of its events."""

    name: str = Field(description="`order`, or the id of an A2A push notification configuration.")
    host: str = Field(description="Where it is; the rest of the address is shown to nobody.")
    state: Fate
    last_attempt_at: DateTime | None
    last_outcome: Outcome | None
    meaning: str | None = Field(description="The outcome in a sentence.")
    attempts: int = Field(description="How often what was last tried has been tried.")
    next_attempt_at: DateTime | None
    waiting: int = Field(description="Events that are still to arrive.")
    given_up: int = Field(description="Events that nobody tries any more; the operator can.")


class OrderWebhooks(Shape):
    """All receivers of an order's events."""

    order_id: str
    webhooks: list[WebhookSeen]


def webhooks_of(session: Session, order_id: str) -> list[dict[str, Any]]:
    """The state of each receiver, oldest first."""
    receivers = receivers_of(session, order_id)
    if not receivers:
        return []
    events = session.rows(
        sa.select(webhook_events)
        .where(webhook_events.c.order_id == order_id)
        .order_by(webhook_events.c.due_at, webhook_events.c.id)
    )
    return [
        webhook_as_seen(receiver, [event for event in events if event.webhook_id == receiver.id], session.now)
        for receiver in receivers
    ]


def webhook_as_seen(receiver: Any, events: Sequence[Any], now: int) -> dict[str, Any]:
    """One receiver with its events, oldest first. Pure."""
    waiting = [event for event in events if event.sent_at is None and event.given_up_at is None]
    given_up = [event for event in events if event.given_up_at is not None]
    tried = max(
        (event for event in events if event.tried_at is not None),
        key=lambda event: (event.tried_at, event.id),
        default=None,
    )
    following = max(waiting[0].due_at, receiver.retry_at) if waiting else None
    pauses = bool(waiting) and receiver.retry_at > now
    return checked_body(
        WebhookSeen,
        {
            "name": receiver.name,
            "host": urlsplit(receiver.url).netloc.lower(),
            "state": _fate_of_events(waiting, given_up, now),
            "last_attempt_at": rfc3339_or_none(tried.tried_at if tried else None),
            "last_outcome": tried.outcome if tried else None,
            "meaning": MEANING[Outcome(tried.outcome)] if tried else HOST_PAUSES if pauses else None,
            "attempts": tried.tries if tried else 0,
            "next_attempt_at": rfc3339(max(following, now)) if following is not None else None,
            "waiting": len(waiting),
            "given_up": len(given_up),
        },
    )


def _fate_of_events(waiting: Sequence[Any], given_up: Sequence[Any], now: int) -> Fate:
    if any(event.tries for event in waiting):
        return Fate.RETRYING
    if given_up:
        return Fate.GIVEN_UP
    return Fate.WAITING if any(event.due_at <= now for event in waiting) else Fate.IDLE
