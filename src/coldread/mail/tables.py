"""The outbox: what is to be sent, and what was. Bodies are not kept; they are made from the values when sent."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import metadata

letters = sa.Table(
    "letters",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    sa.Column("kind", sa.String(24), nullable=False),
    #: what it is about: an order's id, or a key of its own; with the kind it can be written only once
    sa.Column("about", sa.String(120), nullable=False),
    sa.Column("recipient", sa.String(254), nullable=False),
    sa.Column("language", sa.String(2), nullable=False),
    #: JSON for the templates
    sa.Column("details", sa.Text, nullable=False),
    #: the same on every try, so that a mailbox shows a repeated letter once
    sa.Column("message_id", sa.String(120), nullable=False),
    sa.Column("written_at", sa.BigInteger, nullable=False),
    sa.Column("sent_at", sa.BigInteger),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("error", sa.Text),
    sa.UniqueConstraint("about", "kind"),
    #: what waits to be sent is a handful; what was sent is everything else
    sa.Index(
        "ix_letters_unsent",
        "written_at",
        sqlite_where=sa.text("sent_at IS NULL"),
        postgresql_where=sa.text("sent_at IS NULL"),
    ),
)
