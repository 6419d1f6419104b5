"""The free scan: counted first, then answered from the cache or by a new scan. A failure gives the count back."""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
from typing import Any

from coldread.base.db import Session
from coldread.base.settings import Settings
from coldread.guard import rate
from coldread.guard.limits import SCAN_GLOBAL, SCAN_IP, SCAN_URL, Counted, Limit, UsageUnlessOff
from coldread.scanner.scanner import ScanCutOff
from coldread.scanner.visit.fetch import PageError
from coldread.scans.dispatch import problem_for, run_scan
from coldread.scans.scan_request import ScanRequest
from coldread.scans.store import fresh_scan
from coldread.scans.url_key import url_key
from coldread.services import Services

#: `lite_reason` of a scan that got no browser in time, and the seconds after which to ask again
BUSY = "browser-busy"
BUSY_AGAIN_S = 10


@dataclasses.dataclass(frozen=True, kw_only=True)
class CountedUse:
    """What a request has counted, so that it can be given back."""

    at: int
    nearest: UsageUnlessOff
    taken: tuple[Counted, ...]


async def free_scan(services: Services, scan_request: ScanRequest) -> tuple[dict[str, Any], UsageUnlessOff]:
    """The answer and the limit that is nearest to its end; raises 422, 429 and 502 as problems with its headers."""
    counted, cached = await services.db.write(_count_scan, services.settings, scan_request)
    if cached is not None:
        return _for_caller(cached, "cache", counted.nearest), counted.nearest
    try:
        answer = await run_scan(services, scan_request)
    except (Exception, asyncio.CancelledError) as error:
        # the client's own count stays if the page is at fault, or if the work had begun and was cut off or abandoned
        is_our_fault = not isinstance(error, (PageError, ScanCutOff, asyncio.CancelledError))
        nearest = await services.db.write(
            _give_back, counted, (SCAN_URL, SCAN_GLOBAL, *((SCAN_IP,) if is_our_fault else ()))
        )
        raise problem_for(error, nearest.headers() if nearest else {}) from error
    if answer.get("lite_reason") != BUSY:
        return _for_caller(answer, "live", counted.nearest), counted.nearest
    # no browser was free in time: that is our fault, so the scan is not counted
    nearest = await services.db.write(_give_back, counted, (SCAN_URL, SCAN_GLOBAL, SCAN_IP))
    return _for_caller(answer, "live", nearest), nearest


def _count_scan(
    session: Session, settings: Settings, scan_request: ScanRequest
) -> tuple[CountedUse, dict[str, Any] | None]:
    """Count all three limits or none, in a fixed order so that two requests do not deadlock."""
    wanted: tuple[Counted, ...] = (
        (SCAN_GLOBAL, "", SCAN_GLOBAL.most(settings)),
        (SCAN_IP, scan_request.client, SCAN_IP.most(settings)),
        (
            SCAN_URL,
            hashlib.sha256(url_key(scan_request.url).encode()).hexdigest(),
            SCAN_URL.most(settings),
        ),
    )
    rate.refuse_exhausted(session, wanted)
    counted = CountedUse(at=session.now, nearest=rate.count_each(session, wanted), taken=wanted)
    return counted, fresh_scan(session, settings, scan_request)


def _give_back(session: Session, counted: CountedUse, limits: tuple[Limit, ...]) -> UsageUnlessOff:
    for limit, subject, _ in counted.taken:
        if limit in limits:
            rate.give_back(session, limit, subject, counted.at)
    return rate.nearest_of(session, counted.taken)


def _for_caller(answer: dict[str, Any], served_from: str, nearest: UsageUnlessOff) -> dict[str, Any]:
    remaining = {} if nearest is None else {"remaining_calls_today": nearest.remaining}
    return {**answer, "served_from": served_from, **remaining}
