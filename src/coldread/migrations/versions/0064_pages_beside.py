"""Pages of others that were put beside a scan."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0064"
down_revision = "0063"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pages_beside",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("own_id", sa.String(length=32), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("ticket_id", sa.String(length=32), nullable=False),
        sa.Column("other_id", sa.String(length=32)),
        sa.Column("problem", sa.String(length=40)),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", "place", name=op.f("pk_pages_beside")),
        sa.UniqueConstraint("ticket_id", name=op.f("uq_pages_beside_ticket_id")),
    )
    op.create_index("ix_pages_beside_own_id", "pages_beside", ["own_id"])
