"""Watched pages: watches, their runs, what was told, hosts, and mailboxes that want no letters."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0060"
down_revision = "0053"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _watches()
    op.create_table(
        "watch_runs",
        sa.Column("watch_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("due_at", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("session_id", sa.String(32)),
        sa.Column("score", sa.Integer),
        sa.Column("fault", sa.String(40)),
        sa.UniqueConstraint("watch_id", "due_at"),
    )
    op.create_index("ix_watch_runs_session_id", "watch_runs", ["session_id"])
    op.create_table(
        "watch_changes",
        sa.Column("watch_id", sa.String(32), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("before_id", sa.String(32)),
        sa.Column("changes", sa.Text, nullable=False),
    )
    op.create_table(
        "watch_hosts",
        sa.Column("host", sa.String(255), primary_key=True),
        sa.Column("free_at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "watch_refusals",
        sa.Column("mailbox_hash", sa.String(64), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def _watches() -> None:
    op.create_table(
        "watches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("history_id", sa.String(32), nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("page_hash", sa.String(64), nullable=False),
        sa.Column("host", sa.String(255), nullable=False),
        sa.Column("goal", sa.String(12), nullable=False),
        sa.Column("audience", sa.String(240), nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("rhythm", sa.String(8), nullable=False),
        sa.Column("email", sa.String(254)),
        sa.Column("mailbox_hash", sa.String(64), nullable=False),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("ended_because", sa.String(16)),
        sa.Column("confirm_hash", sa.String(64)),
        sa.Column("asked_at", sa.BigInteger, nullable=False),
        sa.Column("confirmed_at", sa.BigInteger),
        sa.Column("ends_at", sa.BigInteger),
        sa.Column("warned_at", sa.BigInteger),
        sa.Column("ended_at", sa.BigInteger),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("queued_until", sa.BigInteger, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("runs", sa.Integer, nullable=False),
        sa.Column("known", sa.Text),
        sa.Column("last_scan_id", sa.String(32)),
        sa.UniqueConstraint("history_id"),
        sa.UniqueConstraint("confirm_hash"),
    )
    op.create_index("ix_watches_due", "watches", ["state", "due_at"])
    op.create_index("ix_watches_mailbox", "watches", ["mailbox_hash", "state"])
    op.create_index("ix_watches_host", "watches", ["host", "state"])
    op.create_index(
        "uq_watches_page",
        "watches",
        ["mailbox_hash", "page_hash"],
        unique=True,
        sqlite_where=sa.text("state = 'on'"),
        postgresql_where=sa.text("state = 'on'"),
    )
