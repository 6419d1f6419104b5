"""`scans.look`: a worker with a browser looks at a page that a request waits for."""

from __future__ import annotations

from coldread.base import log
from coldread.base.db import Session
from coldread.jobs.job import job
from coldread.scanner.scanner import EngineUnavailable
from coldread.scanner.visit.fetch import PageError
from coldread.scans.dispatch import scan_here
from coldread.scans.remote import LOOK, find_open_request, mark_done, mark_failed, state_of
from coldread.scans.scan_request import ScanRequest
from coldread.scans.store import ScanOutcome, store_outcome
from coldread.services import Services


@job(LOOK, tries=2)
async def scan_for_request(services: Services, session_id: str) -> None:
    """Scan and store; an unreachable page is stored as the outcome. A request that timed out is skipped."""
    scan_request = await services.db.read(find_open_request, session_id)
    if scan_request is None:
        return
    try:
        found = await scan_here(services, scan_request)
    except (PageError, EngineUnavailable) as error:
        await services.db.write(mark_failed, session_id, error)
    except Exception as error:
        log.get("scans").failure("a look failed", error)
        await services.db.write(
            mark_failed, session_id, EngineUnavailable("The page could not be looked at.")
        )
    else:
        await services.db.write(
            _kept, services, scan_request, found, session_id
        )  # too late: the next wish has it


def _kept(
    session: Session, services: Services, scan_request: ScanRequest, found: ScanOutcome, session_id: str
) -> None:
    if not isinstance(state_of(session, session_id), ScanRequest):
        return  # done by another worker, which had been taken for dead
    store_outcome(session, services, scan_request, found, session_id)
    mark_done(session, session_id)
