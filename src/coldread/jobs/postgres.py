"""The runner on PostgreSQL: Procrastinate's worker with our jobs, and the take-over of what a dead worker left."""

from __future__ import annotations

import asyncio
import datetime as dt
import traceback
from collections.abc import Sequence
from typing import Any

import procrastinate
import psycopg
from procrastinate import exceptions, job_context, jobs, retry

from coldread.base import log
from coldread.base.clock import SECOND
from coldread.base.db import Database, Session
from coldread.jobs.job import JOBS, Job, done, pause_after
from coldread.jobs.tables import job_errors

LEASE_S = 20  # a worker without a heartbeat for this long is dead; another has its job well within a minute
GRACE_S = 5
#: for jobs whose time has come; new ones are told by NOTIFY
ASKED_EVERY_S = 5.0
AGAIN_S = 1.0


class PostgresRunner:
    """One worker; start as many as there is work for, on any machine."""

    def __init__(
        self,
        db: Database,
        url: str,
        context: Any,
        *,
        queues: Sequence[str],
        at_once: int = 4,
        lease_s: float = LEASE_S,
    ) -> None:
        self.db = db
        self.context = context
        self.queues = list(queues)  # a tuple would reach PostgreSQL as a row
        self.at_once = at_once
        self.lease_s = lease_s
        self.log = log.get("jobs")
        self._busy = 0
        connector = procrastinate.PsycopgConnector(
            conninfo="postgresql://" + url.split("://", 1)[1], min_size=1, max_size=at_once + 2
        )
        self.app = procrastinate.App(connector=connector)
        for job in JOBS.values():
            self._register(job)

    async def run(self) -> None:
        """Until cancelled; then what runs may finish."""
        working = asyncio.create_task(self._run())
        try:
            await asyncio.shield(working)
        finally:
            await self._stop(working)

    async def _stop(self, task: asyncio.Task[None]) -> None:
        """Tell it until it ends: on Python 3.11 a cancellation that comes together with a connection is swallowed
        by the pool's `wait_for`. While a job runs no connection is waited for, and once is enough.
        """
        while not task.done():
            task.cancel()
            try:
                await asyncio.wait([task], timeout=AGAIN_S if not self._busy else 2 * GRACE_S)
            except asyncio.CancelledError:
                pass  # told twice: nothing of ours is left behind all the same

    async def _run(self) -> None:
        while True:
            try:
                async with self.app.open_async():
                    await self._work()
            except (exceptions.ConnectorException, OSError) as error:
                if not isinstance(error.__cause__ or error, (psycopg.OperationalError, OSError)):
                    raise
                self.log.warning("jobs wait for the database", reason=repr(error.__cause__ or error)[:300])
                await asyncio.sleep(1)
            finally:
                await self.app.close_async()  # also where it was told to stop while it was still opening

    async def _work(self) -> None:
        taking_over = asyncio.create_task(self._take_over())
        try:
            await self.app.run_worker_async(
                queues=self.queues,
                concurrency=self.at_once,
                fetch_job_polling_interval=ASKED_EVERY_S,
                install_signal_handlers=False,
                update_heartbeat_interval=self.lease_s / 4,
                stalled_worker_timeout=self.lease_s,
                shutdown_graceful_timeout=GRACE_S,
                delete_jobs="successful",
            )
        finally:
            await self._stop(taking_over)  # before its connection is closed under it

    def _register(self, job: Job) -> None:
        async def do(context: job_context.JobContext, /, **arguments: Any) -> None:
            self._busy += 1
            try:
                await done(job, self.context, arguments, context.job.attempts + 1)
            except Exception as error:
                assert context.job.id is not None
                self.log.failure("job failed", error, job=job.name, tries=context.job.attempts + 1)
                trace = "".join(traceback.format_exception(error))[-4000:]
                await self.db.write(_note_error, context.job.id, trace)
                raise
            finally:
                self._busy -= 1

        self.app.task(name=job.name, queue=job.queue, pass_context=True, retry=_Patience(job))(do)

    async def _take_over(self) -> None:
        """Jobs of workers that have fallen silent are tried again, here or elsewhere."""
        manager = self.app.job_manager
        while True:
            await asyncio.sleep(self.lease_s / 4)
            try:
                for stalled in await manager.get_stalled_jobs(seconds_since_heartbeat=self.lease_s):
                    self.log.warning("job taken over", job=stalled.task_name, key=stalled.queueing_lock)
                    await manager.retry_job(stalled)
            except exceptions.ConnectorException as error:
                self.log.warning("jobs wait for the database", reason=repr(error.__cause__ or error)[:300])


class _Patience(retry.BaseRetryStrategy):
    """Our pauses, our number of tries."""

    def __init__(self, job: Job) -> None:
        self.job = job

    def get_retry_decision(self, *, exception: BaseException, job: jobs.Job) -> retry.RetryDecision | None:
        tries = job.attempts + 1
        if tries >= self.job.tries:
            return None
        pause = dt.timedelta(seconds=pause_after(tries) / SECOND)
        return retry.RetryDecision(retry_at=dt.datetime.now(dt.UTC) + pause)


def _note_error(session: Session, job_id: int, error: str) -> None:
    values = {"at": session.now, "error": error}
    session.run(
        session.insert(job_errors)
        .values(job_id=job_id, **values)
        .on_conflict_do_update(index_elements=["job_id"], set_=values)
    )
