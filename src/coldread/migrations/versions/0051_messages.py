"""What buyers wrote is found in orders of every status, by an index of its own."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0051"
down_revision = "0050"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_order_remarks_said",
        "order_remarks",
        ["order_id", "id"],
        sqlite_where=sa.text("kind = 'said'"),
        postgresql_where=sa.text("kind = 'said'"),
    )
