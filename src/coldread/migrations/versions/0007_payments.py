"""Payments for calls: the ledger, the daily budget, the refund list."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "payments",
        sa.Column("challenge_id", sa.String(length=128), nullable=False),
        sa.Column("credential_hash", sa.String(length=64), nullable=False),
        sa.Column("body_digest", sa.String(length=60), nullable=False),
        sa.Column("route", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("tx_hash", sa.String(length=66), nullable=False),
        sa.Column("valid_before", sa.BigInteger(), nullable=True),
        sa.Column("payer", sa.String(length=42), nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=42), nullable=False),
        sa.Column("chain_id", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("holder", sa.String(length=32), nullable=True),
        sa.Column("lease_until", sa.BigInteger(), nullable=True),
        sa.Column("budget_day", sa.BigInteger(), nullable=False),
        sa.Column("idempotency_key", sa.String(length=256), nullable=True),
        sa.Column("answer", sa.LargeBinary(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("paid_at", sa.BigInteger(), nullable=True),
        sa.Column("delivered_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("challenge_id", name=op.f("pk_payments")),
        sa.UniqueConstraint("tx_hash", name=op.f("uq_payments_tx_hash")),
    )
    op.create_index("ix_payments_state_created_at", "payments", ["state", "created_at"])
    op.create_table(
        "payment_budgets",
        sa.Column("day", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("reserved", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_payment_budgets")),
    )
    op.create_table(
        "payment_refunds",
        sa.Column("tx_hash", sa.String(length=66), nullable=False),
        sa.Column("challenge_id", sa.String(length=128), nullable=False),
        sa.Column("route", sa.String(length=40), nullable=False),
        sa.Column("payer", sa.String(length=42), nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=42), nullable=False),
        sa.Column("chain_id", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("noted_at", sa.BigInteger(), nullable=False),
        sa.Column("refunded_at", sa.BigInteger(), nullable=True),
        sa.Column("note", sa.String(length=200), nullable=True),
        sa.PrimaryKeyConstraint("tx_hash", name=op.f("pk_payment_refunds")),
    )


def downgrade() -> None:
    op.drop_table("payment_refunds")
    op.drop_table("payment_budgets")
    op.drop_table("payments")
