"""Readings by what they were made from: written once, never changed."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import metadata

model_readings = sa.Table(
    "model_readings",
    metadata,
    #: SHA-256 of the material and of whom it was asked (`material.material_mark`)
    sa.Column("mark", sa.String(64), primary_key=True),
    #: JSON: what stands in `model_notes`
    sa.Column("reading", sa.LargeBinary, nullable=False),
    sa.Column("read_at", sa.BigInteger, nullable=False),
    #: a scan of the same page last had it
    sa.Column("used_at", sa.BigInteger, nullable=False, index=True),
)
