"""Waiting and running jobs on SQLite. PostgreSQL has Procrastinate's tables, and `job_errors` in addition."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import metadata

jobs = sa.Table(
    "jobs",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    sa.Column("queue", sa.String(20), nullable=False),
    sa.Column("name", sa.String(60), nullable=False),
    #: at most one job of a key waits or runs
    sa.Column("key", sa.String(120)),
    sa.Column("arguments", sa.Text, nullable=False),
    #: `waiting`, `running` or `dead`; a finished job is deleted
    sa.Column("state", sa.String(8), nullable=False),
    #: not before this moment; while running: when another worker may take over
    sa.Column("due_at", sa.BigInteger, nullable=False),
    sa.Column("tries", sa.Integer, nullable=False),
    #: the worker that runs it
    sa.Column("worker", sa.String(40)),
    sa.Column("error", sa.Text),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Index("ix_jobs_due", "state", "queue", "due_at"),
    sa.Index(
        "uq_jobs_live_key",
        "key",
        unique=True,
        sqlite_where=sa.text("state <> 'dead'"),
        postgresql_where=sa.text("state <> 'dead'"),
    ),
)

#: the last error of a job; Procrastinate writes that only to the log
job_errors = sa.Table(
    "job_errors",
    metadata,
    sa.Column("job_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("error", sa.Text, nullable=False),
)
