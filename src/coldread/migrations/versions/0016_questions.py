"""What the operator asks the buyer: on the order while it waits for the answer, and in the trail of its moves."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("orders", sa.Column("question", sa.Text(), nullable=True))
    op.add_column("order_events", sa.Column("question", sa.Text(), nullable=True))
    # an order that waits for an answer was asked in its substatus
    op.execute("UPDATE orders SET question = substatus WHERE status = 'needs_info'")
