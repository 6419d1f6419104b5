"""Challenges of the Payment authentication scheme: their contents, and how we recognise our own.

The id is an HMAC over everything that the payer echoes, so nothing has to be stored before somebody pays. The wire form
is that of draft-httpauth-payment-01, as its two public clients read and write it."""

from __future__ import annotations

import base64
import dataclasses
import datetime as dt
import hashlib
import hmac
import json
from typing import Any

from coldread.base.clock import moment
from coldread.payments.terms import Terms

#: the alternative header for a credential, for callers whose `Authorization` is used by another scheme
BESIDE = "Payment-Authorization"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Challenge:
    """What a payer has to pay; `request` and `opaque` are base64url of canonical JSON, as they are sent."""

    id: str
    realm: str
    method: str
    intent: str
    request: str
    expires: str
    digest: str | None = None
    opaque: str | None = None
    description: str | None = None
    #: the header for the credential, if `Authorization` is in use
    header: str | None = None

    def www_authenticate(self) -> str:
        """The value of `WWW-Authenticate`."""
        fields = {name: value for name, value in dataclasses.asdict(self).items() if value is not None}
        return "Payment " + ", ".join(f'{name}="{_quoted(value)}"' for name, value in fields.items())

    def as_json(self) -> dict[str, Any]:
        """For surfaces without headers: the request as an object."""
        fields = {name: value for name, value in dataclasses.asdict(self).items() if value is not None}
        return {**fields, "request": decode_base64url(self.request)}


def expiry_of(challenge: Challenge) -> int:
    """When it ends; only for our own challenges, whose text is signed."""
    return moment(dt.datetime.fromisoformat(challenge.expires))


def bound_id(secret: str, fields: dict[str, Any]) -> str:
    names = ("realm", "method", "intent", "request", "expires", "digest", "opaque")
    slots = [fields.get(name) or "" for name in names]
    if fields.get("header"):  # where pympp and mppx put it; the draft has it last, and only we compute it
        slots.insert(-1, fields["header"])
    text = "|".join(slots)
    return _b64(hmac.new(secret.encode(), text.encode(), hashlib.sha256).digest())


def is_ours(terms: Terms, challenge: Challenge) -> bool:
    """Whether we issued it, with the current secret or the previous one."""
    fields = dataclasses.asdict(challenge)
    matches = [
        hmac.compare_digest(bound_id(secret, fields).encode(), challenge.id.encode())
        for secret in terms.secrets
    ]
    return any(matches)


def body_digest(body: bytes) -> str:
    return "sha-256=" + base64.b64encode(hashlib.sha256(body).digest()).decode()


def encode_base64url(value: dict[str, Any]) -> str:
    """base64url of the canonical form (RFC 8785: ours are ASCII keys, strings and small integers)."""
    return _b64(json.dumps(value, sort_keys=True, separators=(",", ":")).encode())


def decode_base64url(text: str) -> dict[str, Any]:
    """Raises ValueError for anything but base64url of a JSON object."""
    raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    try:
        value = json.loads(raw)
    except RecursionError:
        raise ValueError("too deep") from None
    if not isinstance(value, dict):
        raise ValueError("not an object")  # noqa: TRY004 - one kind of error for all hostile text
    return value


def _b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
