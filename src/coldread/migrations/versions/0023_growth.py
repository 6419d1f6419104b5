"""Questions of the console and of sweeps read what they are about, however many closed orders there are."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

#: name, table, columns, and of which rows
INDEXES = (
    ("ix_orders_updated_at", "orders", ["updated_at"], None),
    ("ix_orders_kept_status_updated_at", "orders", ["status", "updated_at"], "contact_email IS NOT NULL"),
    ("ix_orders_kept_delivered_at", "orders", ["delivered_at"], "contact_email IS NOT NULL"),
    ("ix_orders_paid_at", "orders", ["paid_at"], "paid_at IS NOT NULL"),
    ("ix_letters_unsent", "letters", ["written_at"], "sent_at IS NULL"),
)


def upgrade() -> None:
    for name, table, columns, of in INDEXES:
        rows = None if of is None else sa.text(of)
        op.create_index(name, table, columns, sqlite_where=rows, postgresql_where=rows)
    op.create_index(
        "ix_orders_counted",
        "orders",
        ["status"],
        sqlite_where=sa.text("sandbox IS 0"),
        postgresql_where=sa.text("sandbox IS false"),
    )
    # Everybody asks for it in small letters, which the plain one does not answer.
    op.create_index("ix_orders_lower_contact_email", "orders", [sa.text("lower(contact_email)")])
    op.drop_index("ix_orders_contact_email", "orders")
