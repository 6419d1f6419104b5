"""`scans.look`: a worker with a browser scans a page for a waiting request. `scans.second_reading`: a model reads the
page later (an old name, which queued jobs use). `scans.home`: our own start page, every night."""

from __future__ import annotations

from coldread.base import log
from coldread.base.db import Session
from coldread.base.ids import new_secret_id
from coldread.jobs.job import job
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.scanner import EngineUnavailable
from coldread.scanner.visit.fetch import PageError
from coldread.scanner.visit.render.turns import Turn
from coldread.scans.dispatch import scan_here
from coldread.scans.home import LOOK_AT_HOME, note_home, scanner_for_own_addresses
from coldread.scans.remote import LOOK, find_open_request, mark_done, mark_failed, state_of
from coldread.scans.scan_request import ScanRequest
from coldread.scans.store import READ_PAGE, ScanOutcome, outcome_of, store_outcome
from coldread.services import Services

#: the audience of our own page, as in an order
HOME_AUDIENCE = "People who run a landing page and want more of its visitors to act"


@job(LOOK, tries=2)
async def scan_for_request(services: Services, session_id: str) -> None:
    """Scan and store. An unreachable page is stored as the outcome. A request that timed out is skipped."""
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
            _store_once, services, scan_request, found, session_id
        )  # too late for this request; the next request for the same page gets it


@job(LOOK_AT_HOME, tries=2)
async def look_at_home(services: Services) -> None:
    """Stored as any scan. After a night without a browser, the last score stays, with its date."""
    brief = Brief(goal=PrimaryGoal.PAID_SIGNUP, audience=HOME_AUDIENCE)
    wanted = ScanRequest(url=f"{services.settings.base_url}/", brief=brief)
    scanner = scanner_for_own_addresses(services.settings, services.isolated_tasks)
    try:
        found = outcome_of(await scanner.scan(wanted.url, wanted.brief, turn=Turn(background=True)))
    except (PageError, EngineUnavailable) as error:
        log.get("scans").warning("our own page was not looked at", reason=str(error)[:300])
        return
    finally:
        await scanner.close()
    if found.source == "pipeline":
        await services.db.write(_keep_home, services, wanted, found)


def _keep_home(session: Session, services: Services, wanted: ScanRequest, found: ScanOutcome) -> None:
    session_id = new_secret_id()
    answer = store_outcome(session, services, wanted, found, session_id)
    note_home(session, session_id, answer["scores"]["overall"])


def _store_once(
    session: Session, services: Services, scan_request: ScanRequest, found: ScanOutcome, session_id: str
) -> None:
    if not isinstance(state_of(session, session_id), ScanRequest):
        return  # done by another worker, whose lease had ended
    store_outcome(session, services, scan_request, found, session_id)
    mark_done(session, session_id)


@job(READ_PAGE, tries=2)
async def read_page(services: Services, session_id: str) -> None:
    """Let the model read a stored scan. If the model fails, the scan says so, and nothing else changes."""
    from coldread.scans.model_reading import (
        read_scan,
    )  # imports everything that reads pages, which no start should load

    await read_scan(services, session_id)
