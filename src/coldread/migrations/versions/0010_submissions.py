"""Submitted endpoints."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "submissions",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("endpoint_url", sa.Text(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("description", sa.Text()),
        sa.Column("contact_email", sa.String(length=254)),
        sa.Column("protocol", sa.String(length=8)),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.Column("reviewed_at", sa.BigInteger()),
        sa.Column("review", sa.Text()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submissions")),
    )
    op.create_index("ix_submissions_received_at", "submissions", ["received_at"])


def downgrade() -> None:
    op.drop_table("submissions")
