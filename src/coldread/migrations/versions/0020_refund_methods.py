"""A refund says by which method the money came, and goes back; until now there was one."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("payment_refunds") as table:
        table.add_column(sa.Column("method", sa.String(length=64), nullable=False, server_default="tempo"))
