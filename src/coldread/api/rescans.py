"""`POST /v1/orders/{id}/rescan`: the free scan after delivery, compared with the last one."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from coldread.api import examples
from coldread.api.parameters import ORDER_ID
from coldread.base.fields import Body, Uri
from coldread.orders.acts.rescan import rescan
from coldread.orders.views.shapes import RescanResponse
from coldread.web.answers import json_answer
from coldread.web.headers import LIMITED
from coldread.web.request import SMALL, read_body, read_by_id, services_of
from coldread.web.route import Endpoints, Reply

ENDPOINTS = Endpoints()

PROBLEMS = (
    "invalid-input",
    "malformed-json",
    "not-found",
    "rescan-used",
    "rescan-not-available",
    "url-unreachable",
    "page-empty",
    "rate-limited",
    "pipeline-unavailable",
)


class RescanRequest(Body):
    """The address to look at, after the changes are live."""

    url: Uri


@ENDPOINTS.add(
    "POST",
    "/v1/orders/{id}/rescan",
    name="rescan_order",
    tag="orders",
    summary="Use the free rescan",
    description="Once, within 30 days of delivery. An address that cannot be reached does not use it up.",
    takes=RescanRequest,
    example=examples.RESCAN,
    parameters=(ORDER_ID,),
    replies=(
        Reply(
            status=200,
            description="The fresh scan.",
            model=RescanResponse,
            headers=LIMITED,
            recorded="rescan_order",
        ),
    ),
    problems=PROBLEMS,
)
async def rescan_order(request: Request) -> Response:
    services = services_of(request)
    body, _ = await read_body(request, RescanRequest, SMALL)

    async def scan(order_id: str) -> Response:
        answer = await rescan(services, order_id, body.url)
        return json_answer(answer, headers={"Cache-Control": "no-store"})

    return await read_by_id(request, scan)
