"""The text that an operator is writing: saved while typing, invisible to the buyer, never overwritten from an
older page."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.orders.acts.audit_notes import ChangedMeanwhile
from coldread.orders.tables import working_copies

#: `seen` of a page that was rendered before a copy existed
NONE = 0


def read_copy(session: Session, order_id: str) -> sa.Row[tuple[str, str, str, str, int]] | None:
    return session.row(sa.select(working_copies).where(working_copies.c.order_id == order_id))


def keep_copy(session: Session, order_id: str, seen: int, spec_md: str, diff: str, author: str) -> int:
    """Save the text. Returns the mark that the next save has to send."""
    held = sa.select(working_copies).where(working_copies.c.order_id == order_id).with_for_update()
    copy = session.row(held)
    if (copy.saved_at if copy else NONE) != seen:
        if copy and (copy.spec_md, copy.diff, copy.author) == (spec_md, diff, author):
            return int(copy.saved_at)  # the same text from the same person: a double click, or a lost answer
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
