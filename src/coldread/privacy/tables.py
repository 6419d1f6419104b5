"""Erased persons by hash: whom to erase again after a restore."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import metadata

erasures = sa.Table(
    "erasures",
    metadata,
    #: SHA-256 of the e-mail address in lower case
    sa.Column("email_hash", sa.String(64), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
)
