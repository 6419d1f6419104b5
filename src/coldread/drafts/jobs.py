"""The job `drafts.prepare`, deferred by the move to `paid`, its requeueing if the job was lost, a model's version of the draft, and its picture."""

from __future__ import annotations

import sqlalchemy as sa

from coldread.base.clock import MINUTE
from coldread.base.db import Session
from coldread.drafts import model_job as wording
from coldread.drafts import prepare as preparing
from coldread.drafts.first_screen import redraw as redrawing
from coldread.drafts.first_screen.redraw import REDRAW
from coldread.drafts.model_job import WORD
from coldread.jobs.defer import dead_jobs, defer
from coldread.jobs.job import job
from coldread.orders.files.deliverable_files import DRAFT
from coldread.orders.rules.lifecycle import IN_WORK, PREPARE_DRAFT, BillingStatus
from coldread.orders.tables import artifacts, order_withdrawals, orders
from coldread.orders.views.whose_turn import unreachable_since
from coldread.services import Services

#: orders paid less than this long ago are left alone: their job may be waiting or running
NOT_YET = 5 * MINUTE


@job(PREPARE_DRAFT)
async def prepare(services: Services, order_id: str) -> None:
    await preparing.prepare(services, order_id)


@job(WORD)
async def word(services: Services, order_id: str, tries: int) -> None:
    await wording.ask_model_for_draft(services, order_id, tries)


@job(REDRAW)
async def redraw(services: Services, order_id: str) -> None:
    await redrawing.redraw(services, order_id)


def requeue_lost(session: Session, services: Services) -> int:
    """Paid orders without a draft and without a job that makes one; those that were given up wait for the operator."""
    drafted = sa.select(artifacts.c.order_id).where(artifacts.c.file == DRAFT)
    left = sa.select(order_withdrawals.c.order_id).where(order_withdrawals.c.settled_at.is_(None))
    waiting = session.rows(
        sa.select(orders.c.id).where(
            orders.c.status.in_(IN_WORK),
            orders.c.draft_url.is_(None),
            orders.c.sandbox.is_(False),
            orders.c.paid_at < session.now - NOT_YET,
            orders.c.id.not_in(drafted),
            # an order that is withdrawn or paid back gets none (`prepare.open_task`)
            orders.c.billing_status != BillingStatus.WAIVED.value,
            orders.c.id.not_in(left),
        )
    )
    if not waiting:
        return 0
    dead = {job.key for job in dead_jobs(session)}
    unseen = unreachable_since(
        session, [row.id for row in waiting]
    )  # the page was visited, and there was nothing to read: the buyer is asked
    keys = {row.id: f"{PREPARE_DRAFT}:{row.id}" for row in waiting if row.id not in unseen}
    return sum(
        defer(session, PREPARE_DRAFT, key=key, order_id=order_id)
        for order_id, key in keys.items()
        if key not in dead
    )
