"""The outbox: letters to send, and letters that were sent. Bodies are not stored; they are built from the values on
sending."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import metadata

letters = sa.Table(
    "letters",
    metadata,
    sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
    sa.Column("kind", sa.String(24), nullable=False),
    #: the subject: an order's id, or a key of its own; unique together with the kind
    sa.Column("about", sa.String(120), nullable=False),
    #: empty once it was sent, for kinds that forget it
    sa.Column("recipient", sa.String(254), nullable=False),
    sa.Column("language", sa.String(2), nullable=False),
    #: JSON for the templates
    sa.Column("details", sa.Text, nullable=False),
    #: the same in every try, so that a mailbox shows a repeated letter once
    sa.Column("message_id", sa.String(120), nullable=False),
    sa.Column("written_at", sa.BigInteger, nullable=False),
    sa.Column("sent_at", sa.BigInteger),
    sa.Column("tries", sa.Integer, nullable=False),
    sa.Column("error", sa.Text),
    sa.UniqueConstraint("about", "kind"),
    #: few letters wait; nearly all rows are sent ones
    sa.Index(
        "ix_letters_unsent",
        "written_at",
        sqlite_where=sa.text("sent_at IS NULL"),
        postgresql_where=sa.text("sent_at IS NULL"),
    ),
)
