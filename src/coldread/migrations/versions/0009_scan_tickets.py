"""Scans that were asked for on a page."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "scan_tickets",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("wanted", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("session_id", sa.String(length=32)),
        sa.Column("problem", sa.Text()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scan_tickets")),
    )
    op.create_index("ix_scan_tickets_opened_at", "scan_tickets", ["opened_at"])


def downgrade() -> None:
    op.drop_table("scan_tickets")
