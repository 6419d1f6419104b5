"""The tables for limits over many processes: idempotency keys and counters."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import metadata

idempotency_keys = sa.Table(
    "idempotency_keys",
    metadata,
    #: the route, so that one key can be used for two of them
    sa.Column("scope", sa.String(40), primary_key=True),
    sa.Column("key", sa.String(256), primary_key=True),
    #: SHA-256 of the payload's canonical form
    sa.Column("fingerprint", sa.String(64), nullable=False),
    sa.Column("status", sa.SmallInteger, nullable=False),
    #: the answer's exact bytes
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("location", sa.Text, nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False, index=True),
)

counters = sa.Table(
    "counters",
    metadata,
    #: name of the limit
    sa.Column("limit_name", sa.String(40), primary_key=True),
    #: the client's address, or empty for all together
    sa.Column("subject", sa.String(120), primary_key=True),
    #: beginning of the window
    sa.Column("window_start", sa.BigInteger, primary_key=True),
    sa.Column("used", sa.Integer, nullable=False),
)
