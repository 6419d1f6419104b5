"""Operators and their sessions. A password is stored as its argon2id hash, a session's token as its SHA-256."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import metadata

operators = sa.Table(
    "operators",
    metadata,
    sa.Column("name", sa.String(40), primary_key=True),
    sa.Column("password_hash", sa.String(200), nullable=False),
    #: base32; null without a second factor
    sa.Column("totp_secret", sa.String(64)),
    #: the last half-minute whose code was used, so that an intercepted code is worthless
    sa.Column("totp_step", sa.BigInteger),
    sa.Column("created_at", sa.BigInteger, nullable=False),
)

operator_sessions = sa.Table(
    "operator_sessions",
    metadata,
    #: SHA-256 of the token in the cookie
    sa.Column("token_hash", sa.String(64), primary_key=True),
    sa.Column(
        "operator",
        sa.String(40),
        sa.ForeignKey("operators.name", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("seen_at", sa.BigInteger, nullable=False, index=True),
)

#: failed sign-ins in a row, by name and address together
operator_tries = sa.Table(
    "operator_tries",
    metadata,
    #: SHA-256 of both
    sa.Column("who", sa.String(64), primary_key=True),
    sa.Column("failures", sa.Integer, nullable=False),
    #: the time of the last one
    sa.Column("at", sa.BigInteger, nullable=False, index=True),
)

#: the last operation of each kind on the whole service
upkeep = sa.Table(
    "upkeep",
    metadata,
    #: `backup` or `restore`
    sa.Column("name", sa.String(20), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("detail", sa.Text, nullable=False),
)
