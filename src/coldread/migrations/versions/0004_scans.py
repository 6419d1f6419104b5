"""Stored scans."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "scans",
        sa.Column("session_id", sa.String(length=32), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("cache_key", sa.String(length=64), nullable=False),
        sa.Column("goal", sa.String(length=12), nullable=False),
        sa.Column("audience", sa.String(length=240), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("source", sa.String(length=8), nullable=False),
        sa.Column("engine_version", sa.String(length=20), nullable=False),
        sa.Column("rubric_version", sa.String(length=10), nullable=False),
        sa.Column("observations_hash", sa.String(length=64), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.Column("pictures", sa.Text(), nullable=False),
        sa.Column("scanned_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_scans")),
    )
    op.create_index("ix_scans_scanned_at", "scans", ["scanned_at"])
    op.create_index("ix_scans_cache_key_scanned_at", "scans", ["cache_key", "scanned_at"])


def downgrade() -> None:
    op.drop_table("scans")
