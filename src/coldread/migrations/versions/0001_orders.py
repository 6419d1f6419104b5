"""Orders."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "blobs",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_blobs")),
    )
    op.create_table(
        "counters",
        sa.Column("limit_name", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=120), nullable=False),
        sa.Column("window_start", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("limit_name", "subject", "window_start", name=op.f("pk_counters")),
    )
    op.create_table(
        "idempotency_keys",
        sa.Column("scope", sa.String(length=40), nullable=False),
        sa.Column("key", sa.String(length=256), nullable=False),
        sa.Column("fingerprint", sa.String(length=64), nullable=False),
        sa.Column("status", sa.SmallInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("location", sa.Text(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "key", name=op.f("pk_idempotency_keys")),
    )
    with op.batch_alter_table("idempotency_keys", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_idempotency_keys_created_at"), ["created_at"], unique=False)

    op.create_table(
        "orders",
        sa.Column("id", sa.String(length=12), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("substatus", sa.String(length=120), nullable=True),
        sa.Column("source", sa.String(length=8), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("contact_email", sa.String(length=254), nullable=True),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("billing_method_final", sa.String(length=20), nullable=True),
        sa.Column("billing_status", sa.String(length=12), nullable=False),
        sa.Column("delivery_status", sa.String(length=12), nullable=False),
        sa.Column("external_reference", sa.String(length=200), nullable=True),
        sa.Column("draft_url", sa.Text(), nullable=True),
        sa.Column("final_url", sa.Text(), nullable=True),
        sa.Column("diff_url", sa.Text(), nullable=True),
        sa.Column("rescan_url", sa.Text(), nullable=True),
        sa.Column("draft_live_at", sa.BigInteger(), nullable=True),
        sa.Column("rescan_used", sa.Boolean(), nullable=False),
        sa.Column("api_key_hash", sa.String(length=64), nullable=True),
        sa.Column("api_key_last4", sa.String(length=4), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.Column("expires_at", sa.BigInteger(), nullable=False),
        sa.Column("reviewed_at", sa.BigInteger(), nullable=True),
        sa.Column("accepted_at", sa.BigInteger(), nullable=True),
        sa.Column("rejected_at", sa.BigInteger(), nullable=True),
        sa.Column("billing_pending_at", sa.BigInteger(), nullable=True),
        sa.Column("paid_at", sa.BigInteger(), nullable=True),
        sa.Column("in_progress_at", sa.BigInteger(), nullable=True),
        sa.Column("delivered_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_orders")),
    )
    with op.batch_alter_table("orders", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_orders_contact_email"), ["contact_email"], unique=False)
        batch_op.create_index(batch_op.f("ix_orders_expires_at"), ["expires_at"], unique=False)
        batch_op.create_index("ix_orders_status_updated_at", ["status", "updated_at"], unique=False)

    op.create_table(
        "artifacts",
        sa.Column("order_id", sa.String(length=12), nullable=False),
        sa.Column("file", sa.String(length=20), nullable=False),
        sa.Column("content_key", sa.String(length=64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("author", sa.String(length=60), nullable=False),
        sa.Column("stored_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_artifacts_order_id")),
        sa.PrimaryKeyConstraint("order_id", "file", name=op.f("pk_artifacts")),
    )
    with op.batch_alter_table("artifacts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_artifacts_content_key"), ["content_key"], unique=False)

    op.create_table(
        "order_events",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("order_id", sa.String(length=12), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=60), nullable=False),
        sa.Column("from_status", sa.String(length=16), nullable=True),
        sa.Column("to_status", sa.String(length=16), nullable=False),
        sa.Column("substatus", sa.String(length=120), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("patch", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_order_events_order_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_events")),
    )
    with op.batch_alter_table("order_events", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_order_events_order_id"), ["order_id"], unique=False)

    op.create_table(
        "order_messages",
        sa.Column("order_id", sa.String(length=12), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("repo_url", sa.String(length=300), nullable=True),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_order_messages_order_id")),
        sa.PrimaryKeyConstraint("order_id", "digest", name=op.f("pk_order_messages")),
    )
    op.create_table(
        "order_sources",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("order_id", sa.String(length=12), nullable=False),
        sa.Column("kind", sa.String(length=4), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_order_sources_order_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_sources")),
    )
    with op.batch_alter_table("order_sources", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_order_sources_order_id"), ["order_id"], unique=False)

    op.create_table(
        "order_views",
        sa.Column("order_id", sa.String(length=12), nullable=False),
        sa.Column("build", sa.String(length=16), nullable=False),
        sa.Column("etag", sa.String(length=40), nullable=False),
        sa.Column("fresh_until", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_order_views_order_id")),
        sa.PrimaryKeyConstraint("order_id", name=op.f("pk_order_views")),
    )


def downgrade() -> None:
    op.drop_table("order_views")
    with op.batch_alter_table("order_sources", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_order_sources_order_id"))

    op.drop_table("order_sources")
    op.drop_table("order_messages")
    with op.batch_alter_table("order_events", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_order_events_order_id"))

    op.drop_table("order_events")
    with op.batch_alter_table("artifacts", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_artifacts_content_key"))

    op.drop_table("artifacts")
    with op.batch_alter_table("orders", schema=None) as batch_op:
        batch_op.drop_index("ix_orders_status_updated_at")
        batch_op.drop_index(batch_op.f("ix_orders_expires_at"))
        batch_op.drop_index(batch_op.f("ix_orders_contact_email"))

    op.drop_table("orders")
    with op.batch_alter_table("idempotency_keys", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_idempotency_keys_created_at"))

    op.drop_table("idempotency_keys")
    op.drop_table("counters")
    op.drop_table("blobs")
