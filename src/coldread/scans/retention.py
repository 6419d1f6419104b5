"""How long scans are kept: their pictures 30 days, they themselves a year, and looks that nobody waits for a day."""

from __future__ import annotations

import json

import sqlalchemy as sa

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.scans.tables import looks, scans
from coldread.services import Services

PICTURES = 30 * DAY
SCANS = 365 * DAY
LOOKS = DAY
AT_ONCE = 200  # a sweep holds the writer for some tens of milliseconds, no longer
PASS = 5_000  # scans whose pictures are in memory at once
NONE = "{}"


def drop_pictures(session: Session, services: Services) -> int:
    """Remove pictures whose time is over, contents included where no younger scan shows the same; how many scans."""
    end = session.now - PICTURES
    old = session.rows(
        sa.select(scans.c.session_id, scans.c.pictures)
        .where(scans.c.scanned_at <= end, scans.c.pictures != NONE)
        .limit(AT_ONCE)
    )
    for row in old:
        session.run(sa.update(scans).where(scans.c.session_id == row.session_id).values(pictures=NONE))
    for key in _shown_no_more(session, {key for row in old for key in json.loads(row.pictures).values()}):
        services.contents.drop(session, key)
    return len(old)


def _shown_no_more(session: Session, keys: set[str]) -> set[str]:
    """Those that no scan shows: all are looked for in one pass, since a search for each read every scan's answer each time."""
    left, last = set(keys), ""
    while left:
        page = session.rows(
            sa.select(scans.c.session_id, scans.c.pictures)
            .where(scans.c.pictures != NONE, scans.c.session_id > last)
            .order_by(scans.c.session_id)
            .limit(PASS)
        )
        if not page:
            break
        left -= {key for row in page for key in json.loads(row.pictures).values()}
        last = page[-1].session_id
    return left


def forget_scans(session: Session, _: Services) -> int:
    """Remove scans after their year; their pictures went long before."""
    gone = sa.delete(scans).where(scans.c.scanned_at <= session.now - SCANS, scans.c.pictures == NONE)
    return session.run(gone).rowcount


def forget_looks(session: Session, _: Services) -> int:
    """Remove looks that nobody waits for any more."""
    return session.run(sa.delete(looks).where(looks.c.until <= session.now - LOOKS)).rowcount
