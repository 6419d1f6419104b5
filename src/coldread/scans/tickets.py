"""A scan without a waiting request: asked for now, done by a job, looked up by its ticket."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

import sqlalchemy as sa

from coldread.base.db import Session
from coldread.base.ids import new_secret_id
from coldread.base.problems import Problem
from coldread.jobs.defer import defer
from coldread.jobs.job import job_name
from coldread.jobs.kinds import TICKETS
from coldread.scanner.brief import Brief
from coldread.scans.scan_request import ScanRequest, client_mark
from coldread.scans.tables import scan_tickets

JOB = job_name("scans.ticket", TICKETS)


@dataclasses.dataclass(frozen=True, kw_only=True)
class Ticket:
    """What was asked for, and the result: nothing yet, a scan, or a problem."""

    id: str
    request: ScanRequest
    opened_at: int
    session_id: str | None
    #: slug, detail and the problem's own members
    problem: dict[str, Any] | None

    @property
    def is_open(self) -> bool:
        return self.session_id is None and self.problem is None


def open_ticket(session: Session, scan_request: ScanRequest) -> str:
    """Defer a scan of the page. Returns the ticket's id (128 bits: anybody who has it may see the result)."""
    ticket_id = new_secret_id()
    session.run(
        sa.insert(scan_tickets),
        {
            "id": ticket_id,
            "wanted": json.dumps(dataclasses.asdict(scan_request), ensure_ascii=False),
            "opened_at": session.now,
        },
    )
    holder = client_mark(scan_request.client)
    defer(session, JOB, key=f"ticket/{ticket_id}", new_key=True, holder=holder, ticket_id=ticket_id)
    return ticket_id


def find_ticket(session: Session, ticket_id: str) -> Ticket | None:
    row = session.row(sa.select(scan_tickets).where(scan_tickets.c.id == ticket_id))
    if row is None:
        return None
    asked = json.loads(row.wanted)
    return Ticket(
        id=row.id,
        request=ScanRequest(**{**asked, "brief": Brief(**asked["brief"])}),
        opened_at=row.opened_at,
        session_id=row.session_id,
        problem=json.loads(row.problem) if row.problem else None,
    )


def close_with_scan(session: Session, ticket_id: str, session_id: str) -> None:
    session.run(sa.update(scan_tickets).where(scan_tickets.c.id == ticket_id).values(session_id=session_id))


def close_with_problem(session: Session, ticket_id: str, problem: Problem) -> None:
    fields = {"slug": problem.type.slug, "detail": problem.detail, **problem.members}
    session.run(
        sa.update(scan_tickets).where(scan_tickets.c.id == ticket_id).values(problem=json.dumps(fields))
    )


def forget_tickets(session: Session, before: int) -> int:
    return session.run(sa.delete(scan_tickets).where(scan_tickets.c.opened_at < before)).rowcount
