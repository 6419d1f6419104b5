"""Access by keys: constant-time comparison with the configured ones."""

from __future__ import annotations

import hmac

from coldread.base.problems import Problem


def is_accepted_key(given: str, accepted: tuple[str, ...]) -> bool:
    """Whether `given` is one of the keys. Every key is compared, so that the time reveals nothing."""
    found = False
    for key in accepted:
        found |= hmac.compare_digest(given.encode(), key.encode())
    return found


def require_bearer(authorization: str | None, accepted: tuple[str, ...]) -> None:
    """401 unless the header is `Bearer <key>` with an accepted key."""
    scheme, _, token = (authorization or "").partition(" ")
    if scheme.lower() != "bearer" or not is_accepted_key(token.strip(), accepted):
        raise Problem(
            "unauthorized",
            "This endpoint needs `Authorization: Bearer` with the admin secret.",
            headers={"WWW-Authenticate": 'Bearer realm="coldread"'},
        )


def require_pipeline_key(given: str | None, accepted: tuple[str, ...]) -> None:
    """401 unless `X-Pipeline-Key` is an accepted key. The admin secret is not accepted here."""
    if given is None or not is_accepted_key(given.strip(), accepted):
        raise Problem(
            "unauthorized",
            "This endpoint needs `X-Pipeline-Key` with the pipeline's key.",
            headers={"WWW-Authenticate": 'ApiKey realm="coldread", header="X-Pipeline-Key"'},
        )
