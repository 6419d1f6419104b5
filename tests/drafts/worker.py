"""A worker that a test may kill: our jobs, both queues, and a short lease so that others take over soon."""

from __future__ import annotations

import asyncio
import os
import sys

from coldread import worker
from coldread.base import settings as settings_of
from coldread.drafts import page_scan
from coldread.jobs.runner import runner
from coldread.services import build


async def work(lease_s: float) -> None:
    services = build(settings_of.read(os.environ))
    assert worker.JOB_FILES
    page_scan.PAUSE_S = 0.1
    print("working", flush=True)
    await runner(
        services.db, services.settings.database_url, services, queues=["work", "scan"], lease_s=lease_s
    ).run()


def main() -> None:
    asyncio.run(work(float(sys.argv[1])))


if __name__ == "__main__":
    main()
