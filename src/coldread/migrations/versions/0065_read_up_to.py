"""Which message of the buyer was the newest that the operator had on the page when marking messages as read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0065"
down_revision = "0064"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("order_remarks", sa.Column("read_up_to", sa.BigInteger))
