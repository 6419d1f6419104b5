"""What is held of the budget stands in rows of its own; a payment about which the network contradicts itself is disputed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("payments") as table:
        table.add_column(sa.Column("nonce", sa.String(length=160), nullable=True))
        table.add_column(sa.Column("disputed_at", sa.BigInteger(), nullable=True))
        table.add_column(sa.Column("dispute", sa.String(length=200), nullable=True))
    op.create_table(
        "payment_reservations",
        sa.Column("challenge_id", sa.String(length=128), nullable=False),
        sa.Column("day", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("payer", sa.String(length=42), nullable=True),
        sa.Column("payer_proven", sa.Boolean(), nullable=False),
        sa.Column("client", sa.String(length=64), nullable=False),
        sa.Column("ends_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("challenge_id", name=op.f("pk_payment_reservations")),
    )
    op.create_index("ix_payment_reservations_ends_at", "payment_reservations", ["ends_at"])
    # What is open now holds its share already, in the day's sum.
    op.execute(
        "INSERT INTO payment_reservations (challenge_id, day, amount, payer, payer_proven, client, ends_at) "
        "SELECT challenge_id, budget_day, amount, payer, payer_proven, 'unknown', "
        # in microseconds: what a transaction's end is believed to take
        "COALESCE(valid_before, created_at) + 20000000 FROM payments "
        "WHERE state IN ('reserved', 'settling', 'unknown')"
    )
