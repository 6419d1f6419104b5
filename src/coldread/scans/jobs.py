"""`scans.look`: a worker with a browser looks at a page that a request waits for. `scans.second_reading`: a model reads it,
later. `scans.home`: our own start page, every night."""

from __future__ import annotations

import base64

from coldread.base import log
from coldread.base.db import Session
from coldread.base.ids import new_secret_id
from coldread.base.languages import Language
from coldread.isolation.limits import PAGES
from coldread.jobs.job import job
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scanner.scanner import EngineUnavailable
from coldread.scanner.stored_record import RECORD_NAME
from coldread.scanner.visit.fetch import PageError
from coldread.scanner.visit.render.turns import Turn
from coldread.scans.dispatch import scan_here
from coldread.scans.home import LOOK_AT_HOME, note_home, own_scanner
from coldread.scans.remote import LOOK, find_open_request, mark_done, mark_failed, state_of
from coldread.scans.scan_request import ScanRequest
from coldread.scans.second_reading import SHOWN, Material, second_reading
from coldread.scans.store import SECOND_READING, ScanOutcome, keep_second_reading, outcome_of, store_outcome
from coldread.scans.stored_scan import StoredScan, find_stored_scan, read_attachment
from coldread.services import Services

#: nobody waits for it
SECOND_READING_S = 120.0
#: whom our own page is for, as an order would say it
HOME_AUDIENCE = "People who run a landing page and want more of its visitors to act"


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


@job(LOOK_AT_HOME, tries=2)
async def look_at_home(services: Services) -> None:
    """Kept as any scan is; a night without a browser leaves the last figure, with its day."""
    brief = Brief(goal=PrimaryGoal.PAID_SIGNUP, audience=HOME_AUDIENCE)
    wanted = ScanRequest(url=f"{services.settings.base_url}/", brief=brief)
    scanner = own_scanner(services.settings, services.bench)
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


def _kept(
    session: Session, services: Services, scan_request: ScanRequest, found: ScanOutcome, session_id: str
) -> None:
    if not isinstance(state_of(session, session_id), ScanRequest):
        return  # done by another worker, which had been taken for dead
    store_outcome(session, services, scan_request, found, session_id)
    mark_done(session, session_id)


@job(SECOND_READING, tries=2)
async def read_again(services: Services, session_id: str) -> None:
    """Have the model read a stored scan; what it says stands beside its notes, and a silent one changes nothing."""
    if services.model is None:
        return
    found = await services.db.read(_kept_look, services, session_id)
    if found is None:
        return
    stored, record, pictures = found
    brief = {"goal": stored.goal, "audience": stored.audience, "lang": stored.language}
    asked = {"record": base64.b64encode(record).decode(), "brief": brief}
    words = await services.bench.run(PAGES, "scanner.text", asked)
    material = Material(
        reading=stored.answer.get("reading") or {},
        findings=stored.answer.get("findings") or {},
        caveats=tuple(stored.answer.get("caveats") or ()),
        text=words["text"],
        source=words["source"],
        goal=stored.goal,
        audience=stored.audience,
        lang=Language(stored.language),
        pictures=pictures,
    )
    told = await second_reading(services.model, material, deadline_s=SECOND_READING_S)
    if told is not None:
        await services.db.write(keep_second_reading, session_id, services.model.name, told)


def _kept_look(
    session: Session, services: Services, session_id: str
) -> tuple[StoredScan, bytes, dict[str, bytes]] | None:
    """The scan with its record and one picture a window; None where their time is over."""
    stored = find_stored_scan(session, session_id)
    record = stored and read_attachment(session, services.contents, stored, RECORD_NAME)
    if not stored or not record:
        return None
    pictures = {}
    for window, names in SHOWN.items():
        kept = next((name for name in names if name in stored.pictures), "")
        content = read_attachment(session, services.contents, stored, kept) if kept else None
        if content:
            pictures[window] = content
    return stored, record, pictures
