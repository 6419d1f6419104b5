"""Which scans belong to an order: the draft's, and the rescan after delivery."""

from __future__ import annotations

from typing import Literal

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.orders.tables import order_scans

Kind = Literal["look", "draft", "rescan"]


def note_scan(session: Session, order_id: str, session_id: str, kind: Kind) -> None:
    """Add this scan to the order. Adding it twice has no effect."""
    session.run(
        session.insert(order_scans)
        .values(order_id=order_id, session_id=session_id, kind=kind, at=session.now)
        .on_conflict_do_nothing(index_elements=["order_id", "session_id"])
    )


def last_scan(session: Session, order_id: str, kind: Kind | None = None) -> str | None:
    """The session id of the order's latest scan, of this kind or of any."""
    wanted = [order_scans.c.kind == kind] if kind else []
    row = session.row(
        sa.select(order_scans.c.session_id)
        .where(order_scans.c.order_id == order_id, *wanted)
        .order_by(order_scans.c.at.desc())
        .limit(1)
    )
    return row.session_id if row else None
