"""Watches: whose one is once its address is deleted, its second looks, its first try, and what each look showed. Letters of
watches that were sent lose the address."""

from __future__ import annotations

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0063"
down_revision = "0061"
branch_labels = None
depends_on = None

_ON = sa.text("state = 'on'")


def upgrade() -> None:
    op.add_column("watches", sa.Column("address_hash", sa.String(64)))
    op.add_column("watches", sa.Column("tried_at", sa.BigInteger))
    op.add_column("watches", sa.Column("second_looks", sa.Integer, nullable=False, server_default="0"))
    op.add_column("watch_runs", sa.Column("outcome", sa.String(8)))
    _note_owners()
    op.create_index("ix_watches_address_hash", "watches", ["address_hash"])
    op.drop_index("uq_watches_page", "watches")
    _one_watch_of("address_hash")


def _one_watch_of(owner: str) -> None:
    columns = [owner, "page_hash"]
    op.create_index(
        "uq_watches_page", "watches", columns, unique=True, sqlite_where=_ON, postgresql_where=_ON
    )


def _note_owners() -> None:
    """By the watch's address, or, where it is over, by a letter that went to it; then the letters lose it."""
    connection = op.get_bind()
    addresses = {row.about.split("/")[1]: row.recipient for row in connection.execute(_LETTERS)}
    for row in connection.execute(sa.text("SELECT id, email FROM watches")).all():
        if address := row.email or addresses.get(row.id):
            mark = hashlib.sha256(address.strip().lower().encode()).hexdigest()
            connection.execute(_NOTE, {"mark": mark, "id": row.id})
    op.execute("UPDATE letters SET recipient = '' WHERE about LIKE 'watch/%' AND sent_at IS NOT NULL")


_LETTERS = sa.text("SELECT about, recipient FROM letters WHERE about LIKE 'watch/%' AND recipient <> ''")
_NOTE = sa.text("UPDATE watches SET address_hash = :mark WHERE id = :id")
