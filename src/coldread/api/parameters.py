"""Parameters that several endpoints take."""

from __future__ import annotations

from coldread.web.route import Parameter

ORDER_ID = Parameter(
    name="id",
    where="path",
    description="Order id (`INV-` and 8 characters); V1 calls it invoice id.",
    schema={"type": "string"},
    required=True,
    example="INV-7Hq2mXpR",
)
IDEMPOTENCY_KEY = Parameter(
    name="Idempotency-Key",
    where="header",
    description="8 to 256 characters, UUID v4 recommended. The same key and payload within 24 hours return "
    "the first answer unchanged.",
    schema={"type": "string", "minLength": 8, "maxLength": 256},
    example="5f0c2a53-6f0e-4f0f-9d1e-0f6f2c1b7a11",
)
PREFER_WAIT = Parameter(
    name="Prefer",
    where="header",
    description="`wait=N` (RFC 7240): the answer comes when it changes, after N seconds at the latest; "
    "30 is the most. With If-None-Match the change is counted from that ETag.",
    schema={"type": "string"},
    example="wait=20",
)
IF_NONE_MATCH = Parameter(
    name="If-None-Match",
    where="header",
    description="The ETag you have; 304 if it is still current.",
    schema={"type": "string"},
)
