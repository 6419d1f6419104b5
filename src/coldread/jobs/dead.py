"""Jobs that were given up, many at once: tried again from the start."""

from __future__ import annotations

from collections.abc import Collection

from coldread.base.db import Session
from coldread.jobs.defer import dead_jobs, revive

#: what one press of a button takes on; the rest is there for the next one
MOST = 500


def revive_many(session: Session, chosen: Collection[int] | None) -> int:
    """Try these dead jobs again (None: all of them); how many are under way now."""
    wanted = [job.id for job in dead_jobs(session) if chosen is None or job.id in chosen]
    return sum(revive(session, job_id) for job_id in wanted[:MOST])
