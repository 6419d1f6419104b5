"""The runner beside SQLite stops when it is told to, whatever happens in the same moment."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from coldread.base.clock import Clock
from coldread.base.database.databases import open_database
from coldread.jobs import embedded
from coldread.jobs.kinds import kinds_of
from coldread.migrations import apply


@pytest.mark.parametrize("steps", range(6))
def test_a_runner_that_is_stopped_while_a_job_ends_stops(
    tmp_path: Path, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python 3.11's `wait_for` loses a cancellation that comes then: a service that was told to stop went on for ever."""
    monkeypatch.setattr(embedded, "LOOK_S", 300.0)
    url = f"sqlite:///{tmp_path / 'coldread.db'}"
    apply.upgrade(url)

    async def play() -> None:
        db = open_database(url, Clock())
        stopped = embedded.EmbeddedRunner(db, db, kinds=kinds_of(("work",)))
        waits = asyncio.Event()
        start_due = stopped._start_due

        async def noted() -> None:
            await start_due()
            waits.set()

        monkeypatch.setattr(stopped, "_start_due", noted)
        running = asyncio.create_task(stopped.run())
        await waits.wait()
        await asyncio.sleep(0)
        stopped._ended.set()
        for _ in range(steps):
            await asyncio.sleep(0)
        running.cancel()
        await asyncio.wait([running], timeout=5)
        ended = running.done()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await db.close()
        assert ended, f"it goes on, {steps} steps after the job ended"

    asyncio.run(play())
