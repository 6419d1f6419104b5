"""The table of response headers that the interface description names, and groups that travel together."""

from __future__ import annotations

import dataclasses
from typing import Any


@dataclasses.dataclass(frozen=True, kw_only=True)
class Header:
    name: str
    description: str
    schema: dict[str, Any]
    required: bool = False
    #: whether a script of another site may read it; browsers always allow `Cache-Control`, and `Allow` is for people
    exposed: bool = True


_TEXT = {"type": "string"}
_NUMBER = {"type": "integer", "minimum": 0}

_ROWS = (
    Header(name="RateLimit-Limit", description="Size of the limit nearest to exhaustion.", schema=_NUMBER),
    Header(name="RateLimit-Remaining", description="What is left of it.", schema=_NUMBER),
    Header(name="RateLimit-Reset", description="Seconds until it is full again.", schema=_NUMBER),
    Header(
        name="RateLimit-Policy",
        description="Every limit of the route with its window, `3;w=86400, 50;w=86400`.",
        schema=_TEXT,
    ),
    Header(name="Retry-After", description="Seconds to wait.", schema=_NUMBER),
    Header(
        name="Location", description="Address of what was made.", schema={"type": "string", "format": "uri"}
    ),
    Header(
        name="ETag", description="Strong validator; send it in If-None-Match.", schema=_TEXT, required=True
    ),
    Header(name="WWW-Authenticate", description="The scheme that is asked for.", schema=_TEXT, required=True),
    Header(
        name="Payment-Receipt",
        description="base64url of a JSON object: `status`, `method`, `timestamp`, `reference` (the transaction).",
        schema=_TEXT,
        required=True,
    ),
    Header(
        name="Idempotency-Replayed", description="`true` where the stored answer was returned.", schema=_TEXT
    ),
    Header(name="X-Request-Id", description="Name of the request in our log.", schema=_TEXT, required=True),
    Header(name="Deprecation", description="RFC 9745: since when the address is deprecated.", schema=_TEXT),
    Header(name="Sunset", description="RFC 8594: when the address goes.", schema=_TEXT),
    Header(name="Link", description="Successor and documents.", schema=_TEXT),
    Header(name="Preference-Applied", description="`wait=N` where the answer waited.", schema=_TEXT),
    Header(
        name="Cache-Control",
        description="How long the answer is fresh.",
        schema=_TEXT,
        required=True,
        exposed=False,
    ),
    Header(
        name="Allow",
        description="Methods that the address takes.",
        schema=_TEXT,
        required=True,
        exposed=False,
    ),
)
HEADERS = {row.name: row for row in _ROWS}

LIMITED = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset", "RateLimit-Policy")
CACHED = ("ETag", "Cache-Control")
#: on problems of these statuses, in addition to the headers of every answer
BY_STATUS: dict[int, tuple[str, ...]] = {
    401: ("WWW-Authenticate",),
    402: ("WWW-Authenticate", "Cache-Control"),
    405: ("Allow",),
    409: ("Retry-After",),
    429: (*LIMITED, "Retry-After"),
    503: ("Retry-After",),
}

#: request headers that a browser may send, and response headers that it may read (CORS)
CORS_ALLOWED = (
    "Authorization, Content-Type, Idempotency-Key, If-None-Match, Prefer, Payment-Authorization, Accept-Payment, "
    "A2A-Version, A2A-Extensions, Mcp-Protocol-Version, Mcp-Session-Id, Last-Event-ID"
)
CORS_EXPOSED = ", ".join(row.name for row in _ROWS if row.exposed)
