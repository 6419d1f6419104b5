"""The state of a page from a stored scan."""

from __future__ import annotations

import sqlalchemy as sa
from pydantic_core import from_json

from coldread.base.db import Session
from coldread.scans.comparison.page_state import PageState, page_state
from coldread.scans.tables import scans


def page_state_of(session: Session, session_id: str) -> PageState | None:
    row = session.row(sa.select(scans.c.answer, scans.c.judgement).where(scans.c.session_id == session_id))
    if row is None:
        return None
    return page_state(from_json(row.answer) | (from_json(row.judgement) if row.judgement else {}))
