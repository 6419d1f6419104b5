"""The tables of the protocols: tasks that are neither an order nor a scan, and the conversation of a task."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import metadata

a2a_tasks = sa.Table(
    "a2a_tasks",
    metadata,
    sa.Column("id", sa.String(64), primary_key=True),
    sa.Column("context_id", sa.String(256), nullable=False),
    #: `input-required`, `canceled` or `completed`; null if the task is an order or a scan, which is stored there
    sa.Column("state", sa.String(16)),
    #: JSON of `a2a.stored_tasks.StoredTask`: the messages and missing fields, or the answer
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("updated_at", sa.BigInteger, nullable=False, index=True),
)
