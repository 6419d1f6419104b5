"""The tables of the model: the state of its endpoint, running calls, and their cost."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import metadata

model_endpoints = sa.Table(
    "model_endpoints",
    metadata,
    #: SHA-256 of address and model's name
    sa.Column("endpoint", sa.String(64), primary_key=True),
    #: failures in a row
    sa.Column("failures", sa.Integer, nullable=False),
    #: nobody asks it before this moment
    sa.Column("rests_until", sa.BigInteger, nullable=False),
    sa.Column("reason", sa.String(20), nullable=False),
    sa.Column("changed_at", sa.BigInteger, nullable=False),
)

model_calls = sa.Table(
    "model_calls",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("endpoint", sa.String(64), nullable=False, index=True),
    sa.Column("purpose", sa.String(8), nullable=False),
    #: by this moment the call has ended, or its process has died
    sa.Column("until", sa.BigInteger, nullable=False),
)

model_tokens = sa.Table(
    "model_tokens",
    metadata,
    #: days since 1970, UTC
    sa.Column("day", sa.BigInteger, primary_key=True),
    sa.Column("purpose", sa.String(8), primary_key=True),
    sa.Column("asked", sa.BigInteger, nullable=False),
    sa.Column("said", sa.BigInteger, nullable=False),
    sa.Column("calls", sa.BigInteger, nullable=False),
    #: calls whose endpoint reported no count
    sa.Column("estimated", sa.BigInteger, nullable=False),
)
