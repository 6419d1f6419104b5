"""A worker on PostgreSQL takes the next job of a kind that has room, as `jobs/kinds` says."""

from __future__ import annotations

from alembic import op

from coldread.migrations.fetch_job import add_fetch_job

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    add_fetch_job(op.get_bind())
