"""Deferring jobs, and reading dead ones: plain functions of the caller's session, for both engines."""

from __future__ import annotations

import dataclasses
import json
import zlib
from typing import Any, Literal

import sqlalchemy as sa

from coldread.base import trace
from coldread.base.clock import SECOND
from coldread.base.database.prepared import Prepared
from coldread.base.db import Session
from coldread.jobs.job import HOLDER, DeadJob, kind_of
from coldread.jobs.tables import job_errors, jobs


def defer(
    session: Session,
    name: str,
    *,
    key: str,
    run_at: int | None = None,
    new_key: bool = False,
    holder: str = "",
    **arguments: Any,
) -> bool:
    """Defer the job `name` (see `job.job_name`) until the transaction commits, and not before `run_at`.

    At most one job of a key waits or runs: returns False if there is one already. `new_key`: the key was generated in
    this transaction, so no other job can have it; on PostgreSQL that saves two round trips. `holder`: whom the job is
    for, so that one holder cannot take all slots of a fair kind while others wait."""
    if holder and kind_of(name).fair:
        arguments[HOLDER] = holder
    if word := trace.current_traceparent():
        arguments[trace.CARRIED] = word
    if not session.is_postgres:
        return _defer_on_sqlite(session, name, key, kind_of(name).queue, run_at, json.dumps(arguments))
    return _defer_to_procrastinate(
        session, name, key, kind_of(name).queue, run_at, json.dumps(arguments), new_key=new_key
    )


def make_due_now(session: Session, key: str) -> None:
    """Make the waiting job of this key due now."""
    if session.is_postgres:
        session.run(_MAKE_DUE_NOW, {"key": key, "now": session.now / SECOND})
        return
    session.run(
        sa.update(jobs)
        .where(jobs.c.key == key, jobs.c.state == "waiting", jobs.c.due_at > session.now)
        .values(due_at=session.now)
    )


def dead_jobs(session: Session) -> list[DeadJob]:
    """The dead jobs, newest first."""
    rows = session.rows(_DEAD_ON_POSTGRES if session.is_postgres else _DEAD_ON_SQLITE)
    return [
        DeadJob(
            id=row.id,
            name=row.name,
            key=row.key,
            arguments=row.arguments if isinstance(row.arguments, dict) else json.loads(row.arguments),
            tries=row.tries,
            error=row.error,
            at=row.at,
        )
        for row in rows
    ]


def revive(session: Session, job_id: int) -> bool:
    """Retry a dead job from its first try; False if there is none, or another job of its key is alive."""
    dead = next((job for job in dead_jobs(session) if job.id == job_id), None)
    if dead is None or dead.key in live_keys(session):
        return False
    if session.is_postgres:
        statement = sa.text(
            "UPDATE procrastinate_jobs SET status = 'todo', attempts = 0, scheduled_at = now(), worker_id = NULL "
            "WHERE id = :id AND status = 'failed'"
        )
        return session.run(statement, {"id": job_id}).rowcount == 1
    return (
        session.run(
            sa.update(jobs)
            .where(jobs.c.id == job_id, jobs.c.state == "dead")
            .values(state="waiting", tries=0, due_at=session.now)
        ).rowcount
        == 1
    )


def queue_depths(session: Session) -> dict[str, int]:
    """How many jobs wait, run and are dead."""
    if session.is_postgres:
        words = {"todo": "waiting", "doing": "running", "failed": "dead"}
        counted = sa.text(
            "SELECT status AS state, count(*) AS number FROM procrastinate_jobs GROUP BY status"
        )
    else:
        words = {"waiting": "waiting", "running": "running", "dead": "dead"}
        counted = sa.select(jobs.c.state, sa.func.count().label("number")).group_by(jobs.c.state)  # type: ignore[assignment]
    found = dict.fromkeys(words.values(), 0)
    for row in session.rows(counted):
        if row.state in words:
            found[words[row.state]] = row.number
    return found


def drop_jobs(session: Session, name: str, keys: list[str]) -> None:
    """Delete jobs of this name that wait or are dead, with their errors. A running one will find nothing to do."""
    if session.is_postgres:
        found = sa.text(
            "SELECT id FROM procrastinate_jobs WHERE task_name = :name AND queueing_lock = ANY(:keys) "
            "AND status IN ('todo', 'failed')"
        )
        gone = [row.id for row in session.rows(found, {"name": name, "keys": keys})]
        session.run(sa.delete(job_errors).where(job_errors.c.job_id.in_(gone)))
        # ON DELETE CASCADE deletes a job's events.
        session.run(sa.text("DELETE FROM procrastinate_jobs WHERE id = ANY(:gone)"), {"gone": gone})
        return
    session.run(
        sa.delete(jobs).where(
            jobs.c.name == name, jobs.c.key.in_(keys), jobs.c.state.in_(("waiting", "dead"))
        )
    )


def forget_errors(session: Session) -> int:
    """Delete errors of deleted jobs: Procrastinate deletes a job that succeeded in the end, but not our record of its
    errors."""
    if not session.is_postgres:
        return 0
    orphans = sa.text("DELETE FROM job_errors WHERE job_id NOT IN (SELECT id FROM procrastinate_jobs)")
    return session.run(orphans).rowcount


@dataclasses.dataclass(frozen=True, kw_only=True)
class JobState:
    """Where a job is."""

    state: Literal["waiting", "running", "dead"]
    tries: int
    #: what the last try said; empty if none failed
    error: str


def job_state(session: Session, key: str) -> JobState | None:
    """The latest job of this key; None if there is none, because it is done or was never deferred."""
    row = session.row(_STATE_ON_POSTGRES if session.is_postgres else _STATE_ON_SQLITE, {"key": key})
    if row is None:
        return None
    words: dict[str, Literal["waiting", "running", "dead"]] = {
        "todo": "waiting",
        "doing": "running",
        "failed": "dead",
        "waiting": "waiting",
        "running": "running",
        "dead": "dead",
    }
    found = words.get(row.state)
    return None if found is None else JobState(state=found, tries=row.tries, error=row.error or "")


def live_keys(session: Session) -> set[str]:
    """Keys of all jobs that wait or run, which the reconciler need not defer again."""
    if session.is_postgres:
        found = sa.text(
            "SELECT queueing_lock AS key FROM procrastinate_jobs WHERE status IN ('todo', 'doing')"
        )
        return {row.key for row in session.rows(found) if row.key}
    alive = sa.select(jobs.c.key).where(jobs.c.state.in_(("waiting", "running")))
    return {row.key for row in session.rows(alive) if row.key}


def _defer_on_sqlite(
    session: Session, name: str, key: str, queue: str, run_at: int | None, arguments: str
) -> bool:
    statement = (
        session.insert(jobs)
        .values(
            queue=queue,
            name=name,
            key=key,
            arguments=arguments,
            state="waiting",
            due_at=session.now if run_at is None else run_at,
            tries=0,
            created_at=session.now,
        )
        .on_conflict_do_nothing(index_elements=["key"], index_where=sa.text("state <> 'dead'"))
    )
    return session.run(statement).rowcount == 1


def _defer_to_procrastinate(
    session: Session, name: str, key: str, queue: str, run_at: int | None, arguments: str, *, new_key: bool
) -> bool:
    """Procrastinate's own function on our connection: the job exists if and only if our transaction commits.

    A job that is due at once has no moment. If our clock were ahead of the database's, a notified worker would find
    nothing due and look again only after seconds."""
    if not new_key:
        # Other transactions with the same key wait here until we have committed, and then see the job.
        session.run(sa.select(sa.func.pg_advisory_xact_lock(0x10B, zlib.crc32(key.encode()) - 2**31)))
        if session.row(_LIVE, {"key": key}) is not None:
            return False
    due = None if run_at is None or run_at <= session.now else run_at / SECOND
    _DEFER.run(session, queue=queue, name=name, key=key, arguments=arguments, due=due)
    return True


_LIVE = sa.text(
    "SELECT 1 FROM procrastinate_jobs WHERE queueing_lock = :key AND status IN ('todo', 'doing') LIMIT 1"
)
_MAKE_DUE_NOW = sa.text(
    "UPDATE procrastinate_jobs SET scheduled_at = to_timestamp(:now) "
    "WHERE queueing_lock = :key AND status = 'todo' AND scheduled_at > to_timestamp(:now)"
)
_DEFER = Prepared(
    lambda _: sa.text(
        "SELECT procrastinate_defer_jobs_v1(ARRAY[ROW(CAST(:queue AS varchar), CAST(:name AS varchar), 0, "
        "NULL, CAST(:key AS text), CAST(:arguments AS jsonb), to_timestamp(CAST(:due AS double precision)))::procrastinate_job_to_defer_v1])"
    )
)

_DEAD_ON_SQLITE = (
    sa.select(
        jobs.c.id,
        jobs.c.name,
        jobs.c.key,
        jobs.c.arguments,
        jobs.c.tries,
        jobs.c.error,
        jobs.c.due_at.label("at"),
    )
    .where(jobs.c.state == "dead")
    .order_by(jobs.c.due_at.desc())
)

_DEAD_ON_POSTGRES = sa.text(
    "SELECT job.id, job.task_name AS name, job.queueing_lock AS key, job.args AS arguments, job.attempts AS tries, "
    "failure.error, COALESCE(failure.at, 0) AS at FROM procrastinate_jobs job "
    "LEFT JOIN job_errors failure ON failure.job_id = job.id WHERE job.status = 'failed' "
    "ORDER BY failure.at DESC NULLS LAST"
)

_STATE_ON_SQLITE = (
    sa.select(jobs.c.state, jobs.c.tries, jobs.c.error)
    .where(jobs.c.key == sa.bindparam("key"))
    .order_by(jobs.c.id.desc())
    .limit(1)
)

_STATE_ON_POSTGRES = sa.text(
    "SELECT job.status::text AS state, job.attempts AS tries, failure.error FROM procrastinate_jobs job "
    "LEFT JOIN job_errors failure ON failure.job_id = job.id "
    "WHERE job.queueing_lock = :key AND job.status IN ('todo', 'doing', 'failed') ORDER BY job.id DESC LIMIT 1"
)
