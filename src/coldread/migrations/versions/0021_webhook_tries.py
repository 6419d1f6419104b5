"""An event says when it was last tried and what came of it, in a word that its receiver's owner may read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("webhook_events") as table:
        table.add_column(sa.Column("tried_at", sa.BigInteger(), nullable=True))
        table.add_column(sa.Column("outcome", sa.String(length=32), nullable=True))
