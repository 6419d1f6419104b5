"""Wrong sign-ins are counted by name and address, so that a stranger locks out nobody but himself."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "operator_tries",
        sa.Column("who", sa.String(length=64), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("who", name=op.f("pk_operator_tries")),
    )
    op.create_index(op.f("ix_operator_tries_at"), "operator_tries", ["at"])
    with op.batch_alter_table("operators") as table:
        table.drop_column("failures")
        table.drop_column("locked_until")
