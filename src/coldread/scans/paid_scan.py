"""The paid scan: the page is fetched before the charge, scanned after it, and never taken from the cache."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coldread.base.problems import Problem
from coldread.scanner.scanner import EngineUnavailable
from coldread.scanner.visit.fetch import PageError
from coldread.scans.dispatch import problem_for, run_scan
from coldread.scans.scan import BUSY, BUSY_AGAIN_S
from coldread.scans.scan_request import ScanRequest
from coldread.services import Services

if TYPE_CHECKING:
    from coldread.scanner.page.observations import Observations


async def fetch_source(services: Services, scan_request: ScanRequest) -> Observations:
    """The page's source, within 3 s; 422 if there is none, and then nothing is charged."""
    try:
        return await services.scanner.read_source(scan_request.url)
    except (PageError, EngineUnavailable) as error:
        raise problem_for(error, {}) from error


async def paid_scan(services: Services, scan_request: ScanRequest, source: Observations) -> dict[str, Any]:
    """The answer of a free scan, without the fields about free limits."""
    try:
        answer = await run_scan(services, scan_request, source)
    except Exception as error:
        raise problem_for(error, {}) from error
    if answer.get("lite_reason") == BUSY:
        # the paid scan is not delivered, so the same credential can try again without paying
        raise Problem("unavailable", "All browsers were busy.", headers={"Retry-After": str(BUSY_AGAIN_S)})
    return {**answer, "served_from": "live"}
