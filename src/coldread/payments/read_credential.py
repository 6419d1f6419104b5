"""Reading what a payer presents, from a header or as an object. Anything but a credential is refused with a sentence."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Any

from coldread.base.incoming import strict_json
from coldread.base.problems import Problem
from coldread.payments.accepted import METHOD
from coldread.payments.challenge import BESIDE, Challenge, encode_base64url
from coldread.payments.credential import Credential
from coldread.payments.methods.method import MalformedCredential

MOST_CHARACTERS = 32 * 1024
_METHOD = re.compile(r"[a-z][a-z0-9:_-]{0,63}")


def from_headers(authorization: list[str], beside: list[str]) -> Credential | None:
    """The credential in `Authorization`, or in `Payment-Authorization`; None if neither has one.

    A credential is accepted only in the header that its challenge names."""
    for values, field in ((authorization, None), (beside, BESIDE)):
        for value in values:
            for scheme in value.split(","):
                name, _, token = scheme.strip().partition(" ")
                if name.lower() == "payment":
                    return _from_field(token.strip(), field)
    return None


def _from_field(token: str, field: str | None) -> Credential:
    credential = from_token(token)
    if credential.challenge.header != field:
        raise MalformedCredential(
            f"Its challenge asks for it in `{credential.challenge.header or 'Authorization'}`, but it was sent in "
            f"`{field or 'Authorization'}`."
        )
    return credential


def from_token(token: str) -> Credential:
    if len(token) > MOST_CHARACTERS:
        raise MalformedCredential(f"It has more than {MOST_CHARACTERS} characters.")
    try:
        raw = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
        value = strict_json.parse(raw)
    except (binascii.Error, ValueError):
        raise MalformedCredential("It is not base64url.") from None
    except Problem as problem:
        raise MalformedCredential(f"It is not JSON: {problem.detail}") from None
    return from_json(value)


def from_json(value: Any) -> Credential:
    """The credential as an object. Surfaces without headers send the challenge's request as an object too."""
    if not isinstance(value, dict) or not isinstance(value.get("challenge"), dict):
        raise MalformedCredential("It needs an object `challenge`.")
    payload = value.get("payload")
    if not isinstance(payload, dict):
        raise MalformedCredential("It needs an object `payload`.")
    challenge = _challenge(value["challenge"])
    method = METHOD.get(challenge.method)
    kind, proof = method.read(payload) if method else (str(payload.get("type")), "")
    return Credential(
        challenge=challenge,
        kind=kind,
        proof=proof,
        source=_text_field(value, "source", 200, optional=True),
        fingerprint=strict_json.fingerprint(value),
    )


def _challenge(value: dict[str, Any]) -> Challenge:
    method = _text_field(value, "method", 64)
    if method is None or not _METHOD.fullmatch(method):
        raise MalformedCredential("`challenge.method` is not the name of a method.")
    fields = {name: _wire(value, name) for name in ("request", "opaque")}
    return Challenge(
        id=_text_field(value, "id", 128) or "",
        realm=_text_field(value, "realm", 300) or "",
        method=method,
        intent=_text_field(value, "intent", 64) or "",
        request=fields["request"] or "",
        opaque=fields["opaque"],
        expires=_text_field(value, "expires", 64, optional=True) or "",
        digest=_text_field(value, "digest", 200, optional=True),
        header=_text_field(value, "header", 64, optional=True),
    )


def _wire(value: dict[str, Any], name: str) -> str | None:
    if isinstance(value.get(name), dict):
        return encode_base64url(value[name])
    return _text_field(value, name, 8192, optional=name == "opaque")


def _text_field(value: dict[str, Any], name: str, most: int, *, optional: bool = False) -> str | None:
    found = value.get(name)
    if found is None and optional:
        return None
    if not isinstance(found, str) or not 0 < len(found) <= most or not found.isascii():
        raise MalformedCredential(f"`{name}` must be text of at most {most} ASCII characters.")
    return found
