"""Payments know their method, their leg of a transaction, how often work was begun, and whether the payer is proven."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("payments") as table:
        table.add_column(sa.Column("method", sa.String(length=64), nullable=False, server_default="tempo"))
        table.add_column(sa.Column("leg", sa.String(length=64), nullable=False, server_default=""))
        table.add_column(sa.Column("payer_proven", sa.Boolean(), nullable=False, server_default=sa.true()))
        table.add_column(sa.Column("executions", sa.Integer(), nullable=False, server_default="0"))
        table.drop_column("idempotency_key")
        table.drop_constraint(op.f("uq_payments_tx_hash"), type_="unique")
        table.create_unique_constraint(op.f("uq_payments_tx_hash_leg"), ["tx_hash", "leg"])
    # An answer that is stored can be fetched: that is what delivered means now.
    op.execute(
        "UPDATE payments SET state = 'delivered', delivered_at = paid_at, holder = NULL, lease_until = NULL "
        "WHERE state = 'executed'"
    )
    with op.batch_alter_table("payment_refunds") as table:
        table.add_column(sa.Column("leg", sa.String(length=64), nullable=False, server_default=""))
        table.drop_constraint(op.f("pk_payment_refunds"), type_="primary")
        table.create_primary_key(op.f("pk_payment_refunds"), ["tx_hash", "leg"])
    # by itself: SQLite copies the table, and rows that are there need the default while they are copied
    with op.batch_alter_table("payment_refunds") as table:
        table.alter_column("leg", server_default=None)
    op.create_table(
        "payment_reconciliations",
        sa.Column("method", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("next_block", sa.BigInteger(), nullable=False),
        sa.Column("report", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("method", name=op.f("pk_payment_reconciliations")),
    )
