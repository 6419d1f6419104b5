"""`scans.look`: a worker with a browser looks at a page that a request waits for."""

from __future__ import annotations

from coldread.base import log
from coldread.base.db import Session
from coldread.jobs.job import SCAN, job
from coldread.scanner.scanner import EngineUnavailable
from coldread.scanner.visit.fetch import PageError
from coldread.scans.dispatch import sight
from coldread.scans.remote import LOOK, not_seen, seen, state_of, still_wanted
from coldread.scans.scan_request import Wanted
from coldread.scans.store import Sight, keep
from coldread.services import Services


@job(LOOK, queue=SCAN, tries=2)
async def look_for(services: Services, session_id: str) -> None:
    """Look and store; a page that is not there is an answer, too. What nobody waits for is not looked at."""
    wanted = await services.db.read(still_wanted, session_id)
    if wanted is None:
        return
    try:
        found = await sight(services, wanted)
    except (PageError, EngineUnavailable) as error:
        await services.db.write(not_seen, session_id, error)
    except Exception as error:
        log.get("scans").failure("a look failed", error)
        await services.db.write(not_seen, session_id, EngineUnavailable("The page could not be looked at."))
    else:
        await services.db.write(_kept, services, wanted, found, session_id)  # too late: the next wish has it


def _kept(session: Session, services: Services, wanted: Wanted, found: Sight, session_id: str) -> None:
    if not isinstance(state_of(session, session_id), Wanted):
        return  # done by another worker, which had been taken for dead
    keep(session, services, wanted, found, session_id)
    seen(session, session_id)
