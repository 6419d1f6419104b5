"""Versions of deliverables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "artifact_versions",
        sa.Column("order_id", sa.String(length=12), nullable=False),
        sa.Column("file", sa.String(length=20), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("content_key", sa.String(length=64), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("author", sa.String(length=60), nullable=False),
        sa.Column("remark", sa.Text()),
        sa.Column("stored_at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f("fk_artifact_versions_order_id")),
        sa.PrimaryKeyConstraint("order_id", "file", "number", name=op.f("pk_artifact_versions")),
    )
    op.create_index(op.f("ix_artifact_versions_content_key"), "artifact_versions", ["content_key"])
    op.execute(
        "INSERT INTO artifact_versions (order_id, file, number, content_key, size, author, stored_at) "
        "SELECT order_id, file, 1, content_key, size, author, stored_at FROM artifacts"
    )


def downgrade() -> None:
    op.drop_table("artifact_versions")
