"""Receivers and events of what is no order: a watch has a webhook, and its events bring their body."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("order_webhooks") as table:
        table.alter_column("order_id", existing_type=sa.String(12), nullable=True)
        table.add_column(sa.Column("subject", sa.String(32)))
        table.create_index("ix_order_webhooks_subject", ["subject"])
    with op.batch_alter_table("webhook_events") as table:
        table.add_column(sa.Column("body", sa.Text))


def downgrade() -> None:
    op.execute("DELETE FROM webhook_events WHERE body IS NOT NULL")
    op.execute("DELETE FROM order_webhooks WHERE order_id IS NULL")
    with op.batch_alter_table("webhook_events") as table:
        table.drop_column("body")
    with op.batch_alter_table("order_webhooks") as table:
        table.drop_index("ix_order_webhooks_subject")
        table.drop_column("subject")
        table.alter_column("order_id", existing_type=sa.String(12), nullable=False)
