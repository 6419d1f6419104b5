"""Scans as they are stored: the outcome of a scan, stored under a secret id, and read again."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import sqlalchemy as sa
from pydantic_core import from_json, to_json

from coldread.base.clock import HOUR, rfc3339
from coldread.base.db import Session
from coldread.base.links import links_of
from coldread.base.settings import Settings
from coldread.base.shapes import checked_body
from coldread.base.version import VERSION
from coldread.jobs.defer import defer
from coldread.jobs.job import job_name
from coldread.jobs.kinds import MODEL
from coldread.payments.prices import COLD_READ_NET, CURRENCY
from coldread.scanner.judge.version import RUBRIC_VERSION
from coldread.scanner.scanner import ScannedPage
from coldread.scanner.stored_record import RECORD_NAME
from coldread.scans.chat_notes import with_pending
from coldread.scans.lite import BY_REASON, with_reason
from coldread.scans.scan_request import ScanRequest
from coldread.scans.shapes import ScanResponse
from coldread.scans.tables import scans
from coldread.services import Services

CACHE = 6 * HOUR
#: a model reads the page after its scan was answered; an old job name, which queued jobs use
READ_PAGE = job_name("scans.second_reading", MODEL)
#: limits of a scan that may be gone at the next try
PASSING_TROUBLE = frozenset({"browser-busy", "render-failed", "axe-failed"})


@dataclasses.dataclass(frozen=True, kw_only=True)
class ScanOutcome:
    """The outcome of a scan, ready to store."""

    source: Literal["pipeline", "lite"]
    #: the part of the answer that is about the page
    page: dict[str, Any]
    #: what tells the page from another one; and scores and findings, if `page` does not have them
    judgement: dict[str, Any] | None = None
    #: SHA-256 of the record that was judged
    observations_hash: str
    pictures: Mapping[str, bytes] = dataclasses.field(default_factory=dict)
    #: False: not cached, the next request for the same page is scanned again
    lasts: bool = True


def outcome_of(scanned: ScannedPage) -> ScanOutcome:
    """The outcome from the engine's report."""
    report = scanned.report
    page = dict(scanned.page)
    if reason := page.get("lite_reason"):
        lang = report.brief.lang
        page["lite_why"] = BY_REASON[reason].why(lang)
        page["chat_summary"] = with_reason(page["chat_summary"], reason, lang)
    shows = {"shows": report.facts.get("shows")}
    judged = {"scores": report.scores.to_dict(), "findings": report.findings_dict()}
    return ScanOutcome(
        source="pipeline" if report.source == "pipeline" else "lite",
        page=page,
        judgement=shows if "findings" in page else {**judged, **shows},
        observations_hash=scanned.observations_hash,
        pictures=scanned.pictures,
        lasts=not PASSING_TROUBLE & set(report.seen.caveats),
    )


def store_outcome(
    session: Session,
    services: Services,
    scan_request: ScanRequest,
    outcome: ScanOutcome,
    session_id: str,
    *,
    is_read: bool = True,
) -> dict[str, Any]:
    """Store an outcome under `session_id`; returns the answer. A model, if there is one, reads the page later, unless
    `is_read` is false."""
    notes = outcome.page.get("model_notes")
    can_be_read = services.model is not None and bool(notes) and RECORD_NAME in outcome.pictures
    will_be_read = can_be_read and is_read
    key = cache_key(services.settings, scan_request, unread=can_be_read and not is_read)
    pending: dict[str, Any] = {}
    if will_be_read:
        summary = with_pending(str(outcome.page["chat_summary"]), scan_request.brief.lang)
        pending = {"model_notes": {**(notes or {}), "pending": True}, "chat_summary": summary}
    told = {"_source": outcome.source, "url": scan_request.url, **outcome.page, **pending}
    answer = _scan_answer(session, services.settings, session_id, told)
    pictures = {name: services.contents.put(session, picture) for name, picture in outcome.pictures.items()}
    session.run(
        sa.insert(scans),
        {
            "session_id": session_id,
            "url": scan_request.url,
            "cache_key": key if outcome.lasts else "",
            "goal": scan_request.brief.goal,
            "audience": scan_request.brief.audience,
            "language": scan_request.brief.lang,
            "source": outcome.source,
            "engine_version": engine_version(services.settings),
            "rubric_version": RUBRIC_VERSION,
            "observations_hash": outcome.observations_hash,
            "answer": to_json(answer),
            "pictures": json.dumps(pictures),
            "scanned_at": session.now,
            "judgement": None if outcome.judgement is None else to_json(outcome.judgement),
        },
    )
    if will_be_read:
        defer(session, READ_PAGE, key=f"second-reading:{session_id}", session_id=session_id)
    return answer


def _scan_answer(
    session: Session, settings: Settings, session_id: str, about_the_page: dict[str, Any]
) -> dict[str, Any]:
    return checked_body(
        ScanResponse,
        {
            "session_id": session_id,
            "tier": "scan",
            **about_the_page,
            "scanned_at": rfc3339(session.now),
            "upgrade_cta": upgrade_offer(settings),
            "_links": links_of(settings.base_url, "scan", session_id),
        },
    )


def find_scan(session: Session, session_id: str) -> dict[str, Any] | None:
    row = session.row(sa.select(scans.c.answer).where(scans.c.session_id == session_id))
    return None if row is None else {**from_json(row.answer), "served_from": "cache"}


def marks_of_scans(session: Session, session_ids: Sequence[str]) -> dict[str, str]:
    """A mark that changes with each answer, by session id."""
    rows = session.rows(
        sa.select(scans.c.session_id, scans.c.answer).where(scans.c.session_id.in_(session_ids))
    )
    return {row.session_id: hashlib.sha256(row.answer).hexdigest() for row in rows}


def fresh_scan(
    session: Session,
    settings: Settings,
    scan_request: ScanRequest,
    *,
    within: int = CACHE,
    also_unread: bool = False,
) -> dict[str, Any] | None:
    """An answer to the same request that is at most six hours old. `also_unread`: one that no model has read will do."""
    keys = {cache_key(settings, scan_request, unread=unread) for unread in (False, also_unread)}
    row = session.row(
        sa.select(scans.c.answer)
        .where(
            scans.c.cache_key.in_(keys),
            scans.c.scanned_at > session.now - within,
            # a clock that was ahead stored it: it is older than it says
            scans.c.scanned_at <= session.now,
        )
        .order_by(scans.c.scanned_at.desc())
        .limit(1)
    )
    return None if row is None else from_json(row.answer)


#: what a comparison needs of a scan
JUDGED = ("session_id", "url", "_source", "scores", "findings", "measured")


def judgement_of(session: Session, session_id: str) -> dict[str, Any] | None:
    """The results, for any kind of scan: the answer's `session_id`, `url`, `_source`, scores, findings."""
    row = session.row(sa.select(scans.c.answer, scans.c.judgement).where(scans.c.session_id == session_id))
    if row is None:
        return None
    answer = from_json(row.answer) | (from_json(row.judgement) if row.judgement else {})
    return {name: answer.get(name) for name in JUDGED}


def engine_version(settings: Settings) -> str:
    """The engine that scanned: a version of this code, or an outside pipeline."""
    return "external" if settings.scan_engine == "external" else VERSION


def cache_key(settings: Settings, scan_request: ScanRequest, *, unread: bool = False) -> str:
    versions = (engine_version(settings), RUBRIC_VERSION, *(("unread",) if unread else ()))
    return scan_request.cache_key(*versions)


def upgrade_offer(settings: Settings) -> dict[str, Any]:
    return {
        "title": "Have a person read it cold",
        "text": "A reviewer delivers a specification and a diff within 72 hours of payment.",
        "price": {"net": COLD_READ_NET, "currency": CURRENCY},
        "href": f"{settings.base_url}/v1/cold-read-requests",
        "method": "POST",
    }
