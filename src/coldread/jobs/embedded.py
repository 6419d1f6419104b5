"""The runner beside SQLite: claims due jobs under a lease, does them, takes over what a dead worker left."""

from __future__ import annotations

import asyncio
import json
import secrets
import traceback
from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base import log
from coldread.base.clock import SECOND
from coldread.base.db import Database, PointRead, Session, Unavailable
from coldread.jobs.job import JOBS, Job, done, missing_job, pause_after
from coldread.jobs.tables import jobs

LEASE_S = 30  # a worker that has not renewed it for this long is dead
LOOK_S = 0.25  # a look is one point read of 15 µs
GRACE_S = 5  # what runs at the end gets this long to finish

_ANY_DUE = PointRead(sql="SELECT 1 FROM jobs WHERE state IN ('waiting', 'running') AND due_at <= ? LIMIT 1")


class EmbeddedRunner:
    """One worker; several processes on one file may each have one."""

    def __init__(
        self, db: Database, context: Any, *, queues: Sequence[str], at_once: int = 4, lease_s: float = LEASE_S
    ) -> None:
        self.db = db
        self.context = context
        self.queues = tuple(queues)
        self.name = secrets.token_hex(8)
        self.log = log.get("jobs")
        self.lease_s = lease_s
        self._free = at_once
        self._running: dict[int, asyncio.Task[None]] = {}

    @property
    def _lease(self) -> int:
        return int(self.lease_s * SECOND)

    async def run(self) -> None:
        """Until cancelled; then what runs may finish, and what does not is given back."""
        renewing = asyncio.create_task(self._renew())
        try:
            while True:
                full = False
                try:
                    full = await self._start_due()
                except Unavailable as error:
                    self.log.warning("jobs wait for the database", reason=str(error)[:200])
                if full and self._running:  # more may be due: look again as soon as there is room
                    first = asyncio.FIRST_COMPLETED
                    await asyncio.wait(self._running.values(), timeout=LOOK_S, return_when=first)
                else:
                    await asyncio.sleep(LOOK_S)
        finally:
            await self._wind_up()
            renewing.cancel()
            await asyncio.wait([renewing], timeout=GRACE_S)

    async def _start_due(self) -> bool:
        """Start what is due and finds room; whether there was no room left."""
        free = self._free - len(self._running)
        if free > 0 and await self.db.point(_ANY_DUE, self.db.clock.now()) is None:
            return False
        for row in await self.db.write(_claim, self.name, self.queues, free, self._lease) if free > 0 else ():
            self._running[row.id] = asyncio.create_task(self._do(row))
        return len(self._running) >= self._free

    async def _do(self, row: sa.Row[Any]) -> None:
        job = JOBS.get(row.name, missing_job(row.name))
        try:
            await done(job, self.context, json.loads(row.arguments), row.tries)
        except asyncio.CancelledError:
            await self.db.write(_give_back, self.name, row.id)
            raise
        except Exception as error:
            self.log.failure("job failed", error, job=row.name, key=row.key, tries=row.tries)
            await self.db.write(
                _failed, self.name, row.id, row.tries, job, "".join(traceback.format_exception(error))
            )
        else:
            await self.db.write(_done, self.name, row.id)
        finally:
            self._running.pop(row.id, None)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self.lease_s / 3)
            if self._running:
                try:
                    await self.db.write(_renew, self.name, self._lease)
                except Unavailable:
                    pass  # the next renewal, or another worker after the lease

    async def _wind_up(self) -> None:
        tasks = list(self._running.values())
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=GRACE_S)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)


def _claim(
    session: Session, worker: str, queues: tuple[str, ...], most: int, lease: int
) -> Sequence[sa.Row[Any]]:
    """Due jobs, and running ones whose lease is over; theirs is a further try."""
    due = (
        sa.select(jobs.c.id)
        .where(
            jobs.c.state.in_(("waiting", "running")), jobs.c.queue.in_(queues), jobs.c.due_at <= session.now
        )
        .order_by(jobs.c.due_at)
        .limit(most)
    )
    claimed = (
        sa.update(jobs)
        .where(jobs.c.id.in_(due))
        .values(state="running", worker=worker, due_at=session.now + lease, tries=jobs.c.tries + 1)
        .returning(jobs)
    )
    return session.rows(claimed)


def _mine(worker: str, job_id: int) -> sa.ColumnElement[bool]:
    """Only what is still ours: after a lease is lost, another worker's word counts."""
    return sa.and_(jobs.c.id == job_id, jobs.c.worker == worker, jobs.c.state == "running")


def _done(session: Session, worker: str, job_id: int) -> None:
    session.run(sa.delete(jobs).where(_mine(worker, job_id)))


def _failed(session: Session, worker: str, job_id: int, tries: int, job: Job, error: str) -> None:
    given_up = tries >= job.tries
    session.run(
        sa.update(jobs)
        .where(_mine(worker, job_id))
        .values(
            state="dead" if given_up else "waiting",
            due_at=session.now if given_up else session.now + pause_after(tries),
            worker=None,
            error=error[-4000:],
        )
    )


def _give_back(session: Session, worker: str, job_id: int) -> None:
    session.run(
        sa.update(jobs)
        .where(_mine(worker, job_id))
        .values(state="waiting", due_at=session.now, worker=None, tries=jobs.c.tries - 1)
    )


def _renew(session: Session, worker: str, lease: int) -> None:
    session.run(
        sa.update(jobs)
        .where(jobs.c.worker == worker, jobs.c.state == "running")
        .values(due_at=session.now + lease)
    )
