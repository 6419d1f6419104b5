"""A page as it was scanned lately, whoever asked: what is known of it without fetching anything."""

from __future__ import annotations

import dataclasses
import json

import sqlalchemy as sa

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.scanner.stored_record import RECORD_NAME
from coldread.scans.tables import scans
from coldread.scans.url_key import DEFAULT_PORTS, url_key
from coldread.store.contents import Contents

#: an older scan may be of another page by now
RECENT = 7 * DAY


@dataclasses.dataclass(frozen=True, kw_only=True)
class RecentPage:
    """What was seen, and what the scan was for."""

    record: bytes
    seen_at: int
    goal: str
    audience: str


def recent_page(session: Session, contents: Contents, url: str) -> RecentPage | None:
    """The latest scan of this address whose record is kept; only the last days are looked through."""
    key = url_key(url)
    names = [f"{scheme}://{key}" for scheme in DEFAULT_PORTS]
    bare = [name.removesuffix("/") for name in names if key.endswith("/") and key.count("/") == 1]
    row = session.row(
        sa.select(scans.c.pictures, scans.c.scanned_at, scans.c.goal, scans.c.audience)
        .where(
            scans.c.scanned_at > session.now - RECENT,
            scans.c.url.in_([*names, *bare]),
            scans.c.pictures != "{}",
        )
        .order_by(scans.c.scanned_at.desc())
        .limit(1)
    )
    kept = json.loads(row.pictures).get(RECORD_NAME) if row is not None else None
    record = contents.get(session, kept) if kept else None
    if row is None or record is None:
        return None
    return RecentPage(record=record, seen_at=row.scanned_at, goal=row.goal, audience=row.audience)
