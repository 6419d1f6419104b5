"""Scanning a page: in this process, in a worker with a browser, or in an outside pipeline.

With SQLite the process scans by itself. On PostgreSQL it asks a worker (`coldread work --queues scan`) and waits. The
engine `external` asks an outside pipeline and waits for its callback. All three store a scan."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from coldread.base.ids import new_secret_id
from coldread.base.problems import Problem
from coldread.isolation.errors import IsolationError
from coldread.scanner.scanner import EngineUnavailable, ScanCutOff
from coldread.scanner.visit.fetch import PageEmptyError, PageError
from coldread.scanner.visit.render.turns import Turn
from coldread.scans.remote import ask_pipeline, ask_worker
from coldread.scans.scan_request import ScanRequest
from coldread.scans.store import ScanOutcome, outcome_of, store_outcome
from coldread.services import Services

if TYPE_CHECKING:
    from coldread.scanner.page.observations import Observations


async def run_scan(
    services: Services, scan_request: ScanRequest, read: Observations | None = None
) -> dict[str, Any]:
    """Scan, store, and return the answer. Raises PageError without a page, EngineUnavailable without an engine.

    `read` is the page's source, if it was just fetched, so that this process does not fetch it twice."""
    session_id = new_secret_id()
    if services.settings.scan_engine == "external":
        return await ask_pipeline(services, scan_request, session_id)
    if services.scans_on_workers:
        return await ask_worker(services, scan_request, session_id)
    found = await scan_here(services, scan_request, read)
    await services.contents.ahead(found.pictures.values())
    return await services.db.write(store_outcome, services, scan_request, found, session_id)


async def scan_here(
    services: Services, scan_request: ScanRequest, read: Observations | None = None
) -> ScanOutcome:
    """The scan by this process."""
    await services.scanner.ready()
    try:
        async with asyncio.timeout(services.scanner.deadlines.abandoned):
            turn = Turn(holder=scan_request.client)
            return outcome_of(
                await services.scanner.scan(scan_request.url, scan_request.brief, read=read, turn=turn)
            )
    except TimeoutError as error:
        raise ScanCutOff("Looking at the page took too long.") from error


def problem_for(error: BaseException, headers: Mapping[str, str]) -> BaseException:
    """The problem for a failed scan; any other exception is returned unchanged."""
    if isinstance(error, PageError):
        slug = "page-empty" if isinstance(error, PageEmptyError) else "url-unreachable"
        return Problem(slug, _sentence(error.detail), headers=dict(headers), reason=error.reason)
    if isinstance(error, EngineUnavailable):
        return Problem("pipeline-unavailable", str(error), headers=dict(headers))
    if isinstance(error, IsolationError):
        retry_headers = {**headers, "Retry-After": "5"}
        return Problem("unavailable", "The page cannot be worked on right now.", headers=retry_headers)
    return error


def _sentence(detail: str) -> str:
    """With a capital and a full stop; the name of a host keeps its case."""
    first = detail.partition(" ")[0]
    return f"{detail}." if "." in first else f"{detail[:1].upper()}{detail[1:]}."
