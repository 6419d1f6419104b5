"""Durable jobs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from coldread.migrations.apply import add_procrastinate

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "jobs",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
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


def downgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "DROP TABLE procrastinate_events, procrastinate_periodic_defers, procrastinate_jobs, procrastinate_workers CASCADE"
        )
        op.execute(
            "DO $$ DECLARE found record; BEGIN FOR found IN SELECT oid::regprocedure AS name FROM pg_proc "
            "WHERE proname LIKE 'procrastinate_%' LOOP EXECUTE 'DROP FUNCTION ' || found.name || ' CASCADE'; END LOOP; END $$"
        )
        op.execute(
            "DROP TYPE procrastinate_job_to_defer_v1, procrastinate_job_event_type, procrastinate_job_status"
        )
    op.drop_table("job_errors")
    op.drop_table("jobs")
