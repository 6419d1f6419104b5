"""Verifying what the service sends to your `webhook_url` (Standard Webhooks): signed by the secret that you gave it.

>>> event = verify_webhook(secret, request.headers, request.body)   # NotGenuine where it is not the service's
>>> order = coldread.get_order(event.order_id)

An event says only that something changed; read the order for what. The same event may come twice (`id` is the same).
"""

from __future__ import annotations

import base64
import binascii
import dataclasses
import hashlib
import hmac
import json
import time
from collections.abc import Mapping

from coldread_client.errors import ColdreadError

#: an event that is older, or from so far in the future, is somebody's replay
TOLERANCE_S = 300


class NotGenuine(ColdreadError):
    """Not signed with your secret, or too old."""


@dataclasses.dataclass(frozen=True, kw_only=True)
class Event:
    """That an order, or a watched page, has changed."""

    id: str
    type: str
    #: empty for an event that is not about an order
    order_id: str
    #: null for the event that verifies the address
    status: str | None
    #: RFC 3339
    time: str
    #: empty for an event that is not about a watch
    watch_id: str = ""


def verify_webhook(
    secret: str,
    headers: Mapping[str, str],
    body: bytes,
    *,
    now: float | None = None,
    tolerance_s: int = TOLERANCE_S,
) -> Event:
    """The event, if it was signed with the secret in the last five minutes."""
    told = {name.lower(): value for name, value in headers.items()}
    try:
        event_id, sent_at = told["webhook-id"], told["webhook-timestamp"]
        signatures = told["webhook-signature"].split()
        moment = int(sent_at)
    except (KeyError, ValueError):
        raise NotGenuine(
            "the headers webhook-id, webhook-timestamp and webhook-signature are needed"
        ) from None
    if abs((time.time() if now is None else now) - moment) > tolerance_s:
        raise NotGenuine("the event is too old, or this clock is wrong")
    signed = b".".join((event_id.encode(), sent_at.encode(), body))
    expected = "v1," + base64.b64encode(hmac.digest(secret_bytes(secret), signed, hashlib.sha256)).decode()
    if not any(hmac.compare_digest(expected.encode(), one.encode()) for one in signatures):
        raise NotGenuine("the signature is not by this secret")
    said = json.loads(body)
    data = said.get("data", {})
    return Event(
        id=event_id,
        type=said["type"],
        order_id=data.get("order_id", ""),
        status=data.get("status"),
        time=said["timestamp"],
        watch_id=data.get("watch_id", ""),
    )


def secret_bytes(secret: str) -> bytes:
    """`whsec_` and base64, as Standard Webhooks writes secrets; any other text is its own bytes."""
    if secret.startswith("whsec_"):
        try:
            return base64.b64decode(secret.removeprefix("whsec_"), validate=True)
        except binascii.Error:
            pass
    return secret.encode()
