"""`GET /deliverables/{id}/{file}`: the files of an order, for anybody who has its id."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from coldread.api.parameters import IF_NONE_MATCH, ORDER_ID
from coldread.orders.files.deliverable_files import FINAL, MEDIA_TYPES, names_of_files
from coldread.orders.files.deliverables import read_deliverable
from coldread.orders.views.retention_words import deliverables_readable
from coldread.web.answers import conditional_response
from coldread.web.headers import CACHED, LIMITED
from coldread.web.request import read_by_id, services_of
from coldread.web.route import Endpoints, Parameter, Reply

ENDPOINTS = Endpoints()

FILE = Parameter(
    name="file",
    where="path",
    description=f"{names_of_files('`')}.",
    schema={"type": "string"},
    required=True,
    example=FINAL,
)
#: nothing in a deliverable may run, be framed or be indexed: its text comes from outsiders
HARMLESS = {
    "Cache-Control": "private, no-cache",
    "Content-Security-Policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
    "X-Robots-Tag": "noindex, nofollow",
}


@ENDPOINTS.add(
    "GET",
    "/deliverables/{id}/{file}",
    name="get_deliverable",
    tag="deliverables",
    summary="Read a deliverable",
    description=lambda settings: (
        "Raw markdown or a unified diff. "
        f"404 until it is published and {deliverables_readable(settings)} after delivery."
    ),
    parameters=(ORDER_ID, FILE, IF_NONE_MATCH),
    replies=(
        Reply(
            status=200,
            description="The file.",
            media_type="text/markdown",
            headers=(*CACHED, *LIMITED),
            example="# What to change first\n",
        ),
        Reply(
            status=200,
            description="The file.",
            media_type="text/x-diff",
            headers=(*CACHED, *LIMITED),
            example="--- a/index.html\n+++ b/index.html\n",
        ),
        Reply(status=304, description="Nothing has changed.", headers=(*CACHED, *LIMITED)),
    ),
    problems=("not-found", "rate-limited"),
)
async def get_deliverable(request: Request) -> Response:
    services = services_of(request)
    file: str = request.path_params["file"]

    async def serve(order_id: str) -> Response:
        found = await services.db.read(read_deliverable, services, order_id, file)
        named = {"Content-Disposition": f'inline; filename="{file}"'} if file in MEDIA_TYPES else {}
        return conditional_response(
            found.content,
            found.etag,
            request.headers.get("if-none-match"),
            HARMLESS | named,
            found.media_type,
        )

    return await read_by_id(request, serve)
