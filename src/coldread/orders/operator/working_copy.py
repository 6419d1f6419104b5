"""What the operator is writing: kept while typing, seen by no buyer, never overwritten by an older page."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.orders.acts.audit_notes import ChangedMeanwhile
from coldread.orders.tables import working_copies

#: `seen` of a page that was made before there was a copy
NONE = 0


def read_copy(session: Session, order_id: str) -> sa.Row[tuple[str, str, str, str, int]] | None:
    return session.row(sa.select(working_copies).where(working_copies.c.order_id == order_id))


def keep_copy(session: Session, order_id: str, seen: int, spec_md: str, diff: str, author: str) -> int:
    """Keep the text; the mark that the next one must have seen."""
    held = sa.select(working_copies).where(working_copies.c.order_id == order_id).with_for_update()
    there = session.row(held)
    if (there.saved_at if there else NONE) != seen:
        if there and (there.spec_md, there.diff, there.author) == (spec_md, diff, author):
            return int(there.saved_at)  # the same hand again: a double click, or a lost answer
        raise ChangedMeanwhile
    values = {
        "spec_md": spec_md,
        "diff": diff,
        "author": author,
        "saved_at": max(session.now, seen + 1),
    }
    session.run(
        session.insert(working_copies)
        .values(order_id=order_id, **values)
        .on_conflict_do_update(index_elements=["order_id"], set_=values)
    )
    saved_at: int = values["saved_at"]  # type: ignore[assignment]
    return saved_at
