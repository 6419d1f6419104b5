"""“My orders”: links of sign-in letters, and sessions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0053"
down_revision = "0052"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name in ("buyer_links", "buyer_sessions"):
        op.create_table(
            name,
            sa.Column("token_hash", sa.String(64), primary_key=True),
            sa.Column("email", sa.String(254), nullable=False),
            sa.Column("created_at", sa.BigInteger, nullable=False),
        )
