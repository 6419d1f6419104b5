"""Deleting old scans. The scans of an order stay as long as the order, and are deleted with it."""

from __future__ import annotations

import json

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.orders.tables import order_scans
from coldread.scans.retention import NONE, PICTURES, SCANS, shown_by_no_scan
from coldread.scans.tables import scans
from coldread.services import Services

AT_ONCE = 200  # a sweep may hold the writer for tens of milliseconds, no longer
_OF_NO_ORDER = sa.not_(sa.exists().where(order_scans.c.session_id == scans.c.session_id))


def drop_pictures(session: Session, services: Services) -> int:
    """Delete the observations of old scans, with contents that no newer scan uses; returns how many scans."""
    end = session.now - PICTURES
    old = session.rows(
        sa.select(scans.c.session_id, scans.c.pictures)
        .where(scans.c.scanned_at <= end, scans.c.pictures != NONE, _OF_NO_ORDER)
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
    old_scans = sa.delete(scans).where(scans.c.scanned_at <= end, scans.c.pictures == NONE, _OF_NO_ORDER)
    return session.run(old_scans).rowcount
