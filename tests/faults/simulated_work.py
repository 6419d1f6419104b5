"""Due jobs, once: by the embedded runner on SQLite; on PostgreSQL by a stand-in, since Procrastinate lives by the real clock."""

from __future__ import annotations

import asyncio
from typing import Any

import sqlalchemy as sa

from coldread import worker
from coldread.base.clock import SECOND
from coldread.base.db import Database, Session
from coldread.jobs.embedded import EmbeddedRunner
from coldread.jobs.job import JOBS, pause_after, run_job
from coldread.jobs.kinds import KINDS
from tests.faults.fragile import Died
from tests.harness.service import Service

assert worker.JOB_FILES, "importing it makes the jobs known"


async def work_off(service: Service) -> None:
    """Everything that is due now; Died where the process died in it."""
    services = service.services
    if service.settings.is_sqlite:
        runner = EmbeddedRunner(services.db, services, kinds=KINDS)
        await runner._start_due()
        running = [task for _, task in runner._running.values()]
    else:
        rows = await services.db.read(_due)
        running = [asyncio.create_task(_do(services.db, services, row)) for row in rows]
    for outcome in await asyncio.gather(*running, return_exceptions=True):
        if isinstance(outcome, Died):
            raise outcome


def _due(session: Session) -> list[Any]:
    statement = sa.text(
        "SELECT id, task_name, args, attempts FROM procrastinate_jobs "
        "WHERE status = 'todo' AND COALESCE(scheduled_at <= to_timestamp(:now), true) ORDER BY id LIMIT 4"
    )
    return list(session.rows(statement, {"now": session.now / SECOND}))


async def _do(db: Database, context: Any, row: Any) -> None:
    try:
        await run_job(JOBS[row.task_name], context, dict(row.args), row.attempts + 1)
    except Exception:
        await db.write(_put_off, row)
    else:
        await db.write(_done, row)


def _done(session: Session, row: Any) -> None:
    session.run(sa.text("DELETE FROM procrastinate_jobs WHERE id = :id"), {"id": row.id})


def _put_off(session: Session, row: Any) -> None:
    again = (session.now + pause_after(row.attempts + 1)) / SECOND
    session.run(
        sa.text(
            "UPDATE procrastinate_jobs SET attempts = attempts + 1, scheduled_at = to_timestamp(:at) WHERE id = :id"
        ),
        {"id": row.id, "at": again},
    )
