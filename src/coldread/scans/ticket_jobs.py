"""`scans.ticket`: looks at the page of a ticket, counted like any free scan."""

from __future__ import annotations

from coldread.base import log
from coldread.base.problems import Problem
from coldread.jobs.job import job
from coldread.scans.scan import free_scan
from coldread.scans.tickets import JOB, close_with_problem, close_with_scan, find_ticket
from coldread.services import Services


@job(JOB, tries=2)
async def scan_for_ticket(services: Services, ticket_id: str) -> None:
    ticket = await services.db.read(find_ticket, ticket_id)
    if ticket is None or not ticket.is_open:
        return  # done by a try that died before it could say so to the queue
    try:
        answer, _ = await free_scan(services, ticket.request)
    except Problem as problem:
        await services.db.write(close_with_problem, ticket_id, problem)
    except Exception as error:  # somebody is waiting: they are told, and the log has the rest
        log.get("scans").failure("scan for a ticket failed", error)
        await services.db.write(
            close_with_problem,
            ticket_id,
            Problem("internal-error", "The scan broke on our side; nothing was counted."),
        )
    else:
        await services.db.write(close_with_scan, ticket_id, answer["session_id"])
