"""`/static/{file}`: stylesheet, scripts, typefaces and pictures, from memory, under an address that changes with them."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache
from importlib import resources

from starlette.requests import Request
from starlette.responses import Response

from coldread.base.problems import Problem
from coldread.web.answers import conditional_response
from coldread.web.route import Endpoints

ENDPOINTS = Endpoints()

MEDIA_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "woff2": "font/woff2",
    "svg": "image/svg+xml",
    "png": "image/png",
    "webp": "image/webp",
}


@cache
def _files() -> frozenset[str]:
    """All files that are served; nothing else is ever looked up."""
    folder = resources.files("coldread.pages").joinpath("static")
    return frozenset(item.name for item in folder.iterdir() if item.name.rpartition(".")[2] in MEDIA_TYPES)


@cache
def _file(name: str) -> tuple[bytes, str]:
    content = resources.files("coldread.pages").joinpath("static", name).read_bytes()
    return content, hashlib.sha256(content).hexdigest()[:12]


@cache
def _gzipped_file(name: str) -> bytes:
    return gzip.compress(_file(name)[0], 9, mtime=0)


def takes_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def asset(name: str) -> str:
    """The address of a file with a mark of its content, so that a browser that has it need not ask again."""
    return f"/static/{name}?v={_file(name)[1]}"


@ENDPOINTS.add("GET", "/static/{file}", summary="Stylesheet")
async def get_static(request: Request) -> Response:
    name: str = request.path_params["file"]
    if name not in _files():
        raise Problem("route-not-found", "There is no such file.")
    content, mark = _file(name)
    headers = {"Vary": "Accept-Encoding"}
    if takes_gzip(request) and name.endswith((".css", ".js", ".svg")):
        content, headers["Content-Encoding"] = _gzipped_file(name), "gzip"
    named = request.query_params.get("v") == mark
    age = "max-age=31536000, immutable" if named else "max-age=3600"
    return conditional_response(
        content,
        f'"{mark}"',
        request.headers.get("if-none-match"),
        {"Cache-Control": f"public, {age}", **headers},
        MEDIA_TYPES[name.rpartition(".")[2]],
    )
