"""How long scans are stored: observations 30 days, results a year, abandoned requests a day."""

from __future__ import annotations

import json
from collections.abc import Iterable

import sqlalchemy as sa

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.scans.tables import looks, scans
from coldread.services import Services

PICTURES = 30 * DAY
SCANS = 365 * DAY
LOOKS = DAY
PASS = 5_000  # scans whose pictures are in memory at once
NONE = "{}"


def shown_by_no_scan(session: Session, keys: Iterable[str]) -> set[str]:
    """Those of the keys that no scan uses. One pass over all scans, because a search for each key would read every scan
    each time."""
    unused, last = set(keys), ""
    while unused:
        page = session.rows(
            sa.select(scans.c.session_id, scans.c.pictures)
            .where(scans.c.pictures != NONE, scans.c.session_id > last)
            .order_by(scans.c.session_id)
            .limit(PASS)
        )
        if not page:
            break
        unused -= {key for row in page for key in json.loads(row.pictures).values()}
        last = page[-1].session_id
    return unused


def forget_requests(session: Session, _: Services) -> int:
    """Delete requests that nobody waits for any more."""
    return session.run(sa.delete(looks).where(looks.c.until <= session.now - LOOKS)).rowcount
