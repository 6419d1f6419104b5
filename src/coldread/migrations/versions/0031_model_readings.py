"""Readings of pages by a model, stored by what they were made from; tokens that a model cost."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "model_tokens",
        sa.Column("day", sa.BigInteger(), nullable=False),
        sa.Column("purpose", sa.String(length=8), nullable=False),
        sa.Column("asked", sa.BigInteger(), nullable=False),
        sa.Column("said", sa.BigInteger(), nullable=False),
        sa.Column("calls", sa.BigInteger(), nullable=False),
        sa.Column("estimated", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", "purpose", name=op.f("pk_model_tokens")),
    )
    op.create_table(
        "model_readings",
        sa.Column("mark", sa.String(length=64), nullable=False),
        sa.Column("reading", sa.LargeBinary(), nullable=False),
        sa.Column("read_at", sa.BigInteger(), nullable=False),
        sa.Column("used_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("mark", name=op.f("pk_model_readings")),
    )
    op.create_index(op.f("ix_model_readings_used_at"), "model_readings", ["used_at"])
