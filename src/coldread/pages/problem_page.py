"""Problems as pages: what the API answers in JSON, a person reads as a sentence with a next step."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Scope

from coldread.base.problems import Problem
from coldread.pages.render import page, wants_html

Handler = Callable[[Request], Awaitable[Response]]


def show_problems_as_pages(handler: Handler) -> Handler:
    """Above a page's handler: a browser gets a page for every problem, programs get the problem itself."""

    @wraps(handler)
    async def answered(request: Request) -> Response:
        try:
            return await handler(request)
        except Problem as problem:
            if not wants_html(request.headers.get("accept")):
                raise
            return problem_page(request, problem)

    return answered


#: paths of programs, which get the problem itself, whatever they accept
PROGRAMS = ("/v1", "/a2a", "/mcp", "/.well-known", "/deliverables", "/metrics", "/static")


def page_for_browser(scope: Scope, problem: Problem) -> Response | None:
    """A page for requests that no handler has answered, for browsers and outside the paths of programs."""
    path: str = scope["path"]
    if any(path == start or path.startswith(f"{start}/") for start in PROGRAMS):
        return None
    request = Request(scope)
    return problem_page(request, problem) if wants_html(request.headers.get("accept")) else None


def problem_page(request: Request, problem: Problem) -> Response:
    headers = {"Cache-Control": "no-store", "Vary": "Accept", **problem.headers}
    return page(request, "sorry.html", status=problem.type.status, headers=headers, problem=problem)
