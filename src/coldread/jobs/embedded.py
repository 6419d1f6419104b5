"""The runner for SQLite: claims due jobs under a lease, runs them, and takes over those of a dead worker."""

from __future__ import annotations

import asyncio
import json
import secrets
import traceback
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import sqlalchemy as sa

from coldread.base import log
from coldread.base.clock import SECOND
from coldread.base.db import Database, PointRead, Session, Unavailable
from coldread.jobs.job import HOLDER, JOBS, Job, missing_job, names_of, pause_after, run_job
from coldread.jobs.kinds import KINDS, UPKEEP, Kind
from coldread.jobs.tables import jobs

LEASE_S = 30  # a worker that has not renewed its lease for this long counts as dead
LOOK_S = 0.25  # each look is one point read of 15 µs
GRACE_S = 5  # running jobs get this long to finish at the end

#: due jobs from which a fair kind chooses
CANDIDATES = 500

_ANY_DUE = PointRead(
    sql="SELECT 1 FROM jobs WHERE state IN ('waiting', 'running') AND due_at <= ? "
    "AND queue IN (SELECT value FROM json_each(?)) AND name NOT IN (SELECT value FROM json_each(?)) LIMIT 1"
)


class EmbeddedRunner:
    """One worker; several processes on one file may each have one."""

    def __init__(
        self, db: Database, context: Any, *, kinds: Sequence[Kind], lease_s: float = LEASE_S
    ) -> None:
        self.db = db
        self.context = context
        self.kinds = tuple(kinds)
        self.name = secrets.token_hex(8)
        self.log = log.get("jobs")
        self.lease_s = lease_s
        self._running: dict[int, tuple[Kind, asyncio.Task[None]]] = {}
        self._ended = asyncio.Event()

    @property
    def _lease(self) -> int:
        return int(self.lease_s * SECOND)

    async def run(self) -> None:
        """Run until cancelled. Then running jobs may finish, and unfinished ones are given back."""
        renewing = asyncio.create_task(self._keep_renewing_leases())
        try:
            while True:
                self._ended.clear()
                try:
                    await self._start_due()
                except Unavailable as error:
                    self.log.warning("jobs wait for the database", reason=str(error)[:200])
                # A finished job makes room for the next. Not `wait_for`: on Python 3.11 it loses a cancellation that
                # arrives at the moment in which a job ends, and the runner would never stop.
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_S):
                        await self._ended.wait()
        finally:
            await self._wind_up()
            renewing.cancel()
            await asyncio.wait([renewing], timeout=GRACE_S)

    async def _start_due(self) -> None:
        """Start the due jobs that find a slot of their kind."""
        busy = Counter(kind.name for kind, _ in self._running.values())
        room = {kind: kind.here - busy[kind.name] for kind in self.kinds if kind.here > busy[kind.name]}
        full = json.dumps(names_of(kind for kind in KINDS if kind not in room))
        queues = json.dumps(sorted({kind.queue for kind in room}))
        if await self.db.point(_ANY_DUE, self.db.clock.now(), queues, full) is None:
            return
        for kind, row in await self.db.write(_claim_all, self.name, room, self._lease):
            self._running[row.id] = (kind, asyncio.create_task(self._do_job(row)))

    async def _do_job(self, row: sa.Row[Any]) -> None:
        job = JOBS.get(row.name, missing_job(row.name))
        try:
            await run_job(job, self.context, json.loads(row.arguments), row.tries)
        except asyncio.CancelledError:
            await self.db.write(_give_back, self.name, row.id)
            raise
        except Exception as error:
            self.log.failure("job failed", error, job=row.name, key=row.key, tries=row.tries)
            await self.db.write(
                _note_failed_try,
                self.name,
                row.id,
                row.tries,
                job,
                "".join(traceback.format_exception(error)),
            )
        else:
            await self.db.write(_delete_done_job, self.name, row.id)
        finally:
            self._running.pop(row.id, None)
            self._ended.set()

    async def _keep_renewing_leases(self) -> None:
        while True:
            await asyncio.sleep(self.lease_s / 3)
            if self._running:
                try:
                    await self.db.write(_renew_leases, self.name, self._lease)
                except Unavailable:
                    pass  # the next renewal may succeed, or another worker takes over after the lease

    async def _wind_up(self) -> None:
        tasks = [task for _, task in self._running.values()]
        if tasks:
            _, late = await asyncio.wait(tasks, timeout=GRACE_S)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)


def _claim_all(
    session: Session, worker: str, room: dict[Kind, int], lease: int
) -> list[tuple[Kind, sa.Row[Any]]]:
    """Claim due jobs of each kind that has free slots, here and everywhere."""
    claimed: list[tuple[Kind, sa.Row[Any]]] = []
    for kind, here in room.items():
        free = (
            here if kind.everywhere is None else min(here, kind.everywhere - _count_under_way(session, kind))
        )
        if free > 0:
            claimed += [(kind, row) for row in _claim_due_jobs(session, worker, kind, free, lease)]
    return claimed


def _jobs_of_kind(kind: Kind) -> sa.ColumnElement[bool]:
    """The jobs of this kind. Upkeep also has jobs with an unknown name, so that they fail visibly."""
    if kind is UPKEEP:
        others = names_of(other for other in KINDS if other is not UPKEEP)
        return sa.and_(jobs.c.queue == kind.queue, jobs.c.name.not_in(others))
    return sa.and_(jobs.c.queue == kind.queue, jobs.c.name.in_(names_of((kind,))))


def _running_condition(session: Session, kind: Kind) -> sa.ColumnElement[bool]:
    """Whether some worker runs it now."""
    return sa.and_(jobs.c.state == "running", _jobs_of_kind(kind), jobs.c.due_at > session.now)


def _count_under_way(session: Session, kind: Kind) -> int:
    found = session.row(sa.select(sa.func.count().label("number")).where(_running_condition(session, kind)))
    return int(found.number) if found else 0


def _claim_due_jobs(
    session: Session, worker: str, kind: Kind, most: int, lease: int
) -> Sequence[sa.Row[Any]]:
    """Due jobs, and running ones whose lease has ended, which counts as another try."""
    due = (
        sa.select(jobs.c.id, jobs.c.due_at)
        .where(jobs.c.state.in_(("waiting", "running")), _jobs_of_kind(kind), jobs.c.due_at <= session.now)
        .order_by(jobs.c.due_at)
    )
    chosen = (
        _in_fair_order(session, due, kind, most)
        if kind.fair
        else due.limit(most).with_only_columns(jobs.c.id)
    )
    claimed = (
        sa.update(jobs)
        .where(jobs.c.id.in_(chosen))
        .values(state="running", worker=worker, due_at=session.now + lease, tries=jobs.c.tries + 1)
        .returning(jobs)
    )
    return session.rows(claimed)


def _in_fair_order(session: Session, due: sa.Select[Any], kind: Kind, most: int) -> sa.Select[Any]:
    """Holders with the fewest running jobs first: a holder's second job waits until everybody's first has run."""
    holder = sa.func.coalesce(
        sa.func.json_extract(jobs.c.arguments, f"$.{HOLDER}"), sa.cast(jobs.c.id, sa.Text)
    )
    waiting = due.add_columns(holder.label("holder")).limit(CANDIDATES).subquery()
    running = (
        sa.select(holder.label("holder"), sa.func.count().label("number"))
        .where(_running_condition(session, kind))
        .group_by(holder)
        .subquery()
    )
    place = sa.func.row_number().over(
        partition_by=waiting.c.holder, order_by=(waiting.c.due_at, waiting.c.id)
    )
    turn = (place + sa.func.coalesce(running.c.number, 0)).label("turn")
    ranked = (
        sa.select(waiting.c.id, waiting.c.due_at, turn)
        .select_from(waiting.outerjoin(running, running.c.holder == waiting.c.holder))
        .subquery()
    )
    return sa.select(ranked.c.id).order_by(ranked.c.turn, ranked.c.due_at, ranked.c.id).limit(most)


def _still_ours_condition(worker: str, job_id: int) -> sa.ColumnElement[bool]:
    """Only jobs that are still ours: after a lost lease, the other worker decides."""
    return sa.and_(jobs.c.id == job_id, jobs.c.worker == worker, jobs.c.state == "running")


def _delete_done_job(session: Session, worker: str, job_id: int) -> None:
    session.run(sa.delete(jobs).where(_still_ours_condition(worker, job_id)))


def _note_failed_try(session: Session, worker: str, job_id: int, tries: int, job: Job, error: str) -> None:
    given_up = tries >= job.tries
    session.run(
        sa.update(jobs)
        .where(_still_ours_condition(worker, job_id))
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
        .where(_still_ours_condition(worker, job_id))
        .values(state="waiting", due_at=session.now, worker=None, tries=jobs.c.tries - 1)
    )


def _renew_leases(session: Session, worker: str, lease: int) -> None:
    session.run(
        sa.update(jobs)
        .where(jobs.c.worker == worker, jobs.c.state == "running")
        .values(due_at=session.now + lease)
    )
