"""The version of 2026-11-16: the oldest that can be upgraded."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coldread.migrations.apply import add_procrastinate

revision = "0013"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _orders()
    _jobs_and_letters()
    _scans()
    _operators()
    _payments()
    _other_tables()


def _orders() -> None:
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
    op.create_index(op.f("ix_idempotency_keys_created_at"), "idempotency_keys", ["created_at"])
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
        sa.Column("sandbox", sa.Boolean(), nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_orders")),
    )
    op.create_index(op.f("ix_orders_contact_email"), "orders", ["contact_email"])
    op.create_index(op.f("ix_orders_expires_at"), "orders", ["expires_at"])
    op.create_index("ix_orders_status_updated_at", "orders", ["status", "updated_at"])
    op.create_table(
        "artifacts",
        *_order_id("artifacts"),
        sa.Column("file", sa.String(length=20), nullable=False),
        sa.Column("content_key", sa.String(length=64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("author", sa.String(length=60), nullable=False),
        sa.Column("stored_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("order_id", "file", name=op.f("pk_artifacts")),
    )
    op.create_index(op.f("ix_artifacts_content_key"), "artifacts", ["content_key"])
    op.create_table(
        "order_events",
        _counted_id(),
        *_order_id("order_events"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=60), nullable=False),
        sa.Column("from_status", sa.String(length=16), nullable=True),
        sa.Column("to_status", sa.String(length=16), nullable=False),
        sa.Column("substatus", sa.String(length=120), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("patch", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_events")),
    )
    op.create_index(op.f("ix_order_events_order_id"), "order_events", ["order_id"])
    op.create_table(
        "order_messages",
        *_order_id("order_messages"),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("repo_url", sa.String(length=300), nullable=True),
        sa.PrimaryKeyConstraint("order_id", "digest", name=op.f("pk_order_messages")),
    )
    op.create_table(
        "order_sources",
        _counted_id(),
        *_order_id("order_sources"),
        sa.Column("kind", sa.String(length=4), nullable=False),
        sa.Column("content", sa.Text(), nullable=False),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_sources")),
    )
    op.create_index(op.f("ix_order_sources_order_id"), "order_sources", ["order_id"])
    op.create_table(
        "order_views",
        *_order_id("order_views"),
        sa.Column("build", sa.String(length=16), nullable=False),
        sa.Column("etag", sa.String(length=40), nullable=False),
        sa.Column("fresh_until", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("order_id", name=op.f("pk_order_views")),
    )


def _jobs_and_letters() -> None:
    op.create_table(
        "jobs",
        _counted_id(),
        sa.Column("queue", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("key", sa.String(length=120), nullable=True),
        sa.Column("arguments", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("due_at", sa.BigInteger(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("worker", sa.String(length=40), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    op.create_index("ix_jobs_due", "jobs", ["state", "queue", "due_at"])
    op.create_index(
        "uq_jobs_live_key",
        "jobs",
        ["key"],
        unique=True,
        sqlite_where=sa.text("state <> 'dead'"),
        postgresql_where=sa.text("state <> 'dead'"),
    )
    op.create_table(
        "job_errors",
        sa.Column("job_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("error", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("job_id", name=op.f("pk_job_errors")),
    )
    add_procrastinate(op.get_bind())
    op.create_table(
        "letters",
        _counted_id(),
        sa.Column("kind", sa.String(length=24), nullable=False),
        sa.Column("about", sa.String(length=120), nullable=False),
        sa.Column("recipient", sa.String(length=254), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("message_id", sa.String(length=120), nullable=False),
        sa.Column("written_at", sa.BigInteger(), nullable=False),
        sa.Column("sent_at", sa.BigInteger(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("error", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_letters")),
        sa.UniqueConstraint("about", "kind", name=op.f("uq_letters_about_kind")),
    )


def _scans() -> None:
    op.create_table(
        "scans",
        sa.Column("session_id", sa.String(length=32), nullable=False),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("cache_key", sa.String(length=64), nullable=False),
        sa.Column("goal", sa.String(length=12), nullable=False),
        sa.Column("audience", sa.String(length=240), nullable=False),
        sa.Column("language", sa.String(length=2), nullable=False),
        sa.Column("source", sa.String(length=8), nullable=False),
        sa.Column("engine_version", sa.String(length=20), nullable=False),
        sa.Column("rubric_version", sa.String(length=10), nullable=False),
        sa.Column("observations_hash", sa.String(length=64), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.Column("pictures", sa.Text(), nullable=False),
        sa.Column("scanned_at", sa.BigInteger(), nullable=False),
        sa.Column("judgement", sa.LargeBinary()),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_scans")),
    )
    op.create_index("ix_scans_scanned_at", "scans", ["scanned_at"])
    op.create_index("ix_scans_cache_key_scanned_at", "scans", ["cache_key", "scanned_at"])
    op.create_table(
        "order_scans",
        *_order_id("order_scans"),
        sa.Column("session_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("order_id", "session_id", name=op.f("pk_order_scans")),
    )
    op.create_table(
        "rescan_leases",
        *_order_id("rescan_leases"),
        sa.Column("holder", sa.String(length=32), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("order_id", name=op.f("pk_rescan_leases")),
    )
    op.create_table(
        "pipeline_stages",
        *_order_id("pipeline_stages"),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("detail", sa.Text()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("order_id", "name", name=op.f("pk_pipeline_stages")),
    )
    op.create_table(
        "looks",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("wanted", sa.Text(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.String(length=8)),
        sa.Column("reason", sa.Text()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_looks")),
    )
    op.create_index("ix_looks_until", "looks", ["until"])
    op.create_table(
        "scan_tickets",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("wanted", sa.Text(), nullable=False),
        sa.Column("opened_at", sa.BigInteger(), nullable=False),
        sa.Column("session_id", sa.String(length=32)),
        sa.Column("problem", sa.Text()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_scan_tickets")),
    )
    op.create_index("ix_scan_tickets_opened_at", "scan_tickets", ["opened_at"])


def _operators() -> None:
    op.create_table(
        "operators",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("password_hash", sa.String(length=200), nullable=False),
        sa.Column("totp_secret", sa.String(length=64), nullable=True),
        sa.Column("totp_step", sa.BigInteger(), nullable=True),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("locked_until", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_operators")),
    )
    op.create_table(
        "operator_sessions",
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("operator", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("seen_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["operator"], ["operators.name"], name=op.f("fk_operator_sessions_operator"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_operator_sessions")),
    )
    op.create_index(op.f("ix_operator_sessions_operator"), "operator_sessions", ["operator"])
    op.create_index(op.f("ix_operator_sessions_seen_at"), "operator_sessions", ["seen_at"])
    op.create_table(
        "order_remarks",
        _counted_id(),
        *_order_id("order_remarks"),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.String(length=60), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_order_remarks")),
    )
    op.create_index(op.f("ix_order_remarks_order_id"), "order_remarks", ["order_id"])


def _payments() -> None:
    op.create_table(
        "payments",
        sa.Column("challenge_id", sa.String(length=128), nullable=False),
        sa.Column("credential_hash", sa.String(length=64), nullable=False),
        sa.Column("body_digest", sa.String(length=60), nullable=False),
        sa.Column("route", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("tx_hash", sa.String(length=66), nullable=False),
        sa.Column("valid_before", sa.BigInteger(), nullable=True),
        sa.Column("payer", sa.String(length=42), nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=42), nullable=False),
        sa.Column("chain_id", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("holder", sa.String(length=32), nullable=True),
        sa.Column("lease_until", sa.BigInteger(), nullable=True),
        sa.Column("budget_day", sa.BigInteger(), nullable=False),
        sa.Column("idempotency_key", sa.String(length=256), nullable=True),
        sa.Column("answer", sa.LargeBinary(), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.BigInteger(), nullable=False),
        sa.Column("paid_at", sa.BigInteger(), nullable=True),
        sa.Column("delivered_at", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("challenge_id", name=op.f("pk_payments")),
        sa.UniqueConstraint("tx_hash", name=op.f("uq_payments_tx_hash")),
    )
    op.create_index("ix_payments_state_created_at", "payments", ["state", "created_at"])
    op.create_table(
        "payment_budgets",
        sa.Column("day", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("reserved", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("day", name=op.f("pk_payment_budgets")),
    )
    op.create_table(
        "payment_refunds",
        sa.Column("tx_hash", sa.String(length=66), nullable=False),
        sa.Column("challenge_id", sa.String(length=128), nullable=False),
        sa.Column("route", sa.String(length=40), nullable=False),
        sa.Column("payer", sa.String(length=42), nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=42), nullable=False),
        sa.Column("chain_id", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("noted_at", sa.BigInteger(), nullable=False),
        sa.Column("refunded_at", sa.BigInteger(), nullable=True),
        sa.Column("note", sa.String(length=200), nullable=True),
        sa.PrimaryKeyConstraint("tx_hash", name=op.f("pk_payment_refunds")),
    )


def _other_tables() -> None:
    op.create_table(
        "artifact_versions",
        *_order_id("artifact_versions"),
        sa.Column("file", sa.String(length=20), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("content_key", sa.String(length=64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("author", sa.String(length=60), nullable=False),
        sa.Column("remark", sa.Text()),
        sa.Column("stored_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("order_id", "file", "number", name=op.f("pk_artifact_versions")),
    )
    op.create_index(op.f("ix_artifact_versions_content_key"), "artifact_versions", ["content_key"])
    op.create_table(
        "submissions",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("endpoint_url", sa.Text(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("description", sa.Text()),
        sa.Column("contact_email", sa.String(length=254)),
        sa.Column("protocol", sa.String(length=8)),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("received_at", sa.BigInteger(), nullable=False),
        sa.Column("reviewed_at", sa.BigInteger()),
        sa.Column("review", sa.Text()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submissions")),
    )
    op.create_index("ix_submissions_received_at", "submissions", ["received_at"])
    op.create_table(
        "a2a_tasks",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("context_id", sa.String(length=256), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=True),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("updated_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_a2a_tasks")),
    )
    op.create_index("ix_a2a_tasks_updated_at", "a2a_tasks", ["updated_at"])
    op.create_table(
        "order_withdrawals",
        *_order_id("order_withdrawals"),
        sa.Column("asked_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("order_id", name=op.f("pk_order_withdrawals")),
    )
    op.create_table(
        "erasures",
        sa.Column("email_hash", sa.String(length=64), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("email_hash", name=op.f("pk_erasures")),
    )
    op.create_table(
        "upkeep",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_upkeep")),
    )
    op.create_table(
        "working_copies",
        *_order_id("working_copies"),
        sa.Column("spec_md", sa.Text(), nullable=False),
        sa.Column("diff", sa.Text(), nullable=False),
        sa.Column("author", sa.String(length=60), nullable=False),
        sa.Column("saved_at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("order_id", name=op.f("pk_working_copies")),
    )


def _order_id(table: str) -> tuple[sa.Column[str], sa.ForeignKeyConstraint]:
    column = sa.Column("order_id", sa.String(length=12), nullable=False)
    return column, sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f(f"fk_{table}_order_id"))


def _counted_id() -> sa.Column[int]:
    return sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False)
