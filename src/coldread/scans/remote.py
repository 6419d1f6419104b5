"""Scans by a worker or an outside pipeline: the request polls a row of `looks`, which they complete.

Polling (a point read of well under a millisecond) instead of notifications: it is the same on both databases, and no
connection is held while nothing happens."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import time
from typing import Any

import sqlalchemy as sa

from coldread.base.clock import SECOND
from coldread.base.database.prepared import insert_into
from coldread.base.db import PointRead, Session
from coldread.jobs.defer import defer
from coldread.jobs.job import job_name
from coldread.jobs.kinds import LOOKS
from coldread.scanner.scanner import EngineUnavailable, ScanCutOff
from coldread.scanner.visit.fetch import PageEmptyError, PageError, PageUnreachable
from coldread.scans.scan_request import ScanRequest, client_mark
from coldread.scans.store import find_scan
from coldread.scans.tables import looks
from coldread.services import Services

LOOK = job_name("scans.look", LOOKS)
FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.03, 0.25

_NOTE = insert_into(looks)
_OUTCOME = PointRead(sql="SELECT outcome, reason FROM looks WHERE id = ?")


async def ask_worker(services: Services, scan_request: ScanRequest, session_id: str) -> dict[str, Any]:
    """Ask a worker to scan, and wait."""
    seconds = services.scanner.deadlines.worker
    await services.db.write(_defer_scan, scan_request, session_id, seconds)
    return await _wait_for_outcome(
        services, session_id, seconds, "No scan worker looked at the page in time."
    )


async def ask_pipeline(services: Services, scan_request: ScanRequest, session_id: str) -> dict[str, Any]:
    """Ask the outside pipeline, and wait for its callback, which may arrive at any process."""
    seconds = services.scanner.deadlines.pipeline
    ends = time.monotonic() + seconds
    await services.db.write(note_request, scan_request, session_id, seconds)
    await services.pipeline.request_scan(session_id, scan_request.url, scan_request.brief, seconds)
    try:
        answer = await _wait_for_outcome(
            services, session_id, ends - time.monotonic(), "The analysis pipeline did not answer in time."
        )
    except EngineUnavailable:
        services.pipeline.breaker.note_failure(time.monotonic())
        raise
    services.pipeline.breaker.note_success()
    return answer


def note_request(session: Session, scan_request: ScanRequest, session_id: str, seconds: float) -> None:
    """Store that somebody waits for this scan."""
    until = session.now + round(seconds * SECOND)
    _NOTE.put(session, id=session_id, wanted=scan_request.to_json(), until=until, outcome=None, reason=None)


def _defer_scan(session: Session, scan_request: ScanRequest, session_id: str, seconds: float) -> None:
    note_request(session, scan_request, session_id, seconds)
    holder = client_mark(scan_request.client)
    defer(session, LOOK, key=f"look:{session_id}", new_key=True, holder=holder, session_id=session_id)


@dataclasses.dataclass(frozen=True, kw_only=True)
class FinishedLook:
    """A finished scan request."""

    #: digest of the callback's body, to recognise a repeated callback; None for a worker
    digest: str | None


def state_of(session: Session, session_id: str) -> ScanRequest | FinishedLook | None:
    """The open request, or that it is finished; None if there is none. Locks the row until the commit."""
    row = session.row(sa.select(looks).where(looks.c.id == session_id).with_for_update())
    if row is None:
        return None
    if row.outcome is None:
        return ScanRequest.from_json(row.wanted)
    return FinishedLook(digest=json.loads(row.reason).get("digest"))


def find_open_request(session: Session, session_id: str) -> ScanRequest | None:
    """An open request; None if it was answered or has timed out."""
    row = session.row(sa.select(looks).where(looks.c.id == session_id))
    if row is None or row.outcome is not None or row.until <= session.now:
        return None
    return ScanRequest.from_json(row.wanted)


def mark_done(session: Session, session_id: str, *, digest: str | None = None) -> None:
    _end_look(session, session_id, "seen", {"digest": digest})


def mark_failed(
    session: Session, session_id: str, error: PageError | EngineUnavailable, *, digest: str | None = None
) -> None:
    if isinstance(error, PageError):
        empty = isinstance(error, PageEmptyError)
        reason = {"reason": error.reason, "detail": error.detail, "empty": empty, "digest": digest}
        _end_look(session, session_id, "no-page", reason)
    else:
        _end_look(
            session, session_id, "failed", {"detail": str(error), "cut_off": isinstance(error, ScanCutOff)}
        )


def _end_look(session: Session, session_id: str, outcome: str, reason: dict[str, Any]) -> None:
    values = {"outcome": outcome, "reason": json.dumps(reason)}
    session.run(sa.update(looks).where(looks.c.id == session_id).values(**values))


async def _wait_for_outcome(
    services: Services, session_id: str, seconds: float, too_late: str
) -> dict[str, Any]:
    ends = time.monotonic() + seconds
    pause = FIRST_PAUSE_S
    while (row := await services.db.point(_OUTCOME, session_id)) is None or row[0] is None:
        if time.monotonic() >= ends:
            raise EngineUnavailable(too_late)
        await asyncio.sleep(pause)
        pause = min(LONGEST_PAUSE_S, pause * 1.5)
    answer = await services.db.read(find_scan, session_id) if row[0] == "seen" else None
    if answer is None:
        raise _error_of_outcome(row[0], json.loads(row[1]))
    return answer


def _error_of_outcome(outcome: str, reason: dict[str, Any]) -> PageError | EngineUnavailable:
    if outcome == "no-page":
        kind = PageEmptyError if reason["empty"] else PageUnreachable
        return kind(reason["reason"], reason["detail"])
    kind_of = ScanCutOff if reason.get("cut_off") else EngineUnavailable
    return kind_of(reason.get("detail", "The scan has been removed meanwhile."))
