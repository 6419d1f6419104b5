"""Scans of an order, the lease of a rescan, looks by others, and stages of an outside pipeline."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def _order_id(table: str) -> tuple[sa.Column[str], sa.ForeignKeyConstraint]:
    column = sa.Column("order_id", sa.String(length=12), nullable=False)
    return column, sa.ForeignKeyConstraint(["order_id"], ["orders.id"], name=op.f(f"fk_{table}_order_id"))


def upgrade() -> None:
    op.add_column("scans", sa.Column("judgement", sa.LargeBinary()))
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


def downgrade() -> None:
    for table in ("looks", "pipeline_stages", "rescan_leases", "order_scans"):
        op.drop_table(table)
    op.drop_column("scans", "judgement")
