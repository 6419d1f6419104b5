"""`watches.run`: looks at a watched page when its turn has come."""

from __future__ import annotations

from coldread.jobs.job import job
from coldread.services import Services
from coldread.watches.due import RUN
from coldread.watches.run import run_watch


@job(RUN, tries=8)
async def run(services: Services, watch_id: str, due_at: int) -> None:
    await run_watch(services, watch_id, due_at)
