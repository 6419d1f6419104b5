"""Readings by the mark of their material: written once, never changed."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import metadata

model_readings = sa.Table(
    "model_readings",
    metadata,
    #: SHA-256 of the material and of who read it (`material.material_mark`)
    sa.Column("mark", sa.String(64), primary_key=True),
    #: JSON of `model_notes`
    sa.Column("reading", sa.LargeBinary, nullable=False),
    sa.Column("read_at", sa.BigInteger, nullable=False),
    #: when a scan last used it
    sa.Column("used_at", sa.BigInteger, nullable=False, index=True),
)
