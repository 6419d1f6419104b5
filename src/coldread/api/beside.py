"""`GET /v1/beside/{beside_id}`: a scan side by side with the other pages that were named with it."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.languages import Language
from coldread.base.problems import not_found
from coldread.scans.beside.shapes import SideBySide
from coldread.scans.beside.stored import find_beside, shown_beside
from coldread.web.answers import json_answer
from coldread.web.headers import LIMITED
from coldread.web.request import counted_read, services_of
from coldread.web.route import Endpoints, Parameter, Reply

ENDPOINTS = Endpoints()

#: seconds after which to ask again while a page is looked at
AGAIN_S = 5
BESIDE_ID = Parameter(
    name="beside_id",
    where="path",
    description="Id from the answer of a scan with `competitors`.",
    schema={"type": "string"},
    required=True,
    example="pW4Tn7xC1fY9aH3dK6sV20",
)


@ENDPOINTS.add(
    "GET",
    "/v1/beside/{beside_id}",
    name="get_side_by_side",
    tag="scan",
    summary="Read a scan side by side with other pages",
    description="The five answers and the measured facts of each page, and where they differ, in words with their evidence. The "
    "pages keep the order in which they were named: this is no ranking. While `pending` is true, ask again.",
    parameters=(BESIDE_ID,),
    replies=(
        Reply(
            status=200,
            description="The pages side by side.",
            model=SideBySide,
            headers=("Cache-Control", "Retry-After", *LIMITED),
            recorded="get_side_by_side",
        ),
    ),
    problems=("not-found", "rate-limited"),
    offered_by="watch",
)
async def get_side_by_side(request: Request) -> Response:
    services = services_of(request)

    async def show() -> Response:
        beside = await services.db.read(find_beside, request.path_params["beside_id"])
        if beside is None:
            raise not_found()
        answer = await shown_beside(services, beside, Language(beside.own.language))
        again = {"Retry-After": str(AGAIN_S)} if answer["pending"] else {}
        return json_answer(answer, headers={"Cache-Control": "private, no-cache", **again})

    return await counted_read(request, show)
