"""`scans.ticket`: scans the page of a ticket, counted like any free scan."""

from __future__ import annotations

import dataclasses
from typing import Any

from coldread.base import log
from coldread.base.problems import Problem
from coldread.guard import rate
from coldread.guard.limits import SCAN_IP
from coldread.jobs.job import job
from coldread.scanner.visit.without_tls import NO_TLS, address_without_tls
from coldread.scans.scan import free_scan
from coldread.scans.scan_request import ScanRequest
from coldread.scans.tickets import JOB, close_with_problem, close_with_scan, find_ticket
from coldread.services import Services


async def _scan(services: Services, wanted: ScanRequest) -> dict[str, Any]:
    """The scan. An address that was typed without its scheme is tried with https and then, if there is no answer, with
    http."""
    began = services.clock.now()
    try:
        answer, _ = await free_scan(services, wanted)
    except Problem as problem:
        http_url = address_without_tls(wanted.url, problem.members.get("reason"))
        if not wanted.bare or http_url is None:
            raise
        # One request is counted once: the failed try has counted the client already.
        await services.db.write(rate.give_back, SCAN_IP, wanted.client, began)
        plain = dataclasses.replace(wanted, url=http_url, bare=False)
        try:
            answer, _ = await free_scan(services, plain)
        except Problem as second:
            raise (problem if second.members.get("reason") in NO_TLS else second) from None
    return answer


@job(JOB, tries=2)
async def scan_for_ticket(services: Services, ticket_id: str) -> None:
    ticket = await services.db.read(find_ticket, ticket_id)
    if ticket is None or not ticket.is_open:
        return  # done by an earlier try that died before it could report to the queue
    try:
        answer = await _scan(services, ticket.request)
    except Problem as problem:
        await services.db.write(close_with_problem, ticket_id, problem)
    except Exception as error:  # somebody is waiting: they get an answer, and the log has the details
        log.get("scans").failure("scan for a ticket failed", error)
        await services.db.write(
            close_with_problem,
            ticket_id,
            Problem("internal-error", "The scan broke on our side; nothing was counted."),
        )
    else:
        await services.db.write(close_with_scan, ticket_id, answer["session_id"])
