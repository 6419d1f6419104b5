"""How much money went back and why the buyer was told so; what became of a withdrawal that was not carried out."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "order_refunds",
        sa.Column(
            "id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False
        ),
        sa.Column("order_id", sa.String(length=12), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_order_refunds_order_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_refunds")),
    )
    op.create_index(op.f("ix_order_refunds_order_id"), "order_refunds", ["order_id"])
    with op.batch_alter_table("order_withdrawals") as table:
        table.add_column(sa.Column("settled_at", sa.BigInteger(), nullable=True))
        table.add_column(sa.Column("settled_because", sa.Text(), nullable=True))
