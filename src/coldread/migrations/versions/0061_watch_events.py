"""Receivers and events of what is no order: a watch has a webhook, and its events bring their body."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("order_webhooks", copy_from=_order_webhooks()) as table:
        table.alter_column("order_id", existing_type=sa.String(12), nullable=True)
        table.add_column(sa.Column("subject", sa.String(32)))
    op.create_index("ix_order_webhooks_subject", "order_webhooks", ["subject"])
    op.add_column("webhook_events", sa.Column("body", sa.Text))


def _order_webhooks() -> sa.Table:
    """As step 0019 made it. SQLite makes the table anew; read from the database, its reference would bring all of `orders`."""
    return sa.Table(
        "order_webhooks",
        sa.MetaData(),
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("order_id", sa.String(12), sa.ForeignKey("orders.id"), nullable=False),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("form", sa.String(12), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("secret", sa.Text),
        sa.Column("authorization", sa.Text),
        sa.Column("created_at", sa.BigInteger, nullable=False),
        sa.Column("holder", sa.String(32), nullable=False),
        sa.Column("busy_until", sa.BigInteger, nullable=False),
        sa.Column("retry_at", sa.BigInteger, nullable=False),
        sa.Index("ix_order_webhooks_order_id", "order_id"),
    )
