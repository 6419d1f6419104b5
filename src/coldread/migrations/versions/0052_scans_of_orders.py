"""Which orders a scan belongs to is found by its id: such scans stay as long as the order."""

from __future__ import annotations

from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_order_scans_session_id", "order_scans", ["session_id"])
