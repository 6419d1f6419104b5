"""Erasures, upkeep, and the operator's working copy of a specification."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "erasures",
        sa.Column("email_hash", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("email_hash", name=op.f("pk_erasures")),
    )
    op.create_table(
        "upkeep",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_upkeep")),
    )
    op.create_table(
        "working_copies",
        sa.Column("order_id", sa.String(length=12), nullable=False),
        sa.Column("spec_md", sa.Text(), nullable=False),
        sa.Column("diff", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=60), nullable=False),
        sa.Column("saved_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_working_copies_order_id")),
        sa.PrimaryKeyConstraint("order_id", name=op.f("pk_working_copies")),
    )


def downgrade() -> None:
    op.drop_table("working_copies")
    op.drop_table("upkeep")
    op.drop_table("erasures")
