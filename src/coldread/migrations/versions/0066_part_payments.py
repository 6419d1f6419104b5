"""Sums that came in for an order: the parts of a payment, and what must go back."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0066"
down_revision = "0065"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("orders", sa.Column("received", sa.Integer, nullable=False, server_default=sa.text("0")))
    op.add_column("orders", sa.Column("to_return", sa.Integer, nullable=False, server_default=sa.text("0")))
    op.create_index(
        "ix_orders_to_return",
        "orders",
        ["updated_at"],
        sqlite_where=sa.text("to_return > 0"),
        postgresql_where=sa.text("to_return > 0"),
    )
    op.create_table(
        "order_payments",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), nullable=False),
        sa.Column("order_id", sa.String(12), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("amount", sa.Integer, nullable=False),
        sa.Column("received_at", sa.BigInteger, nullable=False),
        sa.Column("way", sa.String(12)),
        sa.Column("reference", sa.String(200)),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_order_payments_order_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_payments")),
    )
    op.create_index(op.f("ix_order_payments_order_id"), "order_payments", ["order_id"])
