"""Sharing a report by a separate id, which its owner can withdraw. The report's own id stays secret."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.ids import new_secret_id
from coldread.scans.stored_scan import StoredScan, find_stored_scan
from coldread.scans.tables import scan_shares, scans


def share(session: Session, session_id: str) -> None:
    """Share the report. Sharing it again returns the same id."""
    session.run(
        session.insert(scan_shares)
        .values(id=new_secret_id(), session_id=session_id, shared_at=session.now)
        .on_conflict_do_nothing(index_elements=["session_id"])
    )


def take_back(session: Session, session_id: str) -> None:
    """Withdraw the shared address. Sharing again makes a new one."""
    session.run(sa.delete(scan_shares).where(scan_shares.c.session_id == session_id))


def share_of(session: Session, session_id: str) -> str | None:
    row = session.row(sa.select(scan_shares.c.id).where(scan_shares.c.session_id == session_id))
    return row.id if row else None


def find_shared(session: Session, share_id: str) -> StoredScan | None:
    row = session.row(sa.select(scan_shares.c.session_id).where(scan_shares.c.id == share_id))
    return find_stored_scan(session, row.session_id) if row else None


def forget_shares(session: Session) -> int:
    """Delete shares whose scan is deleted."""
    has_scan = sa.exists().where(scans.c.session_id == scan_shares.c.session_id)
    return session.run(sa.delete(scan_shares).where(sa.not_(has_scan))).rowcount
