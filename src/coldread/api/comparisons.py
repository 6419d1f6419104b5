"""`GET /v1/scans/{session_id}/compared-to/{other}`: what changed between two stored scans."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from coldread.api.scans import SESSION_ID
from coldread.base.problems import not_found
from coldread.scans.comparison.answer import compare_stored_scans
from coldread.scans.comparison.shapes import ScansCompared
from coldread.scans.stored_scan import find_stored_scan
from coldread.web.answers import json_answer
from coldread.web.headers import LIMITED
from coldread.web.request import client_of, counted_read, services_of
from coldread.web.route import Endpoints, Parameter, Reply

ENDPOINTS = Endpoints()

OTHER = Parameter(
    name="other",
    where="path",
    description="Id of the earlier scan.",
    schema={"type": "string"},
    required=True,
    example="kQ2Zb3Jr7mQ0uE2yqk9w1X",
)


@ENDPOINTS.add(
    "GET",
    "/v1/scans/{session_id}/compared-to/{other}",
    name="compare_scans",
    tag="scan",
    summary="Compare a scan with an earlier one",
    description="What changed between two scans of a page. Weight and load differ from scan to scan and are no change.",
    parameters=(SESSION_ID, OTHER),
    replies=(
        Reply(
            status=200,
            description="What changed.",
            model=ScansCompared,
            headers=("Cache-Control", *LIMITED),
            recorded="compare_scans",
        ),
    ),
    problems=("not-found", "rate-limited"),
    offered_by="watch",
)
async def compare_scans(request: Request) -> Response:
    services = services_of(request)

    async def show() -> Response:
        after, before = [
            await services.db.read(find_stored_scan, request.path_params[name])
            for name in ("session_id", "other")
        ]
        if before is None or after is None:
            raise not_found()
        answer = await compare_stored_scans(services, before, after, client_of(request.scope, services))
        return json_answer(answer, headers={"Cache-Control": "private, max-age=300"})

    return await counted_read(request, show)
