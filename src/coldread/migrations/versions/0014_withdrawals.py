"""One table of withdrawals: those of the order's page, which were remarks, join those of agents."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "order_withdrawals",
        sa.Column("asked_by", sa.String(length=8), nullable=False, server_default="agent"),
    )
    op.add_column("order_withdrawals", sa.Column("name", sa.String(length=120), nullable=True))
    op.execute(
        "INSERT INTO order_withdrawals (order_id, asked_at, asked_by, name) "
        "SELECT order_id, min(at), 'person', min(note) FROM order_remarks WHERE kind = 'withdrawal' "
        "GROUP BY order_id ON CONFLICT (order_id) DO NOTHING"
    )
