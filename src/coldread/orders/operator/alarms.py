"""Notices that the operator gets without asking: a final that is due soon, a job that was given up. Each is sent once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import DAY
from coldread.base.dates import moment
from coldread.base.db import Session
from coldread.jobs.defer import dead_jobs
from coldread.mail.outbox import SEND
from coldread.orders.letters import notice_language, write_late_letter, write_notice, write_plain_notice
from coldread.orders.rules import expiry
from coldread.orders.rules.lifecycle import IN_WORK
from coldread.orders.rules.order import Order
from coldread.orders.tables import orders
from coldread.orders.views.whose_turn import whose_turn
from coldread.services import Services

WARN_AFTER = expiry.FINAL_WITHIN * 3 // 4
#: older orders are not warned about: they were warned about long ago, or existed before warnings did
WARN_UNTIL = 30 * DAY


def warn_of_finals(session: Session, services: Services) -> int:
    """Write a notice for each paid order whose 72 hours are three quarters over; returns how many."""
    late = session.rows(
        sa.select(orders).where(
            orders.c.status.in_(IN_WORK),
            orders.c.paid_at <= session.now - WARN_AFTER,
            orders.c.paid_at > session.now - WARN_UNTIL,
        )
    )
    return sum(_warn(session, services, order) for order in _still_owed(session, late))


def _still_owed(session: Session, rows: Sequence[sa.Row[Any]]) -> list[Order]:
    found = [Order(**row._mapping) for row in rows]
    turns = whose_turn(session, found)
    return [order for order in found if turns[order.id].owes_final]


def _warn(session: Session, services: Services, order: Order) -> bool:
    due = moment((order.paid_at or 0) + expiry.FINAL_WITHIN, notice_language(services.settings))
    return write_notice(session, services.settings, "sla_warning", order, order.id, due_at=due)


def write_to_buyers_of_late_finals(session: Session, services: Services) -> int:
    """Write a letter to each buyer whose 72 hours are over; returns how many."""
    late = session.rows(
        sa.select(orders).where(
            orders.c.status.in_(IN_WORK),
            orders.c.by_form.is_(True),
            orders.c.paid_at <= session.now - expiry.FINAL_WITHIN,
            orders.c.paid_at > session.now - WARN_UNTIL,
        )
    )
    return sum(write_late_letter(session, services.settings, order) for order in _still_owed(session, late))


def report_dead_jobs(session: Session, services: Services) -> int:
    """Write a notice for each job that was given up. A revived job that fails again is reported again."""
    return sum(
        write_plain_notice(
            session,
            services.settings,
            "dead_job",
            f"job/{job.id}/{job.at}",
            job=job.name,
            key=job.key or "",
            error="\n".join((job.error or "").strip().splitlines()[-1:])[:500],
        )
        for job in dead_jobs(session)
        if job.name != SEND  # a letter about letters that cannot be sent could not be sent either
    )
