"""The free scan: counted first, answered from the cache or by a look, stored; counts are given back on failure."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import secrets
from typing import Any

import sqlalchemy as sa
from pydantic_core import from_json, to_json

from coldread.base.clock import HOUR
from coldread.base.db import Session
from coldread.base.links import link
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.guard import rate
from coldread.guard.limits import SCAN_GLOBAL, SCAN_IP, SCAN_URL, Limit, Usage
from coldread.payments.prices import COLD_READ_NET, CURRENCY
from coldread.scanner.brief import Brief
from coldread.scanner.engine import Scanned
from coldread.scanner.fetch import PageEmptyError, PageError
from coldread.scanner.lookout import EngineUnavailable
from coldread.scanner.report.answer import page_answer
from coldread.scanner.rubric import RUBRIC_VERSION
from coldread.scans.notes import model_notes
from coldread.scans.tables import scans
from coldread.scans.url_key import url_key
from coldread.services import Services

CACHE = 6 * HOUR
ENGINE_VERSION = "1.1.0"


@dataclasses.dataclass(frozen=True, kw_only=True)
class Wanted:
    """Which page, for whom."""

    url: str
    brief: Brief
    #: the name under which the caller is counted
    client: str

    @property
    def cache_key(self) -> str:
        parts = (url_key(self.url), *dataclasses.astuple(self.brief), ENGINE_VERSION, RUBRIC_VERSION)
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


@dataclasses.dataclass(frozen=True, kw_only=True)
class Counted:
    """What a request has used up, so that it can be given back."""

    at: int
    nearest: Usage | None
    taken: tuple[tuple[Limit, str], ...]


async def free_scan(services: Services, wanted: Wanted) -> tuple[dict[str, Any], Usage | None]:
    """The answer and the limit nearest to exhaustion; raises 422, 429 and 502 as problems with its headers."""
    counted, cached = await services.db.write(_counted, services.settings, wanted)
    if cached is not None:
        return _for_caller(cached, "cache", counted.nearest), counted.nearest
    try:
        scanned = await services.lookout.look(wanted.url, wanted.brief)
    except PageError as error:
        nearest = await services.db.write(_given_back, services.settings, counted, (SCAN_URL, SCAN_GLOBAL))
        raise no_page(error, nearest) from error
    except Exception as error:
        nearest = await services.db.write(
            _given_back, services.settings, counted, (SCAN_URL, SCAN_IP, SCAN_GLOBAL)
        )
        if isinstance(error, EngineUnavailable):
            raise Problem("pipeline-unavailable", str(error), headers=_headers(nearest)) from error
        raise
    notes = await model_notes(services.model, scanned.report)
    answer = await services.db.write(store, services, wanted, scanned, notes)
    return _for_caller(answer, "live", counted.nearest), counted.nearest


def store(
    session: Session,
    services: Services,
    wanted: Wanted,
    scanned: Scanned,
    notes: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Keep a scan under an id of its own, with a model's notes where there are any; its answer."""
    session_id = secrets.token_urlsafe(16)
    page = page_answer(scanned.report)
    if notes is not None and "model_notes" in page:
        page["model_notes"] = notes
    answer = {
        "session_id": session_id,
        "tier": "scan",
        "_source": scanned.report.source,
        "url": wanted.url,
        **page,
        "upgrade_cta": upgrade(services.settings),
        "_links": links(services.settings, session_id),
    }
    pictures = {name: services.contents.put(session, picture) for name, picture in scanned.pictures.items()}
    session.run(
        sa.insert(scans),
        {
            "session_id": session_id,
            "url": wanted.url,
            "cache_key": wanted.cache_key,
            "goal": wanted.brief.goal,
            "audience": wanted.brief.audience,
            "language": wanted.brief.lang,
            "source": scanned.report.source,
            "engine_version": ENGINE_VERSION,
            "rubric_version": RUBRIC_VERSION,
            "observations_hash": hashlib.sha256(scanned.report.seen.to_json()).hexdigest(),
            "answer": to_json(answer),
            "pictures": json.dumps(pictures),
            "scanned_at": session.now,
        },
    )
    return answer


def find_scan(session: Session, session_id: str) -> dict[str, Any] | None:
    row = session.row(sa.select(scans.c.answer).where(scans.c.session_id == session_id))
    return None if row is None else {**from_json(row.answer), "served_from": "cache"}


def links(settings: Settings, session_id: str) -> dict[str, Any]:
    base = settings.base_url
    return {
        "self": link(f"{base}/v1/scans/{session_id}", "GET", "This scan"),
        "report": link(f"{base}/r/{session_id}", "GET", "The report, for people"),
        "order": link(f"{base}/v1/cold-read-requests", "POST", "Order a review by a person"),
        "checks": link(f"{base}/v1/checks", "GET", "What a scan looks for"),
    }


def upgrade(settings: Settings) -> dict[str, Any]:
    return {
        "title": "Have a person read it cold",
        "text": "A reviewer delivers a specification and a diff within 72 hours of payment.",
        "price": {"net": COLD_READ_NET, "currency": CURRENCY},
        "href": f"{settings.base_url}/v1/cold-read-requests",
        "method": "POST",
    }


def _counted(session: Session, settings: Settings, wanted: Wanted) -> tuple[Counted, dict[str, Any] | None]:
    """Take from all three limits or from none, in one fixed order so that no two requests wait for each other."""
    subjects = (
        (SCAN_GLOBAL, ""),
        (SCAN_IP, wanted.client),
        (SCAN_URL, hashlib.sha256(url_key(wanted.url).encode()).hexdigest()),
    )
    usages = [rate.take(session, limit, subject, limit.most(settings)) for limit, subject in subjects]
    fresh = session.row(
        sa.select(scans.c.answer)
        .where(scans.c.cache_key == wanted.cache_key, scans.c.scanned_at > session.now - CACHE)
        .order_by(scans.c.scanned_at.desc())
        .limit(1)
    )
    counted = Counted(at=session.now, nearest=_nearest(usages), taken=subjects)
    return counted, from_json(fresh.answer) if fresh else None


def _given_back(
    session: Session, settings: Settings, counted: Counted, limits: tuple[Limit, ...]
) -> Usage | None:
    for limit, subject in counted.taken:
        if limit in limits:
            rate.give_back(session, limit, subject, counted.at)
    return _nearest(
        [rate.used(session, limit, subject, limit.most(settings)) for limit, subject in counted.taken]
    )


def _nearest(usages: list[Usage | None]) -> Usage | None:
    """The one with the least left."""
    known = [usage for usage in usages if usage is not None]
    return min(known, key=lambda usage: usage.remaining, default=None)


def no_page(error: PageError, nearest: Usage | None) -> Problem:
    slug = "page-empty" if isinstance(error, PageEmptyError) else "url-unreachable"
    return Problem(
        slug, f"{error.detail[:1].upper()}{error.detail[1:]}.", headers=_headers(nearest), reason=error.reason
    )


def _headers(nearest: Usage | None) -> dict[str, str]:
    return nearest.headers() if nearest else {}


def _for_caller(answer: dict[str, Any], served_from: str, nearest: Usage | None) -> dict[str, Any]:
    left = {} if nearest is None else {"remaining_calls_today": nearest.remaining}
    return {**answer, "served_from": served_from, **left}
