"""Orders made on our own form, whose buyers are told of each step by letter."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0050"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("orders", sa.Column("by_form", sa.Boolean(), nullable=False, server_default=sa.false()))
