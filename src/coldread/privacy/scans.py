"""Deleting old scans. Those of an order or a watch stay as long as it, and are deleted with it."""

from __future__ import annotations

import json

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.orders.tables import order_scans
from coldread.scans.retention import NONE, PICTURES, SCANS, shown_by_no_scan
from coldread.scans.tables import scans
from coldread.services import Services
from coldread.watches.tables import watch_changes, watch_runs, watches

AT_ONCE = 200  # a sweep may hold the writer for tens of milliseconds, no longer
_OF_NO_ORDER = sa.not_(sa.exists().where(order_scans.c.session_id == scans.c.session_id))
_OF_NO_WATCH = sa.not_(sa.exists().where(watch_runs.c.session_id == scans.c.session_id))
#: the first and the last scan of a watch, and those with a reported change; a year of daily pictures of every
#: page would fill a disk with pictures of what never changed
_SHOWN_BY_NO_WATCH = sa.not_(
    sa.exists()
    .where(watch_runs.c.session_id == scans.c.session_id)
    .where(watches.c.id == watch_runs.c.watch_id)
    .where(
        sa.or_(
            watch_runs.c.number == 1,
            watches.c.last_scan_id == scans.c.session_id,
            sa.exists()
            .where(watch_changes.c.watch_id == watch_runs.c.watch_id)
            .where(
                sa.or_(
                    watch_changes.c.number == watch_runs.c.number,
                    watch_changes.c.before_id == watch_runs.c.session_id,
                )
            ),
        )
    )
)


def drop_pictures(session: Session, services: Services) -> int:
    """Delete the observations of old scans, with contents that no newer scan uses; returns how many scans."""
    end = session.now - PICTURES
    old = session.rows(
        sa.select(scans.c.session_id, scans.c.pictures)
        .where(scans.c.scanned_at <= end, scans.c.pictures != NONE, _OF_NO_ORDER, _SHOWN_BY_NO_WATCH)
        .limit(AT_ONCE)
    )
    for row in old:
        session.run(sa.update(scans).where(scans.c.session_id == row.session_id).values(pictures=NONE))
    for key in shown_by_no_scan(session, (key for row in old for key in json.loads(row.pictures).values())):
        services.contents.drop(session, key)
    return len(old)


def forget_scans(session: Session, _: Services) -> int:
    """Delete scans after their year; their pictures were deleted long before."""
    end = session.now - SCANS
    old_scans = sa.delete(scans).where(
        scans.c.scanned_at <= end, scans.c.pictures == NONE, _OF_NO_ORDER, _OF_NO_WATCH
    )
    return session.run(old_scans).rowcount
