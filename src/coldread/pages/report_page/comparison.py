"""`/r/{session_id}/compared-to/{other}`: two scans side by side, with their pictures and what looks different."""

from __future__ import annotations

import re
from urllib.parse import urlencode, urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from coldread.base.problems import not_found
from coldread.pages.problem_page import show_problems_as_pages
from coldread.pages.render import asked_language, language_of, page
from coldread.scans.comparison.answer import place_of
from coldread.scans.comparison.pages import compare_pages
from coldread.scans.comparison.stored import difference_of, differences_of, states_of
from coldread.scans.comparison.words import describe_difference, outcome_line, sections
from coldread.scans.retention import PICTURES
from coldread.scans.stored_scan import StoredScan, find_stored_scan
from coldread.web.request import client_of, counted_read, services_of
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

A_DAY = {"Cache-Control": "private, max-age=86400, immutable", "X-Robots-Tag": "noindex"}
#: an id by itself, or the address of a report or of its JSON
NAMED = re.compile(r"(?:/(?:r|v1/scans)/)?([A-Za-z0-9_-]{22})(?:\.md|/report\.json)?")
WINDOW_OF = {"desktop.webp": "desktop", "mobile.webp": "mobile"}


@ENDPOINTS.add(
    "GET", "/r/{session_id}/compare", summary="Choose a report to compare with", offered_by="watch"
)
@show_problems_as_pages
async def choose_other(request: Request) -> Response:
    """`?report=` names the other report by its address; the earlier of the two comes first."""

    async def show() -> Response:
        services = services_of(request)
        own = await _find_scan(request, request.path_params["session_id"])
        found = NAMED.fullmatch(urlsplit(request.query_params.get("report", "").strip()).path)
        other = await services.db.read(find_stored_scan, found[1]) if found else None
        lang = asked_language(request)
        kept = {"lang": lang.value} if lang else {}
        fault = "unknown" if other is None or other.session_id == own.session_id else ""
        if other is not None and not fault and _site_of(other) != _site_of(own):
            fault = "elsewhere"  # two sites cannot be compared as before and after
        if other is None or fault:
            query = urlencode({**kept, "compare": fault})
            return RedirectResponse(f"/r/{own.session_id}?{query}#comparing", 303)
        before, after = sorted((own, other), key=lambda stored: stored.scanned_at)
        query = f"?{urlencode(kept)}" if kept else ""
        return RedirectResponse(f"/r/{place_of(before, after)}{query}", 303)

    return await counted_read(request, show)


@ENDPOINTS.add(
    "GET", "/r/{session_id}/compared-to/{other}", summary="Two scans side by side", offered_by="watch"
)
@show_problems_as_pages
async def show_comparison(request: Request) -> Response:
    async def show() -> Response:
        services = services_of(request)
        before, after = await _find_both_scans(request)
        lang = language_of(request, after.language)
        compared = compare_pages(*await states_of(services, before, after, lang))
        drawn = await differences_of(services, before, after, client_of(request.scope, services))
        return page(
            request,
            "comparison.html",
            language=lang,
            compress=True,
            compared=compared,
            outcome=outcome_line(compared, lang),
            sections=sections(compared, lang),
            looks={window: describe_difference(found, lang) for window, found in drawn.items()},
            before=before,
            after=after,
            place=f"/r/{place_of(before, after)}",
            drawn=drawn,
            deleted_on=min(before.scanned_at, after.scanned_at) + PICTURES,
        )

    return await counted_read(request, show)


@ENDPOINTS.add(
    "GET",
    "/r/{session_id}/compared-to/{other}/{file}",
    summary="What looks different, as a picture",
    offered_by="watch",
)
@show_problems_as_pages
async def show_difference(request: Request) -> Response:
    async def serve() -> Response:
        window = WINDOW_OF.get(request.path_params["file"])
        before, after = await _find_both_scans(request)
        services = services_of(request)
        client = client_of(request.scope, services)
        drawn = await difference_of(services, before, after, window, client) if window else None
        if drawn is None or not drawn.picture:
            raise not_found()
        return Response(drawn.picture, 200, A_DAY, "image/webp")

    return await counted_read(request, serve)


async def _find_both_scans(request: Request) -> tuple[StoredScan, StoredScan]:
    """The earlier scan, then the later one."""
    before, after = [await _find_scan(request, request.path_params[name]) for name in ("other", "session_id")]
    return before, after


async def _find_scan(request: Request, session_id: str) -> StoredScan:
    stored = await services_of(request).db.read(find_stored_scan, session_id)
    if stored is None:
        raise not_found()
    return stored


def _site_of(scan: StoredScan) -> str:
    return (urlsplit(scan.url).hostname or "").removeprefix("www.")
