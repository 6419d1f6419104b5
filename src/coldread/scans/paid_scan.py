"""The paid scan: the page is fetched before it is charged for, looked at after, and never taken from the cache."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coldread.base.problems import Problem
from coldread.scanner.fetch import PageError
from coldread.scanner.lookout import EngineUnavailable
from coldread.scans.notes import model_notes
from coldread.scans.scan import Wanted, no_page, store
from coldread.services import Services

if TYPE_CHECKING:
    from coldread.scanner.observations import Observations


async def reachable(services: Services, wanted: Wanted) -> Observations:
    """The page's source, within 3 s; 422 where there is none, and then nothing is charged."""
    try:
        return await services.lookout.read(wanted.url)
    except PageError as error:
        raise no_page(error, None) from error


async def paid_scan(services: Services, wanted: Wanted, source: Observations) -> dict[str, Any]:
    """The scan as the free one answers it, without what belongs to the free limits."""
    try:
        scanned = await services.lookout.look(wanted.url, wanted.brief, read=source)
    except PageError as error:
        raise no_page(error, None) from error
    except EngineUnavailable as error:
        raise Problem("pipeline-unavailable", str(error)) from error
    notes = await model_notes(services.model, scanned.report)
    answer = await services.db.write(store, services, wanted, scanned, notes)
    return {**answer, "served_from": "live"}
