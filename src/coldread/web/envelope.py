"""Around every answer: request id, security and CORS headers, the log line, and problems for exceptions."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from typing import Any

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from coldread.base import ids, log, trace
from coldread.base.db import Unavailable
from coldread.base.problems import Problem
from coldread.base.settings import Settings
from coldread.isolation.errors import CutOff, IsolationError
from coldread.services import Services
from coldread.web.answers import problem_answer
from coldread.web.headers import CORS_ALLOWED, CORS_EXPOSED
from coldread.web.meter import METER

#: paths that a browser may call from any site; pages and operator routes are not among them
PUBLIC = (
    "/v1/",
    "/deliverables/",
    "/.well-known/",
    "/openapi.json",
    "/llms.txt",
    "/llms-full.txt",
    "/errors",
    "/a2a",
    "/mcp",
)
CLOSED = "/v1/internal/"
#: where an agent that knows only our host name starts: these answers link to the rest (RFC 8288, 8631, 9727)
ENTRANCES = (
    *("/", "/index.md", "/docs", "/docs.md", "/terms", "/terms.md", "/privacy", "/privacy.md"),
    *("/llms.txt", "/v1/manifest"),
)
POINTERS = ", ".join(
    f'<{path}>; rel="{relation}"; type="{kind}"'
    for path, relation, kind in (
        ("/.well-known/api-catalog", "api-catalog", "application/linkset+json"),
        ("/.well-known/ai-catalog.json", "ai-catalog", "application/ai-catalog+json"),
        ("/v1/openapi.json", "service-desc", "application/vnd.oai.openapi+json"),
        ("/llms.txt", "service-doc", "text/markdown"),
        ("/v1/ping", "status", "application/json"),
        ("/.well-known/agent-card.json", "describedby", "application/json"),
        ("/sitemap.xml", "sitemap", "application/xml"),
    )
)

_SAFE_ID = re.compile(rb"[A-Za-z0-9._-]{8,64}")

CORS = [
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", CORS_EXPOSED.encode()),
]


def _known_method(method: str) -> str:
    return method if method in {"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"} else "_OTHER"


def always_sent(settings: Settings) -> list[tuple[bytes, bytes]]:
    """The security headers of every answer."""
    headers = [(b"x-content-type-options", b"nosniff"), (b"referrer-policy", b"no-referrer")]
    if settings.base_url.startswith("https:"):
        headers.append((b"strict-transport-security", b"max-age=31536000; includeSubDomains"))
    return headers


def masked_path(path: str) -> str:
    return log.masked_text(path[:200])


class RequestLog:
    """One log line and one count for each answer; ids in the path are masked."""

    def __init__(self) -> None:
        self.log = log.get("http")

    def note(self, method: str, path: str, status: int, began: float, request_id: bytes) -> None:
        seconds = time.perf_counter() - began
        METER.note(path, status, seconds)
        self.log.request(method, path, status, seconds, request_id)


class Envelope:
    """The outermost application."""

    def __init__(
        self,
        app: ASGIApp,
        services: Services,
        as_page: Callable[[Scope, Problem], Response | None] = lambda scope, problem: None,
    ) -> None:
        """`as_page`: renders a problem for people; returns None for a program."""
        self.app = app
        self.services = services
        self.as_page = as_page
        self.log = log.get("http")
        self.requests = RequestLog()
        self.always = always_sent(services.settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        request_id = _request_id(scope)
        scope["services"] = self.services
        scope["request_id"] = request_id.decode()
        path: str = scope["path"]
        added = [*self.always, (b"x-request-id", request_id)]
        if path.startswith(PUBLIC) and not path.startswith(CLOSED):
            added += CORS
        if path in ENTRANCES:
            added.append((b"link", POINTERS.encode()))
        status = 0

        async def send_with_headers(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], *added]
            await send(message)

        try:
            if scope["method"] == "OPTIONS" and _is_preflight(scope):
                await _preflight()(scope, receive, send_with_headers)
            elif trace.is_on():
                await self._call_in_trace(scope, receive, send_with_headers)
            else:
                await self.app(scope, receive, send_with_headers)
        except Exception as error:
            if status:
                self.log.failure("answer broken off", error, request_id=request_id.decode())
                raise
            await self._refuse(error, scope, request_id.decode())(scope, receive, send_with_headers)
        finally:
            self.requests.note(scope["method"], masked_path(path), status, began, request_id)

    async def _call_in_trace(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One step of the trace, named by the route's pattern, because a path may contain anything."""

        async def send_and_note(message: Message) -> None:
            if message["type"] == "http.response.start":
                step.note({"http.response.status_code": message["status"]})
            await send(message)

        with trace.span("request", {"http.request.method": _known_method(scope["method"])}) as step:
            try:
                await self.app(scope, receive, send_and_note)
            finally:
                route = getattr(scope.get("route"), "path", "unrouted")
                step.note({"http.route": route})
                step.rename(f"{_known_method(scope['method'])} {route}")

    def _refuse(self, error: Exception, scope: Scope, request_id: str) -> Response:
        if isinstance(error, Unavailable):
            self.log.warning("database unavailable", request_id=request_id, reason=str(error)[:300])
            error = Problem(
                "unavailable", "The database cannot be asked right now.", headers={"Retry-After": "2"}
            )
        elif isinstance(error, (IsolationError, CutOff)):
            self.log.warning("not worked on", request_id=request_id, reason=str(error)[:300])
            error = Problem(
                "unavailable", f"It cannot be worked on right now: {error}.", headers={"Retry-After": "5"}
            )
        elif not isinstance(error, Problem):
            self.log.failure("unforeseen", error, request_id=request_id)
            error = Problem("internal-error", "An error that nobody foresaw; it is in our log.")
        try:
            page = self.as_page(scope, error)
        except Exception as broken:  # every caller gets an answer, whatever fails
            self.log.failure("no page for a problem", broken, request_id=request_id)
            page = None
        return page or problem_answer(
            error,
            type_base=self.services.settings.error_type_base,
            instance=scope.get("raw_path", b"").decode("latin-1") or scope["path"],
            request_id=request_id,
        )


def _request_id(scope: Scope) -> bytes:
    """The caller's own id if it is harmless, so that traces can be joined; else a new one."""
    for name, value in scope["headers"]:
        if name == b"x-request-id" and (own_id := safe_request_id(value)):
            return own_id
    return ids.new_request_id().encode()


def safe_request_id(value: bytes) -> bytes | None:
    return value if _SAFE_ID.fullmatch(value) else None


def _is_preflight(scope: Scope) -> bool:
    names = {name for name, _ in scope["headers"]}
    public = scope["path"].startswith(PUBLIC) and not scope["path"].startswith(CLOSED)
    return public and b"origin" in names and b"access-control-request-method" in names


def _preflight() -> Response:
    headers = {
        "Access-Control-Allow-Methods": "GET, HEAD, POST, DELETE, OPTIONS",
        "Access-Control-Allow-Headers": CORS_ALLOWED,
        "Access-Control-Max-Age": "86400",
    }
    return Response(b"", 204, headers)


async def raise_route_not_found(scope: Scope, receive: Receive, send: Send) -> Any:
    """404 for an address that no route has."""
    raise Problem("route-not-found", "No route has this path; /v1/openapi.json lists them all.")
