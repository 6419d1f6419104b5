"""`/static/{file}`: the stylesheet, from memory."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.problems import Problem
from coldread.web.answers import conditional
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

MEDIA_TYPES = {"coldread.css": "text/css; charset=utf-8"}


@cache
def _file(name: str) -> tuple[bytes, str]:
    content = resources.files("coldread.pages").joinpath("static", name).read_bytes()
    return content, f'"{hashlib.sha256(content).hexdigest()[:18]}"'


@ENDPOINTS.add("GET", "/static/{file}", tag="pages", summary="Stylesheet", replies=(), described=False)
async def get_static(request: Request) -> Response:
    name: str = request.path_params["file"]
    if name not in MEDIA_TYPES:
        raise Problem("route-not-found", "There is no such file.")
    content, etag = _file(name)
    return conditional(
        content,
        etag,
        request.headers.get("if-none-match"),
        {"Cache-Control": "public, max-age=3600"},
        MEDIA_TYPES[name],
    )
