"""Contents in the database, for services on several machines."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import metadata

blobs = sa.Table(
    "blobs",
    metadata,
    #: SHA-256 of the content
    sa.Column("key", sa.String(64), primary_key=True),
    sa.Column("content", sa.LargeBinary, nullable=False),
)
