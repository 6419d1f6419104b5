"""`POST /v1/scan`, and stored scans: `GET /v1/scans/{session_id}`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

from pydantic import Field
from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from coldread.api.parameters import IF_NONE_MATCH, PREFER_WAIT
from coldread.base.fields import Body, ScanAudience, Uri
from coldread.base.links import resource_link
from coldread.base.problems import not_found
from coldread.base.shapes import checked_body
from coldread.scanner.brief import Brief
from coldread.scanner.goals import PrimaryGoal
from coldread.scans import scan_request
from coldread.scans.beside.stored import put_beside
from coldread.scans.scan import BUSY, BUSY_AGAIN_S, free_scan
from coldread.scans.shapes import ScanResponse
from coldread.scans.store import find_scan, marks_of_scans
from coldread.services import Services
from coldread.web.answers import conditional_response, json_answer
from coldread.web.headers import CACHED, LIMITED
from coldread.web.language import chosen_language
from coldread.web.order_request import OFFERED_BY, Competitors
from coldread.web.prefer import preferred_wait
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
    competitors: Competitors | None = Field(
        None,
        description="Up to three pages to show beside it. Each counts as a scan, and is scanned after "
        "this one has answered: read them at the link `side_by_side`.",
        json_schema_extra={OFFERED_BY: "watch"},
    )


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
        Reply(
            status=200,
            description="The scan.",
            model=ScanResponse,
            headers=(*LIMITED, "Retry-After"),
            recorded="create_scan",
        ),
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
    if services.settings.watch and body.competitors:
        answer = await _with_competitors(services, answer, wanted, body.competitors)
    headers = {"Cache-Control": "no-store", **(nearest.headers() if nearest else {})}
    if answer.get("lite_reason") == BUSY:
        headers["Retry-After"] = str(BUSY_AGAIN_S)
    return json_answer(answer, headers=headers)


async def _with_competitors(
    services: Services, answer: dict[str, Any], own: scan_request.ScanRequest, urls: Iterable[str]
) -> dict[str, Any]:
    """The answer with the way to all of them side by side. Another address of the same page is left out."""
    beside_id = await services.db.write(put_beside, answer["session_id"], own, urls)
    if beside_id is None:
        return answer
    place = resource_link(services.settings.base_url, "self", beside_id, of="beside")
    links = {**answer["_links"], "side_by_side": place}
    return checked_body(ScanResponse, {**answer, "beside_id": beside_id, "_links": links})


@ENDPOINTS.add(
    "GET",
    "/v1/scans/{session_id}",
    name="get_scan",
    tag="scan",
    summary="Read a scan again",
    description="While a model reads the page, `model_notes.pending` is true: ask again, or wait with `Prefer: wait=N`.",
    parameters=(SESSION_ID, IF_NONE_MATCH, PREFER_WAIT),
    replies=(
        Reply(
            status=200,
            description="The scan.",
            model=ScanResponse,
            headers=(*CACHED, "Preference-Applied", *LIMITED),
            recorded="get_scan",
        ),
        Reply(
            status=304, description="Nothing has changed.", headers=(*CACHED, "Preference-Applied", *LIMITED)
        ),
    ),
    problems=("not-found", "rate-limited"),
)
async def get_scan(request: Request) -> Response:
    services = services_of(request)
    session_id: str = request.path_params["session_id"]
    client_etag, seconds = (
        request.headers.get("if-none-match"),
        preferred_wait(request.headers.getlist("prefer")),
    )

    async def show() -> Response:
        found = await services.db.read(find_scan, session_id)
        if found is None:
            raise not_found()
        pending = bool((found.get("model_notes") or {}).get("pending"))
        waited = False
        if seconds and pending:
            client = client_of(request.scope, services)
            mark = (await services.db.read(marks_of_scans, [session_id])).get(session_id, "")
            woken = await services.watch.wait_for_change(
                session_id, mark, seconds, look=marks_of_scans, client=client
            )
            waited = woken is not None
            found = await services.db.read(find_scan, session_id) or found
            pending = bool((found.get("model_notes") or {}).get("pending"))
        body = to_json(found)
        etag = f'"{hashlib.sha256(body).hexdigest()[:24]}"'
        fresh = {"Cache-Control": "private, no-cache" if pending else "private, max-age=3600"}
        applied = {"Preference-Applied": f"wait={seconds}"} if waited else {}
        return conditional_response(body, etag, client_etag, {**fresh, **applied})

    return await counted_read(request, show)
