"""What agents leave behind: open questions, conversations, wishes to withdraw."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "a2a_tasks",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("context_id", sa.String(length=256), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_a2a_tasks")),
    )
    op.create_index("ix_a2a_tasks_updated_at", "a2a_tasks", ["updated_at"])
    op.create_table(
        "order_withdrawals",
        sa.Column("order_id", sa.String(length=12), nullable=False),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_order_withdrawals_order_id")),
        sa.PrimaryKeyConstraint("order_id", name=op.f("pk_order_withdrawals")),
    )


def downgrade() -> None:
    op.drop_table("order_withdrawals")
    op.drop_table("a2a_tasks")
