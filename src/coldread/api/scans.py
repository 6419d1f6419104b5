"""`POST /v1/scan`, and what was scanned before: `GET /v1/scans/{session_id}`."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.fields import Body, ScanAudience, Uri
from coldread.base.problems import not_found
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scans import scan_request
from coldread.scans.scan import BUSY, BUSY_AGAIN_S, free_scan
from coldread.scans.shapes import ScanResponse
from coldread.scans.store import find_scan
from coldread.web.answers import json_answer
from coldread.web.headers import LIMITED
from coldread.web.language import chosen_language
from coldread.web.request import SMALL, client_of, counted_read, read_body, require_open, services_of
from coldread.web.route import Endpoints, Parameter, Reply

ENDPOINTS = Endpoints()

SESSION_ID = Parameter(
    name="session_id",
    where="path",
    description="Id of a scan, from its answer.",
    schema={"type": "string"},
    required=True,
    example="mZb3Jr7mQ0uE2yqk9w1XnA",
)


class ScanRequest(Body):
    """Which page, and what it is for."""

    url: Uri
    primary_goal: PrimaryGoal
    audience: ScanAudience | None = None


@ENDPOINTS.add(
    "POST",
    "/v1/scan",
    name="scan",
    tag="scan",
    summary="Scan a landing page",
    description="Looks at the page and answers within about 15 seconds. Free, and limited per page, client and day.",
    takes=ScanRequest,
    example={"url": "https://example.com/", "primary_goal": "book_call", "audience": "Small web shops"},
    replies=(
        Reply(status=200, description="The scan.", model=ScanResponse, headers=(*LIMITED, "Retry-After")),
    ),
    problems=(
        "invalid-input",
        "malformed-json",
        "url-unreachable",
        "page-empty",
        "rate-limited",
        "pipeline-unavailable",
        "service-closed",
    ),
)
async def scan(request: Request) -> Response:
    services = services_of(request)
    require_open(services)
    body, _ = await read_body(request, ScanRequest, SMALL)
    lang = chosen_language(None, request.headers.get("accept-language"), None)
    brief = Brief(goal=body.primary_goal, audience=body.audience or "", lang=lang)
    wanted = scan_request.ScanRequest(url=body.url, brief=brief, client=client_of(request.scope, services))
    answer, nearest = await free_scan(services, wanted)
    headers = {"Cache-Control": "no-store", **(nearest.headers() if nearest else {})}
    if answer.get("lite_reason") == BUSY:
        headers["Retry-After"] = str(BUSY_AGAIN_S)
    return json_answer(answer, headers=headers)


@ENDPOINTS.add(
    "GET",
    "/v1/scans/{session_id}",
    name="get_scan",
    tag="scan",
    summary="Read a scan again",
    parameters=(SESSION_ID,),
    replies=(
        Reply(status=200, description="The scan.", model=ScanResponse, headers=("Cache-Control", *LIMITED)),
    ),
    problems=("not-found", "rate-limited"),
)
async def get_scan(request: Request) -> Response:
    services = services_of(request)

    async def show() -> Response:
        found = await services.db.read(find_scan, request.path_params["session_id"])
        if found is None:
            raise not_found()
        return json_answer(found, headers={"Cache-Control": "private, max-age=3600"})

    return await counted_read(request, show)
