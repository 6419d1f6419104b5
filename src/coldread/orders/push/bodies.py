"""The body of an event, in each form that a receiver may want: order id, status and time, nothing else. Pure."""

from __future__ import annotations

import base64
import binascii
import dataclasses
import hashlib
import hmac
from enum import StrEnum
from typing import Any

from pydantic import Field
from pydantic_core import from_json, to_json

from coldread.base.clock import SECOND, rfc3339
from coldread.base.shapes import DateTime, Shape, checked_body
from coldread.base.table_checks import require_complete
from coldread.orders.rules.lifecycle import STATE, Status

#: seconds in which a receiver has to answer, from the first byte that we send
ANSWER_WITHIN_S = 10


class Form(StrEnum):
    """The format that the receiver reads."""

    #: Standard Webhooks
    STANDARD = "standard"
    A2A_03 = "a2a-0.3"
    A2A_10 = "a2a-1.0"


class Kind(StrEnum):
    """What happened."""

    STATUS = "order.status_changed"
    DRAFT = "order.draft_published"
    #: sent first to a host that has never confirmed
    VERIFY = "webhook.verification"


class WebhookData(Shape):
    """What it is about; empty if the host is only asked."""

    order_id: str | None = None
    status: Status | None = Field(None, description="Where the order came to; read the order for the rest.")


class WebhookEvent(Shape):
    """A Standard Webhook: order id, status and time, nothing about the buyer."""

    type: Kind
    timestamp: DateTime
    data: WebhookData


@dataclasses.dataclass(frozen=True, kw_only=True)
class EventRow:
    """One row: an event, when it is sent, and whether it names an order."""

    kind: Kind
    meaning: str
    about_order: bool = True

    def example(self, form: Form = Form.STANDARD) -> Any:
        """An example of the body."""
        return from_json(body_of(form, self.kind, "INV-7Hq2mXpR", Status.IN_PROGRESS, 1_795_000_000_000_000))


EVENTS = require_complete(
    {
        row.kind: row
        for row in (
            EventRow(kind=Kind.STATUS, meaning="The order has come into another status."),
            EventRow(kind=Kind.DRAFT, meaning="The draft can be read; the status stays."),
            EventRow(
                kind=Kind.VERIFY,
                meaning="Sent first to a host that is new to the service: answer 2xx to be told anything.",
                about_order=False,
            ),
        )
    },
    Kind,
    "orders/push/bodies: EVENTS",
)


def body_of(form: Form, kind: Kind, order_id: str, status: str, at: int, state: str | None = None) -> bytes:
    """The body. `state` is A2A's word for the order if the status alone does not decide it."""
    if form == Form.STANDARD:
        data = {"order_id": order_id, "status": status} if EVENTS[kind].about_order else {}
        return to_json(
            checked_body(WebhookEvent, {"type": kind.value, "timestamp": rfc3339(at), "data": data})
        )
    state = state or STATE[Status(status)].a2a
    if form == Form.A2A_03:
        task = {"id": order_id, "contextId": order_id, "status": {"state": state, "timestamp": rfc3339(at)}}
        return to_json({"kind": "task", **task})
    proto = "TASK_STATE_" + state.upper().replace("-", "_")
    update = {"taskId": order_id, "contextId": order_id, "status": {"state": proto, "timestamp": rfc3339(at)}}
    return to_json({"statusUpdate": update})


#: headers of a Standard Webhook, and their contents
SIGNED_BY = {
    "webhook-id": "The event's own id: the same however often it is sent.",
    "webhook-timestamp": "When it was sent, in seconds since 1970.",
    "webhook-signature": "`v1,` and the HMAC-SHA256, by `webhook_secret`, of id, time and body with dots between.",
}


def headers_of(event_id: str, body: bytes, now: int, secret: str | None, form: Form) -> dict[str, str]:
    """The headers, signed if there is a secret. A2A's clients look for their token as well."""
    sent_at = str(now // SECOND)
    headers = {"Content-Type": "application/json", "webhook-id": event_id, "webhook-timestamp": sent_at}
    if secret:
        headers["webhook-signature"] = signature(secret, event_id, sent_at, body)
        if form != Form.STANDARD:
            headers["X-A2A-Notification-Token"] = secret
    return headers


def signature(secret: str, event_id: str, sent_at: str, body: bytes) -> str:
    """Standard Webhooks, version 1: HMAC-SHA256 over id, time and body."""
    signed = b".".join((event_id.encode(), sent_at.encode(), body))
    return "v1," + base64.b64encode(hmac.digest(_signing_key(secret), signed, hashlib.sha256)).decode()


def is_genuine(secret: str, headers: Any, body: bytes) -> bool:
    """Whether the headers sign this body."""
    wanted = signature(secret, headers.get("webhook-id", ""), headers.get("webhook-timestamp", ""), body)
    signatures = str(headers.get("webhook-signature", "")).split()
    return any(hmac.compare_digest(wanted.encode(), candidate.encode()) for candidate in signatures)


def is_usable_secret(secret: str) -> bool:
    """Whether a receiver can derive the same key: what follows `whsec_` must be base64."""
    try:
        base64.b64decode(secret.removeprefix("whsec_"), validate=secret.startswith("whsec_"))
    except binascii.Error:
        return not secret.startswith("whsec_")
    return True


def _signing_key(secret: str) -> bytes:
    """The key's bytes: `whsec_` and base64, as in the standard; any other text as it is."""
    if secret.startswith("whsec_"):
        try:
            return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        except binascii.Error:
            pass
    return secret.encode()
