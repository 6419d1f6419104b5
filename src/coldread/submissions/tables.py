"""Submitted endpoints, and the results of their reviews."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import metadata

submissions = sa.Table(
    "submissions",
    metadata,
    #: 128 bits: anybody who has it may read the review
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("endpoint_url", sa.Text, nullable=False),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("description", sa.Text),
    sa.Column("contact_email", sa.String(254)),
    sa.Column("protocol", sa.String(8)),
    #: `received`, then `reviewed`
    sa.Column("status", sa.String(10), nullable=False),
    sa.Column("received_at", sa.BigInteger, nullable=False, index=True),
    sa.Column("reviewed_at", sa.BigInteger),
    #: JSON: the checks with their verdicts
    sa.Column("review", sa.Text),
)
