"""Issuing a challenge. Nothing is stored, because the id is bound to the contents."""

from __future__ import annotations

import secrets

from coldread.base.clock import SECOND, rfc3339
from coldread.payments.challenge import Challenge, bound_id, encode_base64url
from coldread.payments.methods.method import PaymentMethod
from coldread.payments.prices import CallPrice
from coldread.payments.terms import Terms

NONCE_BYTES = 16


def issue_challenge(
    terms: Terms,
    method: PaymentMethod,
    price: CallPrice,
    *,
    now: int,
    digest: str | None,
    header: str | None = None,
) -> Challenge:
    """A challenge for one call; `digest` is the body's, None if the body is faulty."""
    fields = {
        "realm": terms.realm,
        "method": method.name,
        "intent": method.intent,
        "request": encode_base64url(method.request(terms, price)),
        "expires": rfc3339(now + terms.ttl_s * SECOND),
        "digest": digest,
        "opaque": encode_base64url({"nonce": secrets.token_hex(NONCE_BYTES), "route": price.path}),
        "header": header,
    }
    return Challenge(id=bound_id(terms.secrets[0], fields), description=price.meaning, **fields)  # type: ignore[arg-type]
