"""The runner on PostgreSQL: Procrastinate's worker with our jobs, and taking over those of a dead worker."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
import traceback
from collections.abc import Iterable, Sequence
from typing import Any

import procrastinate
import procrastinate.worker
import psycopg
from procrastinate import exceptions, job_context, jobs, manager, retry

from coldread.base import log
from coldread.base.clock import SECOND
from coldread.base.db import Database, Session
from coldread.jobs.job import JOBS, Job, names_of, pause_after, run_job
from coldread.jobs.kinds import KINDS, UPKEEP, Kind
from coldread.jobs.tables import job_errors

LEASE_S = 20  # a worker without a heartbeat for this long counts as dead; another takes over within a minute
GRACE_S = 5
#: the interval for jobs that become due; new ones are announced by NOTIFY
ASKED_EVERY_S = 5.0
AGAIN_S = 1.0
#: connections of the runner: jobs are fetched and finished in milliseconds, and have their own connections
CONNECTIONS = 6


class PostgresRunner:
    """One worker; start as many as needed, on any machine."""

    def __init__(
        self,
        db: Database,
        url: str,
        context: Any,
        *,
        kinds: Sequence[Kind],
        lease_s: float = LEASE_S,
    ) -> None:
        self.db = db
        self.context = context
        self.kinds = tuple(kinds)
        self.lease_s = lease_s
        self.log = log.get("jobs")
        self._busy = 0
        connector = procrastinate.PsycopgConnector(
            conninfo="postgresql://" + url.split("://", 1)[1], min_size=1, max_size=CONNECTIONS
        )
        self.app = procrastinate.App(connector=connector)
        self.app.job_manager = _ByKind(connector, self.kinds)
        for job in JOBS.values():
            self._register(job)

    async def run(self) -> None:
        """Run until cancelled; then running jobs may finish."""
        working = asyncio.create_task(self._run())
        try:
            await asyncio.shield(working)
        finally:
            await self._stop(working)

    async def _stop(self, task: asyncio.Task[None]) -> None:
        """Stop it repeatedly: on Python 3.11 the pool's `wait_for` swallows a cancellation that arrives together with a
        connection. While a job runs, no connection is awaited, and once is enough."""
        while not task.done():
            task.cancel()
            try:
                await asyncio.wait([task], timeout=AGAIN_S if not self._busy else 2 * GRACE_S)
            except asyncio.CancelledError:
                pass  # cancelled twice: nothing of ours is left behind anyway

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
                await self.app.close_async()  # also if it was stopped while it was opening

    async def _work(self) -> None:
        taking_over = asyncio.create_task(self._retry_jobs_of_silent_workers())
        try:
            await _Worker(
                self.app,
                queues=sorted({kind.queue for kind in self.kinds}),
                concurrency=sum(kind.here for kind in self.kinds),
                fetch_job_polling_interval=ASKED_EVERY_S,
                install_signal_handlers=False,
                update_heartbeat_interval=self.lease_s / 4,
                stalled_worker_timeout=self.lease_s,
                shutdown_graceful_timeout=GRACE_S,
                delete_jobs="successful",
            ).run()  # type: ignore[no-untyped-call]
        finally:
            await self._stop(taking_over)  # before its connection is closed

    def _register(self, job: Job) -> None:
        async def do(context: job_context.JobContext, /, **arguments: Any) -> None:
            self._busy += 1
            try:
                await run_job(job, self.context, arguments, context.job.attempts + 1)
            except Exception as error:
                assert context.job.id is not None
                self.log.failure("job failed", error, job=job.name, tries=context.job.attempts + 1)
                trace = "".join(traceback.format_exception(error))[-4000:]
                await self.db.write(_note_error, context.job.id, trace)
                raise
            finally:
                self._busy -= 1

        self.app.task(name=job.name, queue=job.kind.queue, pass_context=True, retry=_Patience(job))(do)

    async def _retry_jobs_of_silent_workers(self) -> None:
        """Retry jobs of silent workers, here or elsewhere."""
        manager = self.app.job_manager
        while True:
            await asyncio.sleep(self.lease_s / 4)
            try:
                for stalled in await manager.get_stalled_jobs(seconds_since_heartbeat=self.lease_s):
                    self.log.warning("job taken over", job=stalled.task_name, key=stalled.queueing_lock)
                    await manager.retry_job(stalled)
            except exceptions.ConnectorException as error:
                self.log.warning("jobs wait for the database", reason=repr(error.__cause__ or error)[:300])


class _Worker(procrastinate.worker.Worker):
    """Fetches again when a job ends: its slot may be what another job of the kind waits for."""

    async def _process_job(self, context: job_context.JobContext) -> None:
        try:
            await super()._process_job(context)
        finally:
            self._new_job_event.set()


class _ByKind(manager.JobManager):
    """Fetches the next job of a kind with a free slot, instead of the oldest in the queue."""

    def __init__(self, connector: procrastinate.PsycopgConnector, kinds: Sequence[Kind]) -> None:
        super().__init__(connector)
        self.kinds = kinds

    async def fetch_job(self, queues: Iterable[str] | None, worker_id: int) -> jobs.Job | None:
        rows = [
            {
                "names": names_of((kind,)),
                "rest": kind is UPKEEP,
                "here": kind.here,
                "everywhere": kind.everywhere,
                "fair": kind.fair,
            }
            for kind in self.kinds
        ]
        named = names_of(kind for kind in KINDS if kind is not UPKEEP)
        row = await self.connector.execute_query_one_async(
            query=_FETCH, queues=list(queues or ()), kinds=json.dumps(rows), known=named, worker_id=worker_id
        )
        return None if row["id"] is None else jobs.Job.from_row(row)


_FETCH = (
    "SELECT id, status, task_name, priority, lock, queueing_lock, args, scheduled_at, queue_name, attempts, worker_id "
    "FROM coldread_fetch_job(%(queues)s::varchar[], %(kinds)s::jsonb, %(known)s::varchar[], %(worker_id)s::bigint)"
)


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
