"""Reviving many dead jobs at once."""

from __future__ import annotations

from collections.abc import Collection

from coldread.base.db import Session
from coldread.jobs.defer import dead_jobs, revive

#: the most for one press of the button; the next press takes the rest
MOST = 500


def revive_many(session: Session, chosen: Collection[int] | None) -> int:
    """Retry these dead jobs (None: all of them); returns how many are alive now."""
    wanted = [job.id for job in dead_jobs(session) if chosen is None or job.id in chosen]
    return sum(revive(session, job_id) for job_id in wanted[:MOST])
