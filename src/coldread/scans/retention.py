"""How long scans are kept: what was seen of the page 30 days, what was found a year, and looks that nobody waits for a day."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.clock import DAY
from coldread.base.db import Session
from coldread.scans.tables import looks
from coldread.services import Services

PICTURES = 30 * DAY
SCANS = 365 * DAY
LOOKS = DAY


def forget_looks(session: Session, _: Services) -> int:
    """Remove looks that nobody waits for any more."""
    return session.run(sa.delete(looks).where(looks.c.until <= session.now - LOOKS)).rowcount
