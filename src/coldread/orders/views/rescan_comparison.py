"""What a rescan changed: the order's scan before it, side by side with it."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.orders.tables import order_scans
from coldread.scans.comparison.findings import compare
from coldread.scans.store import judgement_of


def comparison_of(session: Session, session_id: str) -> dict[str, Any] | None:
    """None if the scan is no rescan, or the order had no scan before it."""
    rescan = session.row(
        sa.select(order_scans.c.order_id, order_scans.c.at).where(
            order_scans.c.session_id == session_id, order_scans.c.kind == "rescan"
        )
    )
    if rescan is None:
        return None
    earlier = session.row(
        sa.select(order_scans.c.session_id)
        .where(
            order_scans.c.order_id == rescan.order_id,
            order_scans.c.at <= rescan.at,
            order_scans.c.session_id != session_id,
        )
        .order_by(order_scans.c.at.desc())
        .limit(1)
    )
    before = judgement_of(session, earlier.session_id) if earlier else None
    after = judgement_of(session, session_id)
    return compare(before, after) if before is not None and after is not None else None
