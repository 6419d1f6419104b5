"""Payment without headers (MCP by draft-payment-transport-mcp, and A2A likewise): the HTTP scheme as JSON and back.
Pure."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from typing import Any

from coldread.base.incoming.auth_challenges import auth_challenges
from coldread.base.problems import Problem

CREDENTIAL, RECEIPT = "org.paymentauth/credential", "org.paymentauth/receipt"
REQUIRED, REFUSED = -32042, -32043

#: parameters of a challenge that are base64url of JSON in a header, and JSON here
ENCODED = ("request", "opaque")


def asked_challenges(headers: Mapping[str, str]) -> list[dict[str, Any]]:
    """The challenges of a refusal; empty if it asks for no money."""
    return challenges(headers.get("Www-Authenticate") or headers.get("WWW-Authenticate") or "")


def challenges(header: str) -> list[dict[str, Any]]:
    """The Payment challenges of a `WWW-Authenticate` header."""
    offered = [
        challenge.parameters for challenge in auth_challenges([header]) if challenge.scheme == "payment"
    ]
    return [
        {**fields, **{name: decode_base64url(fields[name]) for name in ENCODED if name in fields}}
        for fields in offered
    ]


def authorization(credential: Any) -> str:
    """The `Authorization` header for a credential that came as JSON."""
    try:
        challenge = dict(credential["challenge"])
        for name in ENCODED:
            if isinstance(challenge.get(name), dict):
                challenge[name] = encode_base64url(challenge[name])
        return "Payment " + encode_base64url({**credential, "challenge": challenge})
    except (KeyError, TypeError, ValueError):
        raise Problem(
            "invalid-input", f"`_meta` {CREDENTIAL} must be a credential with its challenge."
        ) from None


def decode_base64url(text: str) -> Any:
    return json.loads(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)))


def encode_base64url(value: Any) -> str:
    """Canonical JSON (ours: ASCII keys, strings, whole numbers) as base64url without padding."""
    raw = json.dumps(value, sort_keys=True, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()
