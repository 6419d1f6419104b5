"""`GET /v1/checks`: the checks of a scan, from the rubric."""

from __future__ import annotations

import asyncio
import hashlib
from functools import cache

from pydantic_core import to_json
from starlette.requests import Request
from starlette.responses import Response

from coldread.api.parameters import IF_NONE_MATCH
from coldread.scanner.report.shapes import ChecksCatalogue
from coldread.web.answers import conditional_response
from coldread.web.headers import CACHED
from coldread.web.route import Endpoints, Reply

ENDPOINTS = Endpoints()
FRESH = {"Cache-Control": "public, max-age=3600"}


@ENDPOINTS.add(
    "GET",
    "/v1/checks",
    name="get_checks",
    tag="scan",
    summary="What a scan looks for",
    description="Every check with its dimension, weight and words in English and Swedish, and the JSON Schema of a finding.",
    parameters=(IF_NONE_MATCH,),
    replies=(
        Reply(
            status=200,
            description="The catalogue.",
            model=ChecksCatalogue,
            headers=CACHED,
            recorded="get_checks",
        ),
        Reply(status=304, description="Nothing has changed.", headers=CACHED),
    ),
)
async def get_checks(request: Request) -> Response:
    body, etag = await asyncio.to_thread(_catalogue)
    return conditional_response(body, etag, request.headers.get("if-none-match"), FRESH)


@cache
def _catalogue() -> tuple[bytes, str]:
    # the checks and their parsers take 0.5 s to import
    from coldread.scanner.report.catalogue import catalogue

    body = to_json(catalogue())
    return body, f'"{hashlib.blake2b(body, digest_size=9).hexdigest()}"'
